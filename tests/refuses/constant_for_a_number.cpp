// refuses: callbox: a default value is not of its parameter's type
#include <callbox/callbox.hpp>

constexpr long least = 1;
int f(int n) { return n; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("n") = callbox::constant<least>),
};
