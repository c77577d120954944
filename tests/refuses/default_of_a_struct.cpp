// refuses: callbox: the default of a list, map, struct or custom type must be {} or constant<VALUE>
// refuses: default_of_parameter<
#include <callbox/callbox.hpp>

struct point {
    int x;
};
constexpr auto describe(callbox::as<point>) {
    return callbox::fields{callbox::field{"x", &point::x}};
}
int f(point p) { return p.x; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", callbox::arg("p") = point{1})};
