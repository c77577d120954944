// refuses: a_bound_is_given_twice
#include "functions.hpp"

constexpr callbox::api methods{method<"f", number>("F.", arg("n").in(1, 5).at_most(3))};
