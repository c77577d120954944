// refuses: alternatives_in_a_pattern_must_be_in_a_group
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^a|b$">())};
