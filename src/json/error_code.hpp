// The codes of error objects that are not a method's own.
#pragma once

namespace callbox::rpc {

// Those of JSON-RPC 2.0, 5.1, and those that callbox adds.
enum code : int {
    parse_error = -32700,
    invalid_request = -32600,
    method_not_found = -32601,
    invalid_params = -32602,
    internal_error = -32603,
    response_too_large = -32001,
    busy = -32002,
    timed_out = -32003,
};

}  // namespace callbox::rpc
