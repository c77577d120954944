// refuses: callbox: two methods share a name
// refuses: names_differ_in_rows<0, 2>
#include "functions.hpp"

constexpr callbox::api methods{
    method<"math.add", add>("Sum.", "a", "b"),
    method<"math.sub", add>("Difference.", "a", "b"),
    method<"math.add", add>("Sum again.", "a", "b"),
};
