// refuses: a_default_value_is_outside_its_constraint
#include "functions.hpp"

constexpr callbox::api methods{method<"f", number>("F.", arg("n").in(1, 5) = 6)};
