// refuses: callbox: a member's type has no JSON codec: use a type that codec.hpp lists
// refuses: &point::when
#include <callbox/callbox.hpp>

struct point {
    std::array<std::chrono::seconds, 2> when;
};
constexpr auto describe(callbox::as<point>) {
    return callbox::fields{callbox::field{"when", &point::when}};
}
int f(const point&) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
