// refuses: callbox: two methods share one name
// refuses: names_differ_in_rows<0, 2>
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

double add(double a, double b) { return a + b; }
double sub(double a, double b) { return a - b; }

constexpr callbox::api methods{
    method<"math.add", add>("Sum.", "a", "b"),
    method<"math.sub", sub>("Difference.", "a", "b"),
    method<"math.add", add>("Sum again.", "a", "b"),
};
