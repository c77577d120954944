// refuses: callbox: an alternative of a one_of must not have a member with the tag's name
#include "payment.hpp"

constexpr auto describe(as<payment>) {
    return one_of{"number", tagged<card>("card"), tagged<cash>("cash")};
}

int f(const payment&) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
