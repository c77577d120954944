// refuses: callbox: method names beginning with
// refuses: are reserved by JSON-RPC
#include "functions.hpp"

constexpr callbox::api methods{method<"rpc.add", add>("Sum.", "a", "b")};
