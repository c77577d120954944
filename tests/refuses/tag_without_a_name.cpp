// refuses: callbox: the discriminator of a one_of must have a name
#include "payment.hpp"

constexpr auto describe(as<payment>) {
    return one_of{"", tagged<card>("card"), tagged<cash>("cash")};
}

int f(const payment&) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
