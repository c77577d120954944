// refuses: callbox: a parameter's type has no JSON codec: take a type that codec.hpp lists
// refuses: duration
#include <callbox/callbox.hpp>

#include <chrono>

int f(std::chrono::seconds s) { return static_cast<int>(s.count()); }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "s")};
