// WebSockets of a client, for the programs of the benchmark.
#pragma once

#include "../../tests/support/frames.hpp"
#include "calls.hpp"
#include "loopback.hpp"

#include <cstdint>
#include <string>

namespace bench {

// A connected socket after the handshake; exits if there is none.
inline int open_websocket(std::uint16_t port) {
    const int socket = dial(port);
    if (socket == -1) fail("connect");
    const auto size = static_cast<ssize_t>(handshake.size());
    if (::send(socket, handshake.data(), handshake.size(), MSG_NOSIGNAL) != size) fail("send");
    std::string answer;
    while (!answer.ends_with("\r\n\r\n")) {
        char part[1024];
        const ssize_t count = ::recv(socket, part, sizeof part, 0);
        if (count <= 0) fail("recv");
        answer.append(part, static_cast<std::size_t>(count));
    }
    if (!answer.starts_with("HTTP/1.1 101 ")) fail("handshake");
    return socket;
}

}  // namespace bench
