// refuses: a_pattern_has_an_invalid_count
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^a{3,2}$">())};
