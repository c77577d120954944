// refuses: callbox: an alternative of a one_of must be a struct with describe() and fields
#include <callbox/callbox.hpp>

using callbox::as, callbox::fields, callbox::one_of, callbox::tagged;

struct cash {};
constexpr auto describe(as<cash>) { return fields{}; }
using payment = std::variant<std::string, cash>;
constexpr auto describe(as<payment>) {
    return one_of{"kind", tagged<std::string>("text"), tagged<cash>("cash")};
}

int f(const payment&) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
