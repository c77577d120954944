// refuses: callbox: a first parameter T& is state, not part of the call: take text
#include <callbox/callbox.hpp>

int f(std::string& s) { return static_cast<int>(s.size()); }

constexpr callbox::api methods{callbox::method<"f", f>("F.", "s")};
