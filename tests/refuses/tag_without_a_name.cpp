// refuses: callbox: the member that tells has no name in a one_of
#include "payment.hpp"

constexpr auto describe(as<payment>) {
    return one_of{"", tagged<card>("card"), tagged<cash>("cash")};
}

int f(const payment&) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
