// refuses: two_tables_share_a_method_name
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

double add(double a, double b) { return a + b; }

constexpr callbox::api one{method<"math.add", add>("Sum.", "a", "b")};
constexpr callbox::api two{method<"math.add", add>("Sum.", "a", "b")};
constexpr callbox::api methods = one + two;
