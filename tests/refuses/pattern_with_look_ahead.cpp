// refuses: a_pattern_has_look_around_or_a_named_group
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^(?=a).*$">())};
