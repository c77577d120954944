// refuses: an_examples_argument_does_not_fit_its_parameter
#include <callbox/callbox.hpp>

using callbox::as, callbox::fields, callbox::one_of, callbox::tagged;

struct cash {};
constexpr auto describe(as<cash>) { return fields{}; }
using payment = std::variant<cash>;
constexpr auto describe(as<payment>) { return one_of{"kind", tagged<cash>("cash")}; }

int f(const payment&) { return 0; }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", "p", callbox::example({{"card"}}, 0))};
