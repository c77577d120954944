// refuses: callbox: a field must be a member of the struct that is described
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
