// refuses: a_parameter_has_no_name
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

double half(double a) { return a / 2; }

constexpr callbox::api methods{method<"math.half", half>("Half.", "")};
