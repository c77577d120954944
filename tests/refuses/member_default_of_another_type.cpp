// refuses: callbox: a default value must have its member's type
#include <callbox/callbox.hpp>

struct point {
    double x;
};
constexpr auto describe(callbox::as<point>) {
    return callbox::fields{callbox::field{"x", &point::x} = "far"};
}
int f(point) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "p")};
