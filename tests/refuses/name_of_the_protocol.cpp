// refuses: callbox: method names beginning with
// refuses: belong to the protocol
#include "functions.hpp"

constexpr callbox::api methods{method<"rpc.add", add>("Sum.", "a", "b")};
