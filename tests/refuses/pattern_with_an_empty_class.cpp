// refuses: a_pattern_has_an_empty_class
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^[]$">())};
