// refuses: callbox: a parameter's type is unknown to JSON: take one of those that codec.hpp lists
#include <callbox/callbox.hpp>

int f(std::chrono::sys_time<std::chrono::minutes>) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "at")};
