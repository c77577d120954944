// The opening handshake (RFC 6455, 4), read from the head of a GET request or of its response.
#pragma once

#include "http/parse.hpp"

#include <optional>
#include <string>

namespace callbox::websocket {

enum class offer : std::uint8_t {
    none,         // no upgrade to WebSocket: 405
    accepted,     // 101
    bad_version,  // 426, with Sec-WebSocket-Version: 13
    malformed,    // 400
};

// The handshake of a client. The views point into the head.
struct opening {
    offer what = offer::none;
    const char* reason = "";         // of malformed; a string literal, one clause
    std::string_view key = {};       // Sec-WebSocket-Key, 24 characters; if accepted
    std::string_view protocol = {};  // the selected subprotocol; empty: none
    // The token offered as a subprotocol, "bearer." and unpadded base64url, without that prefix.
    // Valid only along with the subprotocol "callbox".
    std::optional<std::string_view> bearer = {};
    bool offers_callbox = false;
};

// Requires: `r` is a GET with a complete head.
opening read_opening(const http::request& r);

// Returns the name of the first invalid field of a 101 response to a handshake with that key, the
// subprotocol "callbox" and no extensions; null if all are valid.                  RFC 6455, 4.1
// Requires: the grammar of the field lines was checked.
const char* invalid_field(std::string_view head, std::string_view key);

// Sec-WebSocket-Accept for a key.                                          RFC 6455, 4.2.2, 5.4
// Throws std::bad_alloc. Requires: 24 characters.
std::string accept_of(std::string_view key);

}  // namespace callbox::websocket
