// Where to listen, as an operator writes it.
#pragma once

#include "fixed_text.hpp"

#include <sys/socket.h>
#include <sys/un.h>

#include <string>
#include <string_view>

namespace callbox::net {

enum class address_kind { ip, path, inherited };

// Where a socket listens or shall listen. An IP address with its port, a path, or a descriptor
// that somebody else has opened.
struct address {
    address_kind kind = address_kind::ip;
    bool dual = false;             // ":8080", "*:8080": IPv6 and IPv4
    int descriptor = -1;           // inherited
    sockaddr_storage socket = {};  // ip, path
    socklen_t length = 0;

    const sockaddr* raw() const { return reinterpret_cast<const sockaddr*>(&socket); }
    const sockaddr_un& local() const { return reinterpret_cast<const sockaddr_un&>(socket); }
};

// "127.0.0.1:8080", "localhost:8080" (127.0.0.1), "[::1]:8080", ":8080" and "*:8080" (every address
// of the machine), "unix:/path", "fd:3". Port 0 is any free one. Host names are not looked up.
// Returns an empty string, or a clause that says what is wrong.
[[nodiscard]] std::string parse(std::string_view text, address& out);

// Every address of the machine in IPv4 alone, with the port of `a`. Requires: `a` is dual.
address as_ipv4(const address& a);

// The longest IP address with its port.
using ip_text = basic_fixed_text<54>;

// An IP address with its port: "127.0.0.1:52144", "[::1]:52144"; empty where it is no IP address.
// `maps`: an IPv6 address that stands for one of IPv4 is written as that.
ip_text text_of(const sockaddr_storage& ip, bool maps);

// The address as it is written above: "[::1]:8080".
std::string text_of(const address& a);

// The IP address as text_of() writes it, without a port: "10.0.0.7", "[::1]". Takes IPv6 with and
// without brackets; what stands for an IPv4 address is one. Empty: it is no address, or has a port.
std::string host_text(std::string_view ip);

// Whether only this machine can reach it: 127.0.0.0/8, ::1, a path.
bool is_loopback(const address& a);

}  // namespace callbox::net
