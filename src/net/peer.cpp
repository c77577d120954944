// An accepted socket in; what a method may know of its other end out, to rpc/dispatch.
#include "peer.hpp"

#include "address.hpp"

#include <netinet/in.h>

#include <algorithm>
#include <cstring>

namespace callbox::net {

// Who comes by IPv4 to a socket of both versions is told as IPv4.
peer::peer(const sockaddr_storage& from, int socket) : family_(from.ss_family) {
    const auto keep = [this](const auto& host, auto port) {
        std::memcpy(host_.data(), &host, sizeof host);
        port_ = port;
    };
    if (family_ == AF_INET) {
        const auto& v4 = reinterpret_cast<const sockaddr_in&>(from);
        keep(v4.sin_addr, v4.sin_port);
    } else if (family_ == AF_INET6) {
        const auto& v6 = reinterpret_cast<const sockaddr_in6&>(from);
        keep(v6.sin6_addr, v6.sin6_port);
        if (!IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr)) return;
        std::copy(host_.begin() + 12, host_.end(), host_.begin());
        family_ = AF_INET;
    } else if (family_ == AF_UNIX) {
        ucred who{};
        socklen_t length = sizeof who;
        if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &length) == 0) uid_ = who.uid;
    }
}

std::optional<std::uint32_t> peer::uid() const {
    if (uid_ == no_uid) return std::nullopt;
    return uid_;
}

caller peer::tell(std::string& text) const {
    if (family_ == AF_UNIX) return {.peer = "unix", .uid = uid()};
    address a;
    a.socket.ss_family = family_;
    if (family_ == AF_INET) {
        auto& v4 = reinterpret_cast<sockaddr_in&>(a.socket);
        std::memcpy(&v4.sin_addr, host_.data(), sizeof v4.sin_addr);
        v4.sin_port = port_;
    } else if (family_ == AF_INET6) {
        auto& v6 = reinterpret_cast<sockaddr_in6&>(a.socket);
        std::memcpy(&v6.sin6_addr, host_.data(), sizeof v6.sin6_addr);
        v6.sin6_port = port_;
    } else {
        return {};
    }
    text = text_of(a);
    return {.peer = text};
}

}  // namespace callbox::net
