// refuses: callbox: a field is a member of another class than the one that is described
// refuses: &moment::hour
#include <callbox/callbox.hpp>

struct moment {
    int hour;
};
struct point {
    int x;
};
constexpr auto describe(callbox::as<point>) {
    return callbox::fields{callbox::field{"x", &point::x}, callbox::field{"hour", &moment::hour}};
}
int f(const point&) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
