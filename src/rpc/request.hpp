// The request object of JSON-RPC 2.0, 4.
#pragma once

#include <callbox/json.hpp>

#include <cstdint>
#include <string_view>

namespace callbox::rpc {

struct request {
    std::string_view method = {};
    std::string_view id = "null";  // its token, byte for byte; "null" where none is legal
    std::uint32_t params = 0;      // their node: an array, an object, or 0 where there are none
    bool notification = false;
    const char* wrong = nullptr;   // why it is no request: a sentence; then only `id` counts
};

// Reads one message of `text`, which the views in the request point into.
request read_request(document& text, value message);

}  // namespace callbox::rpc
