// refuses: callbox: a default value is not of its parameter's type
// refuses: default_of_parameter<
#include "functions.hpp"

constexpr callbox::api methods{method<"math.add", add>("Sum.", "a", arg("b") = "zero")};
