// Listening addresses and their text form.
#pragma once

#include "fixed_text.hpp"

#include <sys/socket.h>
#include <sys/un.h>

#include <string>

namespace callbox::net {

enum class address_kind { ip, path, inherited };

// The address of a listening socket: an IP address and port, a path, or a descriptor that another
// process has opened.
struct address {
    address_kind kind = address_kind::ip;
    bool dual = false;             // ":8080", "*:8080": IPv6 and IPv4
    int descriptor = -1;           // inherited
    sockaddr_storage socket = {};  // ip, path
    socklen_t length = 0;

    const sockaddr* raw() const { return reinterpret_cast<const sockaddr*>(&socket); }
    const sockaddr_un& local() const { return reinterpret_cast<const sockaddr_un&>(socket); }
};

// Accepts "127.0.0.1:8080", "localhost:8080" (127.0.0.1), "[::1]:8080", ":8080" and "*:8080" (every
// address of the machine), "unix:/path" and "fd:3". Port 0 means any free port. Host names are not
// resolved. Returns an empty string or an error message.
[[nodiscard]] std::string parse(std::string_view text, address& out);

// The IPv4 wildcard address with the port of `a`. Requires: `a` is dual.
address as_ipv4(const address& a);

// The longest IP address with its port.
using ip_text = basic_fixed_text<54>;

// An IP address with its port: "127.0.0.1:52144", "[::1]:52144"; empty for other families. If
// `maps`, an IPv4-mapped IPv6 address is written as the IPv4 address.
ip_text text_of(const sockaddr_storage& ip, bool maps);

// The inverse of parse(): "[::1]:8080".
std::string text_of(const address& a);

// Normalizes an IP address without a port to the form of text_of(): "10.0.0.7", "[::1]". Accepts
// IPv6 with or without brackets; an IPv4-mapped address becomes IPv4. Empty if `ip` is not an IP
// address or has a port.
std::string host_text(std::string_view ip);

// Whether only local clients can reach it: 127.0.0.0/8, ::1 or a path.
bool is_loopback(const address& a);

}  // namespace callbox::net
