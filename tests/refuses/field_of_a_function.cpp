// refuses: callbox: a field must be a member variable, not a function
// refuses: &point::x
#include <callbox/callbox.hpp>

struct point {
    int x() const;
};
constexpr auto describe(callbox::as<point>) {
    return callbox::fields{callbox::field{"x", &point::x}};
}
int f(const point&) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
