// refuses: callbox: an alternative of a one_of has a member of the tag's name
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
    return one_of{"number", tagged<card>("card"), tagged<cash>("cash")};
}

int f(const payment&) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
