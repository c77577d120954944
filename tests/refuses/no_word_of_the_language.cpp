// refuses: callbox: a row takes parameter names, arg and words of attributes.hpp and tool.hpp
#include "functions.hpp"

constexpr callbox::api methods{method<"f", none>("F.", 5)};
