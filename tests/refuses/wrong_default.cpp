// refuses: callbox: a default value is not of its parameter's type
// refuses: default_of_parameter<
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

double add(double a, double b) { return a + b; }

constexpr callbox::api methods{method<"math.add", add>("Sum.", "a", arg("b") = "zero")};
