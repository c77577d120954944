// refuses: a_default_value_is_outside_its_constraint
#include "functions.hpp"

constexpr callbox::api methods{method<"f", number>("F.", arg("n").at_least(1) = 0)};
