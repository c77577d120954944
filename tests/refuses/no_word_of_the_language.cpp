// refuses: callbox: a row takes parameter names, arg and words of attributes.hpp and tool.hpp
#include <callbox/callbox.hpp>

int f() { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", 5)};
