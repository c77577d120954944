// refuses: callbox: a caller stands first or directly behind state, once
#include <callbox/callbox.hpp>

using callbox::method;

int half(callbox::caller&, int n) { return n / 2; }

constexpr callbox::api methods{method<"half", half>("Half.", "n")};
