// Whether this machine has IPv6, which its kernel may lack and its administrator may switch off.
#pragma once

#include "base/fd.hpp"

#include <netinet/in.h>
#include <sys/socket.h>

namespace support {

inline bool has_ipv6() {
    const callbox::fd socket(::socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in6 own{};
    own.sin6_family = AF_INET6;
    own.sin6_addr = in6addr_loopback;
    return ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0;
}

}  // namespace support
