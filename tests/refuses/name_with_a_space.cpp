// refuses: callbox: a method name is letters, digits, '.' and '_'
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

double add(double a, double b) { return a + b; }

constexpr callbox::api methods{method<"math add", add>("Sum.", "a", "b")};
