// refuses: a_pattern_has_an_invalid_range
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^[z-a]$">())};
