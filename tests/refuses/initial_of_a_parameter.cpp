// refuses: callbox: initial is the default of a struct's field
#include <callbox/callbox.hpp>

int f(int n) { return n; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("n") = callbox::initial),
};
