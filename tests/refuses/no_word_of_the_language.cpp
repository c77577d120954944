// refuses: callbox: a row takes parameter names, arg and the attributes of attributes.hpp and tool.hpp
#include "functions.hpp"

constexpr callbox::api methods{method<"f", none>("F.", 5)};
