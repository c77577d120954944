// refuses: callbox: callbox::caller must be the first parameter, or the one after the state
#include <callbox/callbox.hpp>

using callbox::method;

int half(callbox::caller&, int n) { return n / 2; }

constexpr callbox::api methods{method<"half", half>("Half.", "n")};
