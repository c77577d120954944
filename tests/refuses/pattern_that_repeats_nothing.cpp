// refuses: a_pattern_quantifier_has_nothing_to_repeat
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^(*)$">())};
