// refuses: callbox: a required parameter follows an optional one
// refuses: required_parameter<2
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

double add(double a, double b) { return a + b; }

constexpr callbox::api methods{method<"math.add", add>("Sum.", arg("a") = 1, "b")};
