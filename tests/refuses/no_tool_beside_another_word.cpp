// refuses: callbox: no_tool stands beside another attribute of tool.hpp
#include "functions.hpp"

constexpr callbox::api methods{method<"f", none>("F.", callbox::no_tool, callbox::title("F"))};
