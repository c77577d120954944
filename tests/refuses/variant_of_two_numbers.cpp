// refuses: callbox: two alternatives of a variant take the same kind of JSON
#include <callbox/callbox.hpp>

int f(std::variant<int, double>) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "n")};
