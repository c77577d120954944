// Parses and formats the addresses of --listen. No system calls, no name resolution.
#include "address.hpp"

#include "ascii.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cassert>

namespace callbox::net {

namespace {

const sockaddr_in& v4(const sockaddr_storage& a) {
    assert(a.ss_family == AF_INET);
    return reinterpret_cast<const sockaddr_in&>(a);
}
const sockaddr_in6& v6(const sockaddr_storage& a) {
    assert(a.ss_family == AF_INET6);
    return reinterpret_cast<const sockaddr_in6&>(a);
}

bool put_ip(std::string_view host, std::uint16_t port, address& out) {
    const bool is_v6 = host.size() > 2 && host.front() == '[' && host.back() == ']';
    if (is_v6) host = host.substr(1, host.size() - 2);
    char text[INET6_ADDRSTRLEN] = {};
    if (host.size() >= sizeof text || host.find('\0') != std::string_view::npos) return false;
    host.copy(text, host.size());
    const auto put = [&](auto& ip, int family, void* number) {
        if (inet_pton(family, text, number) != 1) return false;
        std::memcpy(&out.socket, &ip, sizeof ip);
        out.length = sizeof ip;
        return true;
    };
    sockaddr_in in{};
    sockaddr_in6 in6{};
    in.sin_family = AF_INET;
    in6.sin6_family = AF_INET6;
    in.sin_port = in6.sin6_port = htons(port);
    return is_v6 ? put(in6, AF_INET6, &in6.sin6_addr) : put(in, AF_INET, &in.sin_addr);
}

std::string parse_path(std::string_view path, address& out) {
    sockaddr_un un{};
    if (path.empty()) return "unix: requires a path";
    if (path.find('\0') != std::string_view::npos) return "the path contains a NUL byte";
    if (path.size() >= sizeof un.sun_path)
        return "a socket path is limited to " + std::to_string(sizeof un.sun_path - 1) + " bytes";
    un.sun_family = AF_UNIX;
    path.copy(un.sun_path, path.size());
    out.kind = address_kind::path;
    std::memcpy(&out.socket, &un, sizeof un);
    out.length = sizeof un;
    return "";
}

std::string parse_ip(std::string_view host, std::string_view port_text, address& out) {
    const auto port = read_number<std::uint16_t>(port_text);
    if (!port) return "the port must be a number from 0 to 65535";
    out.dual = host.empty() || host == "*";
    if (out.dual) host = "[::]";
    if (host == "localhost") host = "127.0.0.1";
    if (put_ip(host, *port, out)) return "";
    if (host.starts_with('[')) return "expected an IPv6 address between [ and ]";
    if (host.find(':') != std::string_view::npos) return "an IPv6 address must be in [ and ]";
    return "host names are not resolved; use an IP address, or :PORT for all addresses";
}

// Every new connection's address is formatted; inet_ntop() takes twice as long.
ip_text text_of_v4(const unsigned char* host, std::uint16_t port) {
    return {digits(host[0]), ".", digits(host[1]), ".", digits(host[2]), ".", digits(host[3]),
            ":", digits(port)};
}

}  // namespace

// address = "unix:" path / "fd:" 1*DIGIT / host ":" 1*DIGIT
std::string parse(std::string_view text, address& out) {
    out = {};
    if (text.starts_with("unix:")) return parse_path(text.substr(5), out);
    if (text.starts_with("fd:")) {
        const auto descriptor = read_number<int>(text.substr(3));
        out.kind = address_kind::inherited;
        out.descriptor = descriptor.value_or(-1);
        return descriptor ? "" : "fd: requires a number";
    }
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return "expected 127.0.0.1:8080, [::1]:8080, :8080, unix:/path or fd:3";
    return parse_ip(text.substr(0, colon), text.substr(colon + 1), out);
}

address as_ipv4(const address& a) {
    assert(a.dual);
    address all;
    put_ip("0.0.0.0", ntohs(v6(a.socket).sin6_port), all);
    return all;
}

ip_text text_of(const sockaddr_storage& ip, bool maps) {
    if (ip.ss_family == AF_INET) {
        const sockaddr_in& in = v4(ip);
        return text_of_v4(reinterpret_cast<const unsigned char*>(&in.sin_addr), ntohs(in.sin_port));
    }
    if (ip.ss_family != AF_INET6) return {};
    const in6_addr& v6_host = v6(ip).sin6_addr;
    const std::uint16_t port = ntohs(v6(ip).sin6_port);
    if (maps && IN6_IS_ADDR_V4MAPPED(&v6_host)) return text_of_v4(v6_host.s6_addr + 12, port);
    char host[INET6_ADDRSTRLEN] = {};
    inet_ntop(AF_INET6, &v6_host, host, sizeof host);
    return {"[", host, "]:", digits(port)};
}

std::string text_of(const address& a) {
    if (a.kind == address_kind::inherited) return "fd:" + std::to_string(a.descriptor);
    if (a.kind == address_kind::path) return std::string("unix:") + a.local().sun_path;
    return std::string(text_of(a.socket, false));
}

std::string host_text(std::string_view ip) {
    address a;
    const bool is_bare_v6 = !ip.starts_with('[') && ip.find(':') != std::string_view::npos;
    if (!put_ip(is_bare_v6 ? '[' + std::string(ip) + ']' : std::string(ip), 0, a)) return "";
    const std::string text(text_of(a.socket, true));
    return text.substr(0, text.rfind(':'));
}

bool is_loopback(const address& a) {
    if (a.socket.ss_family == AF_UNIX) return true;
    if (a.socket.ss_family == AF_INET) return ntohl(v4(a.socket).sin_addr.s_addr) >> 24 == 127;
    if (a.socket.ss_family != AF_INET6) return false;
    const in6_addr& host = v6(a.socket).sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(&host) || (IN6_IS_ADDR_V4MAPPED(&host) && host.s6_addr[12] == 127);
}

}  // namespace callbox::net
