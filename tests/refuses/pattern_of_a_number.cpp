// refuses: a_constraint_does_not_suit_its_parameters_type
#include <callbox/callbox.hpp>

int f(int n) { return n; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("n").pattern<"^[0-9]$">()),
};
