// refuses: callbox: a row takes names of parameters, arg and the words of words.hpp, nothing else
#include <callbox/callbox.hpp>

int f() { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", 5)};
