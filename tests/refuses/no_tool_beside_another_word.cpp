// refuses: callbox: no_tool cannot be combined with other attributes of tool.hpp
#include "functions.hpp"

constexpr callbox::api methods{method<"f", none>("F.", callbox::no_tool, callbox::title("F"))};
