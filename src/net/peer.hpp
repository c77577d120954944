// The other end of a connection.
#pragma once

#include "rpc/sender.hpp"

#include <sys/socket.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace callbox::net {

// Who it was when the connection was accepted: it may be gone since. Its text is made only when a
// method asks for it.
class peer final : public rpc::sender {
public:
    peer() = default;
    // `from` is what accept() says of `socket`. Of a unix socket it asks the kernel for the user.
    peer(const sockaddr_storage& from, int socket);

    bool is_local() const { return family_ == AF_UNIX; }
    // Of a unix socket, where the kernel tells.
    std::optional<std::uint32_t> uid() const;
    caller tell(std::string& text) const override;

private:
    static constexpr std::uint32_t no_uid = UINT32_MAX;

    std::array<std::uint8_t, 16> host_{};  // IPv4 takes the first four
    std::uint16_t port_ = 0;               // as it is on the wire
    sa_family_t family_ = AF_UNSPEC;
    std::uint32_t uid_ = no_uid;
};

}  // namespace callbox::net
