// refuses: a_pattern_has_a_back_reference
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^(a|b)\\1$">())};
