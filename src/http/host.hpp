// The authority of an http URI (RFC 9110, 4.2 and 7.2): the requested host.
#pragma once

#include <string_view>

namespace callbox::http {

// Whether `text` is valid in a Host field: a name or an address, with an optional port. Empty
// text and user information are invalid.
bool is_authority(std::string_view text);

// The host of an authority, without the port; an IPv6 address keeps its brackets. Requires:
// is_authority().
std::string_view host_of(std::string_view authority);

// Whether a host is an IPv4 address. Requires: it contains no NUL.
bool is_ipv4(std::string_view host);

}  // namespace callbox::http
