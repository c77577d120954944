// refuses: a_default_value_is_outside_its_constraint
#include <callbox/callbox.hpp>

int f(int n) { return n; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("n").at_least(1) = 0),
};
