// The authority of an http URI (RFC 9110, 4.2 and 7.2): the host that a request names.
#pragma once

#include <string_view>

namespace callbox::http {

// Whether `text` may stand in a Host field: a name or an address, perhaps with a port. Not empty,
// no user information.
bool is_authority(std::string_view text);

// The host in it, without the port; an IPv6 address keeps its brackets. Requires: is_authority().
std::string_view host_of(std::string_view authority);

// Whether a host is an IPv4 address. Requires: there is no NUL in it.
bool is_ipv4(std::string_view host);

}  // namespace callbox::http
