// refuses: two_members_share_a_name
#include <callbox/callbox.hpp>

struct point {
    double x, y;
};
constexpr auto describe(callbox::as<point>) {
    using callbox::field;
    return callbox::fields{field{"x", &point::x}, field{"x", &point::y}};
}
int f(point) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
