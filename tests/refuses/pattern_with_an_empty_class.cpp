// refuses: a_class_of_a_pattern_is_empty
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^[]$">())};
