// refuses: callbox: the result's type has no JSON codec: give it a describe(as<T>)
// refuses: point
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

struct point { double x, y; };
point origin() { return {}; }

constexpr callbox::api methods{method<"point.origin", origin>("Zero.")};
