// refuses: callbox: a parameter's type has no JSON codec
// refuses: span
#include <callbox/callbox.hpp>

int f(std::span<const std::string> s) { return static_cast<int>(s.size()); }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "s")};
