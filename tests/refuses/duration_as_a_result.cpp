// refuses: callbox: the result's type is unknown to JSON: convert it to one of those
// refuses: duration
#include <callbox/callbox.hpp>

std::chrono::seconds f() { return {}; }

constexpr callbox::api methods{callbox::method<"f", f>("F.")};
