// refuses: a_constraint_does_not_apply_to_this_type
#include "functions.hpp"

constexpr callbox::api methods{method<"f", map>("F.", arg("v").unique())};
