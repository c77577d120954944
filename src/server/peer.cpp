// Finds out who is at the other end of an accepted socket, for methods and the log.
#include "peer.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

namespace callbox::net {

// A client that uses IPv4 at a socket of both versions is written as IPv4.
peer::peer(const sockaddr_storage& from, int socket) {
    char host[INET6_ADDRSTRLEN] = {};
    if (from.ss_family == AF_INET) {
        const auto& v4 = reinterpret_cast<const sockaddr_in&>(from);
        (void)::inet_ntop(AF_INET, &v4.sin_addr, host, sizeof host);
        text_ = {host, ":", digits(ntohs(v4.sin_port))};
    } else if (from.ss_family == AF_INET6) {
        const auto& v6 = reinterpret_cast<const sockaddr_in6&>(from);
        const bool is_v4 = IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr);
        const void* const address = v6.sin6_addr.s6_addr + (is_v4 ? 12 : 0);
        (void)::inet_ntop(is_v4 ? AF_INET : AF_INET6, address, host, sizeof host);
        text_ = {is_v4 ? "" : "[", host, is_v4 ? ":" : "]:", digits(ntohs(v6.sin6_port))};
    } else if (from.ss_family == AF_UNIX) {
        text_ = {local};
        ucred who{};
        socklen_t length = sizeof who;
        if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &length) == 0) uid_ = who.uid;
    }
}

}  // namespace callbox::net
