// refuses: callbox: a required parameter must not follow an optional one
// refuses: required_parameter<2
#include "functions.hpp"

constexpr callbox::api methods{method<"math.add", add>("Sum.", arg("a") = 1, "b")};
