// refuses: callbox: more parameters are named here than the function has
#include <callbox/callbox.hpp>

using callbox::method;

int half(const callbox::caller&, int n) { return n / 2; }

constexpr callbox::api methods{method<"half", half>("Half.", "caller", "n")};
