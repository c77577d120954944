// refuses: callbox: a parameter's type has no JSON codec: give it a describe(as<T>)
// refuses: point
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

struct point { double x, y; };
double length(point p) { return p.x + p.y; }

constexpr callbox::api methods{method<"point.length", length>("Length.", "p")};
