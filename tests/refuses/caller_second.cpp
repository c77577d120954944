// refuses: callbox: a caller stands first or directly behind state, once
#include <callbox/callbox.hpp>

using callbox::method;

int half(int n, const callbox::caller&) { return n / 2; }

constexpr callbox::api methods{method<"half", half>("Half.", "n", "who")};
