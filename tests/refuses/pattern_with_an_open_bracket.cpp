// refuses: a_pattern_has_an_unmatched_bracket
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^(a$">())};
