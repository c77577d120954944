// refuses: a_pattern_must_begin_with_a_caret_and_end_with_a_dollar
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"[a-z]+">())};
