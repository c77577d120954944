// refuses: callbox: two alternatives of a variant are objects: describe the variant by a one_of
#include <callbox/callbox.hpp>

using callbox::as, callbox::field, callbox::fields, callbox::one_of, callbox::tagged;

struct card {
    int number;
};
constexpr auto describe(as<card>) { return fields{field{"number", &card::number}}; }
struct cash {};
constexpr auto describe(as<cash>) { return fields{}; }
using payment = std::variant<card, cash>;

int f(const payment&) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
