// refuses: callbox: the result's type has no JSON codec: convert it to a type that codec.hpp lists
// refuses: duration
#include <callbox/callbox.hpp>

std::chrono::seconds f() { return {}; }

constexpr callbox::api methods{callbox::method<"f", f>("F.")};
