// refuses: a_pattern_is_not_utf_8
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^\xff$">())};
