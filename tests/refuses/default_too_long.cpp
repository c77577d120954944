// refuses: a_default_value_is_outside_its_constraint
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").length(1, 3) = "long")};
