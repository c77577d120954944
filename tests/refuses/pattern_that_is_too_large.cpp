// refuses: a_pattern_has_more_than_256_positions
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^([a-z]{16}){17}$">())};
