// The URL of a server and the addresses of its host. No system calls, no DNS.
#pragma once

#include "base/address.hpp"

#include <vector>

namespace callbox::net {

struct url {
    std::string host;             // "localhost", "127.0.0.1", "[::1]"; empty: a unix socket
    std::uint16_t port = 80;
    std::string socket;           // the path of a unix socket
    std::string target;  // path and query
    bool websocket = false;
};

// Accepts "http://127.0.0.1:8080/api", "http://[::1]/", "localhost:8080" and
// "unix:/run/x.sock:/api" (the path follows the last ":/"). `target` is the default path.
// Returns an empty string or an error message.
[[nodiscard]] std::string parse(std::string_view text, url& out,
                                std::string_view target = "/api");

// The same for an endpoint, which may also be "ws://127.0.0.1:8080/api" or
// "ws+unix:/run/x.sock:/api": calls then go over a WebSocket.
[[nodiscard]] std::string parse_endpoint(std::string_view text, url& out);

// The value of Host: "localhost:8080", without port 80; "localhost" for a unix socket.
std::string authority_of(const url& u);

// The addresses to try in order, at most 8. Names are looked up in `hosts`, the text of /etc/hosts;
// localhost is always ::1 and 127.0.0.1. Empty if the name is unknown.
std::vector<address> addresses_of(const url& u, std::string_view hosts);

}  // namespace callbox::net
