// refuses: callbox: in() takes two numbers; for one, there are at_least() and at_most()
#include <callbox/callbox.hpp>

int f(int n) { return n; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("n").in(0)),
};
