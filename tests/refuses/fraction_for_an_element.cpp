// refuses: a_constraint_does_not_suit_its_parameters_type
#include "functions.hpp"

constexpr callbox::api methods{method<"f", map>("F.", arg("v").each<callbox::at_most(0.5)>())};
