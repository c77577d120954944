// refuses: callbox: the function has more parameters than are named here
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

double add(double a, double b) { return a + b; }

constexpr callbox::api methods{method<"math.add", add>("Sum.", "a")};
