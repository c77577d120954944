// refuses: callbox: with<> takes before<>, after<>, fails and raises<>
#include <callbox/callbox.hpp>

using callbox::arg, callbox::method;

int f() { return 0; }

constexpr callbox::api plain{method<"f", f>("F.")};
constexpr callbox::api methods = callbox::with<plain>(callbox::reads_only);
