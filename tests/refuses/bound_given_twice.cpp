// refuses: a_bound_is_given_twice
#include <callbox/callbox.hpp>

int f(int n) { return n; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("n").in(1, 5).at_most(3)),
};
