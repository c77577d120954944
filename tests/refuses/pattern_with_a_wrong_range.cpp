// refuses: a_range_of_a_pattern_is_wrong
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^[z-a]$">())};
