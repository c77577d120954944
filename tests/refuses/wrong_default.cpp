// refuses: callbox: a default value must have its parameter's type
// refuses: default_of_parameter<
#include "functions.hpp"

constexpr callbox::api methods{method<"math.add", add>("Sum.", "a", arg("b") = "zero")};
