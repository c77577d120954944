// Checks the authority in Host or after "http://", for parse.cpp. site/ decides whether the host is
// served.
#include "host.hpp"

#include "characters.hpp"

#include <arpa/inet.h>

#include <cassert>

namespace callbox::http {

namespace {

bool is_address(int family, std::string_view text) {
    char copy[INET6_ADDRSTRLEN] = {};
    in6_addr ignored;
    return text.copy(copy, sizeof copy - 1) == text.size() &&
           inet_pton(family, copy, &ignored) == 1;
}

// [ ":" port ], port = *DIGIT, here at most 65535                  RFC 3986, 3.2.3
bool is_port_part(std::string_view text) {
    if (text.empty() || text == ":") return true;
    return text[0] == ':' && read_number<std::uint16_t>(text.substr(1));
}

}  // namespace

// Host = uri-host [ ":" port ]                                     RFC 9110, 7.2
// host = IP-literal / IPv4address / reg-name                       RFC 3986, 3.2.2
// IP-literal = "[" IPv6address "]": neither a zone (RFC 6874) nor IPvFuture, as a server has no use
// for them
// reg-name = *( unreserved / pct-encoded / sub-delims ), but not empty here: RFC 9110, 4.2.1
bool is_authority(std::string_view text) {
    if (text.starts_with('[')) {
        const std::string_view literal = host_of(text);
        return literal.size() >= 2 && literal.ends_with(']') &&
               is_address(AF_INET6, literal.substr(1, literal.size() - 2)) &&
               is_port_part(text.substr(literal.size()));
    }
    const std::size_t length = length_of(host_char, text);
    return length != 0 && is_port_part({text.data() + length, text.size() - length});
}

// IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet            RFC 3986, 3.2.2
bool is_ipv4(std::string_view host) { return is_address(AF_INET, host); }

std::string_view host_of(std::string_view authority) {
    assert(!authority.empty());
    if (authority[0] != '[') return authority.substr(0, authority.find(':'));
    const std::size_t close = authority.find(']');
    return authority.substr(0, close == std::string_view::npos ? close : close + 1);
}

}  // namespace callbox::http
