// refuses: callbox: the result's type has no JSON codec: give it a describe(as<T>)
// refuses: point
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

struct point { double x, y; };
callbox::result<std::vector<point>> path() { return std::vector<point>{}; }

constexpr callbox::api methods{method<"path", path>("Path.")};
