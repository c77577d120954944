// refuses: an_examples_argument_does_not_fit_its_parameter
#include "payment.hpp"

constexpr auto describe(as<payment>) {
    return one_of{"kind", tagged<card>("card"), tagged<cash>("cash")};
}

int f(const payment&) { return 0; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", "p", callbox::example({{"cash", 7}}, 0))};
