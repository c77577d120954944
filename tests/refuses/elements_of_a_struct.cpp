// refuses: a_constraint_does_not_apply_to_this_type
#include <callbox/callbox.hpp>

struct point {
    int x;
};
constexpr auto describe(callbox::as<point>) {
    return callbox::fields{callbox::field{"x", &point::x}};
}
int f(const std::vector<point>& v) { return static_cast<int>(sizeof v); }

constexpr callbox::api methods{
    callbox::method<"f", f>("F.", callbox::arg("v").each<callbox::in(1, 2)>()),
};
