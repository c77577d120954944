// refuses: callbox: a parameter's type has no JSON codec: take a type that codec.hpp lists
#include <callbox/callbox.hpp>

int f(std::chrono::sys_time<std::chrono::minutes>) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "at")};
