// refuses: a_constraint_ends_before_it_begins
#include <callbox/callbox.hpp>

int f(int n) { return n; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("n").in(5, 1)),
};
