// refuses: an_examples_argument_does_not_fit_its_parameter
#include <callbox/callbox.hpp>

using callbox::as, callbox::field, callbox::fields, callbox::one_of, callbox::tagged;

struct card {
    int number;
};
constexpr auto describe(as<card>) { return fields{field{"number", &card::number}}; }
struct cash {};
constexpr auto describe(as<cash>) { return fields{}; }
using payment = std::variant<card, cash>;
constexpr auto describe(as<payment>) {
    return one_of{"kind", tagged<card>("card"), tagged<cash>("cash")};
}

int f(const payment&) { return 0; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", "p", callbox::example({{"cash", 7}}, 0))};
