// refuses: callbox: the function has more than 16 parameters
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

int f(int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int) {
    return 0;
}

constexpr callbox::api methods{method<"f", f>("F.", "a", "b", "c", "d", "e", "f", "g", "h", "i",
                                              "j", "k", "l", "m", "n", "o", "p", "q")};
