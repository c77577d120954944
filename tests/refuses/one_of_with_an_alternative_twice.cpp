// refuses: callbox: describe a variant with a one_of that names each alternative once
#include "payment.hpp"

constexpr auto describe(as<payment>) {
    return one_of{"kind", tagged<card>("card"), tagged<card>("cash")};
}

int f(const payment&) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
