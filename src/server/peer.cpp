// Determines the peer of an accepted socket, for methods and the log.
#include "peer.hpp"

namespace callbox::net {

// An IPv4 client of a dual-stack socket is written as IPv4.
peer::peer(const sockaddr_storage& from, int socket) : text_(text_of(from, true)) {
    if (from.ss_family != AF_UNIX) return;
    text_ = {local};
    ucred who{};
    socklen_t length = sizeof who;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &length) == 0) uid_ = who.uid;
}

}  // namespace callbox::net
