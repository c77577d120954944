// The peer of a connection.
#pragma once

#include "base/address.hpp"

#include <callbox/caller.hpp>

namespace callbox::net {

// The peer at the time of accept(). Its process may have exited since.
class peer {
public:
    peer() = default;
    // `from` is the address that accept() returned for `socket`. Queries the user of a unix socket.
    // An IPv4 client of a dual-stack socket is written as IPv4.
    peer(const sockaddr_storage& from, int socket) : text_(text_of(from, true)) {
        if (from.ss_family != AF_UNIX) return;
        text_ = {local};
        ucred who{};
        socklen_t length = sizeof who;
        if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &who, &length) == 0) uid_ = who.uid;
    }

    bool is_local() const { return text() == local; }
    // The user of a unix socket, if the kernel reports it.
    std::optional<std::uint32_t> uid() const {
        return uid_ == no_uid ? std::nullopt : std::optional(uid_);
    }
    // "127.0.0.1:52144", "[::1]:52144", "unix".
    std::string_view text() const { return text_; }

private:
    static constexpr std::uint32_t no_uid = UINT32_MAX;
    static constexpr std::string_view local = "unix";

    ip_text text_;
    std::uint32_t uid_ = no_uid;
};

inline const peer unknown_peer{};

}  // namespace callbox::net
