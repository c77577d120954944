// Decides whether a request may be answered. Nothing here is secret or proves who somebody is: it
// keeps strangers' pages from using a browser to reach a server that its user can reach.
#include "access.hpp"

#include "base/ascii.hpp"
#include "http/host.hpp"

#include <algorithm>
#include <cstddef>

namespace callbox::site {

using http::field;

namespace {

constexpr std::size_t served_bytes_max = 100;  // longer ones are checked each time

std::string lowered(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = ascii::to_lower(c);
    return lower;
}

bool is_any(const std::vector<std::string>& names) {
    return std::ranges::find(names, "*") != names.end();
}

// Requires: `names` are in small letters.
bool is_in(const std::vector<std::string>& names, std::string_view text) {
    return std::ranges::any_of(names, [&](const auto& name) { return ascii::is_word(text, name); });
}

std::string_view without(std::string_view end, std::string_view text) {
    return text.ends_with(end) ? text.substr(0, text.size() - end.size()) : text;
}

// Without the dot that ends a complete name.                       RFC 1034, 3.1
std::string_view without_dot(std::string_view host) { return without(".", host); }

// An address, or a name that is always this machine: no stranger's name server decides these.
//                                                                  RFC 6761, 6.3
bool is_local(std::string_view host) {
    if (host.starts_with('[') || http::is_ipv4(host)) return true;
    const std::string name = lowered(host);
    return name == "localhost" || (name.ends_with(".localhost") && name != ".localhost");
}

// serialized-origin = scheme "://" host [ ":" port ]               RFC 6454, 6.2
// The scheme may be either: a proxy before the server may speak TLS.
bool is_own(std::string_view origin, std::string_view authority) {
    const std::size_t colon = origin.find(':');
    if (colon == std::string_view::npos || origin.substr(colon, 3) != "://") return false;
    const std::string_view scheme = origin.substr(0, colon);
    const bool tls = ascii::is_word(scheme, "https");
    if (!tls && !ascii::is_word(scheme, "http")) return false;
    const std::string_view port = tls ? ":443" : ":80";
    const std::string_view host = without(port, origin.substr(colon + 3));
    return !host.empty() && ascii::is_word(host, lowered(without(port, authority)));
}

}  // namespace

access::access(const options& how, bool loopback_only)
    : local_names_only_(loopback_only && how.allow_host.empty()),
      any_host_(!local_names_only_ && (how.allow_host.empty() || is_any(how.allow_host))),
      any_origin_(is_any(how.cors_origin)) {
    served_.reserve(served_bytes_max);
    for (const std::string& name : how.allow_host) {
        const auto host = http::is_authority(name) ? http::host_of(name) : std::string_view(name);
        hosts_.push_back(lowered(without_dot(host)));
    }
    for (const std::string& origin : how.cors_origin) origins_.push_back(lowered(origin));
}

bool access::may_serve(std::string_view authority) {
    const std::string_view host = without_dot(http::host_of(authority));
    const bool holds = local_names_only_ ? is_local(host) : is_in(hosts_, host);
    if (holds && authority.size() <= served_.capacity()) served_ = authority;
    return holds;
}

std::string_view access::allowed_origin(const http::request& r) const {
    if (!r.has(field::origin)) return {};
    const std::string_view origin = r[field::origin];
    return any_origin_ || is_in(origins_, origin) ? origin : std::string_view{};
}

// The browser itself sets Sec-Fetch-Site, and no script can forge it. Where it is present, Origin
// is not needed, which would look foreign behind a proxy that changes Host. Browsers omit it on
// plain HTTP to hosts other than localhost; then Origin decides.       Fetch Metadata, 2.4
bool access::is_foreign(const http::request& r) const {
    if (any_origin_ || !allowed_origin(r).empty()) return false;
    if (r.has(field::sec_fetch_site)) {
        const std::string_view site = r[field::sec_fetch_site];
        return site != "same-origin" && site != "none";
    }
    return !is_own(r[field::origin], r.authority());
}

}  // namespace callbox::site
