// refuses: callbox: more parameters are named here than the function has
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

double half(double a) { return a / 2; }

constexpr callbox::api methods{method<"math.half", half>("Half.", "a", "b")};
