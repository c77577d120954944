// refuses: callbox: callbox::caller must be the first parameter, or the one after the state
#include <callbox/callbox.hpp>

using callbox::method;

int half(int n, const callbox::caller&) { return n / 2; }

constexpr callbox::api methods{method<"half", half>("Half.", "n", "caller")};
