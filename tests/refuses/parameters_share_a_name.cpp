// refuses: two_parameters_share_a_name
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

double add(double a, double b) { return a + b; }

constexpr callbox::api methods{method<"math.add", add>("Sum.", "a", "a")};
