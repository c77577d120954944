// refuses: a_pattern_has_a_lazy_quantifier
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^a*?b$">())};
