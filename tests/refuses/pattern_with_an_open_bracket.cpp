// refuses: a_bracket_of_a_pattern_has_no_partner
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^(a$">())};
