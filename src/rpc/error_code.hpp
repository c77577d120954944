// Error codes that are not declared by a method.
#pragma once

namespace callbox::rpc {

// The codes of JSON-RPC 2.0, 5.1, and the additional codes of callbox.
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
