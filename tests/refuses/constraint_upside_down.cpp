// refuses: a_constraint_ends_before_it_begins
#include "functions.hpp"

constexpr callbox::api methods{method<"f", number>("F.", arg("n").in(5, 1))};
