// refuses: a_constraint_ends_before_it_begins
#include "functions.hpp"

constexpr callbox::api methods{method<"f", list>("F.", arg("v").each<callbox::in(2, 1)>())};
