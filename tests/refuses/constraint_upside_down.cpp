// refuses: a_constraint_has_its_minimum_above_its_maximum
#include "functions.hpp"

constexpr callbox::api methods{method<"f", number>("F.", arg("n").in(5, 1))};
