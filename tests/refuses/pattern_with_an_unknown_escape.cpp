// refuses: an_escape_of_a_pattern_is_unknown
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^a\\b$">())};
