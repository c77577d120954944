// refuses: callbox: at_least() takes a number
#include <callbox/callbox.hpp>

int f(int n) { return n; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("n").at_least("one")),
};
