// refuses: callbox: a parameter's type is unknown to JSON: take one of those that codec.hpp lists
// refuses: duration
#include <callbox/callbox.hpp>

#include <chrono>

int f(std::chrono::seconds s) { return static_cast<int>(s.count()); }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "s")};
