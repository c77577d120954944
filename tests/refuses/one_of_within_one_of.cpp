// refuses: callbox: an alternative of a one_of must be a struct with describe() and fields
#include <callbox/callbox.hpp>

using callbox::as, callbox::fields, callbox::one_of, callbox::tagged;

struct cash {};
constexpr auto describe(as<cash>) { return fields{}; }
using inner = std::variant<cash>;
constexpr auto describe(as<inner>) { return one_of{"kind", tagged<cash>("cash")}; }
struct card {};
constexpr auto describe(as<card>) { return fields{}; }
using payment = std::variant<inner, card>;
constexpr auto describe(as<payment>) {
    return one_of{"type", tagged<inner>("inner"), tagged<card>("card")};
}

int f(const payment&) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
