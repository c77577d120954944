// refuses: callbox: a member's type has no JSON codec: give it a describe(as<T>)
// refuses: &point::when
#include <callbox/callbox.hpp>

struct moment {};
struct point {
    std::optional<moment> when;
};
constexpr auto describe(callbox::as<point>) {
    return callbox::fields{callbox::field{"when", &point::when}};
}
int f(const point&) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
