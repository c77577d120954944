// refuses: a_constraint_does_not_suit_its_parameters_type
#include "functions.hpp"

constexpr callbox::api methods{method<"f", list>("F.", arg("v").keys<callbox::length(1, 2)>())};
