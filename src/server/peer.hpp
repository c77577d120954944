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
    peer(const sockaddr_storage& from, int socket);

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

}  // namespace callbox::net
