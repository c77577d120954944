// refuses: callbox: method names beginning with
// refuses: belong to the protocol
#include <callbox/callbox.hpp>

using callbox::arg, callbox::by_name_only, callbox::method;

double add(double a, double b) { return a + b; }

constexpr callbox::api methods{method<"rpc.add", add>("Sum.", "a", "b")};
