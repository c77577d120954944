// refuses: a_quantifier_of_a_pattern_has_nothing_to_repeat
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^(*)$">())};
