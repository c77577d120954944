// refuses: alternatives_of_a_pattern_stand_in_a_group
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^a|b$">())};
