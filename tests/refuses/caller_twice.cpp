// refuses: callbox: a caller stands first or directly behind state, once
#include <callbox/callbox.hpp>

using callbox::method;

int half(const callbox::caller&, callbox::caller) { return 0; }

constexpr callbox::api methods{method<"half", half>("Half.", "who")};
