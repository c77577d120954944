// refuses: a_bound_is_given_twice
#include "functions.hpp"

constexpr callbox::api methods{method<"f", text>("F.", arg("s").pattern<"^a$">().pattern<"^b$">())};
