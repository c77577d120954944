// refuses: a_constraint_has_its_minimum_above_its_maximum
#include "functions.hpp"

constexpr callbox::api methods{method<"f", list>("F.", arg("v").each<callbox::in(2, 1)>())};
