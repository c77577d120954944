// refuses: callbox: the alternatives of a variant must differ in their kind of JSON
#include <callbox/callbox.hpp>

int f(std::variant<int, double>) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "n")};
