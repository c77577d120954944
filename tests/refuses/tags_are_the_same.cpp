// refuses: callbox: two alternatives of a one_of share a tag
#include "payment.hpp"

constexpr auto describe(as<payment>) {
    return one_of{"kind", tagged<card>("card"), tagged<cash>("card")};
}

int f(const payment&) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
