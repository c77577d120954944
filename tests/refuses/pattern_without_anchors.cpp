// refuses: a_pattern_begins_with_a_caret_and_ends_with_a_dollar
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"[a-z]+">())};
