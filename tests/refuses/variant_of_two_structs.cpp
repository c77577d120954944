// refuses: callbox: two alternatives of a variant are objects: describe the variant with a one_of
#include "payment.hpp"

int f(const payment&) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
