// refuses: callbox: callbox::caller must be the first parameter, or the one after the state
#include <callbox/callbox.hpp>

using callbox::method;

int half(const callbox::caller&, callbox::caller) { return 0; }

constexpr callbox::api methods{method<"half", half>("Half.", "caller")};
