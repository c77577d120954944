// Decides whether a request may be answered. This is not authentication: it prevents pages of other
// sites from reaching, through a browser, a server that the browser's user can reach.
#include "access.hpp"

#include "base/address.hpp"
#include "http/host.hpp"
#include "http/line.hpp"
#include "http/names.hpp"

namespace callbox::site {

using http::field;

namespace {

constexpr std::size_t served_bytes_max = 100;  // longer authorities are checked each time

std::string lowered(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) c = ascii::to_lower(c);
    return lower;
}

// Whether the text, in lower case, is one of the names.
bool is_in(const std::vector<std::string>& names, std::string_view text) {
    return std::ranges::any_of(names, [&](const auto& name) { return ascii::is_word(text, name); });
}

std::string_view without(std::string_view end, std::string_view text) {
    return text.ends_with(end) ? text.substr(0, text.size() - end.size()) : text;
}

// An address, or a name that always means this machine: no foreign name server resolves these.
//                                                                  RFC 6761, 6.3
bool is_local(std::string_view host) {
    if (host.starts_with('[') || http::is_ipv4(host)) return true;
    const std::string name = lowered(host);
    return name == "localhost" || (name.ends_with(".localhost") && name != ".localhost");
}

// serialized-origin = scheme "://" host [ ":" port ]               RFC 6454, 6.2
// Either scheme is accepted, as a proxy in front may terminate TLS.
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

access::access(const options& chosen, bool loopback_only)
    : local_names_only_(loopback_only && chosen.allow_host.empty()),
      any_host_(!local_names_only_ && (chosen.allow_host.empty() || is_in(chosen.allow_host, "*"))),
      any_origin_(is_in(chosen.cors_origin, "*")) {
    served_.reserve(served_bytes_max);
    for (const std::string& name : chosen.allow_host) {
        const auto host = http::is_authority(name) ? http::host_of(name) : std::string_view(name);
        hosts_.push_back(lowered(without(".", host)));
    }
    for (const std::string& origin : chosen.cors_origin) origins_.push_back(lowered(origin));
}

bool access::may_serve(std::string_view authority) {
    // An absolute name ends with a dot: RFC 1034, 3.1
    const std::string_view host = without(".", http::host_of(authority));
    const bool holds = local_names_only_ ? is_local(host) : is_in(hosts_, host);
    if (holds && authority.size() <= served_.capacity()) served_ = authority;
    return holds;
}

std::string_view access::allowed_origin(const http::request& r) const {
    if (!r.has(field::origin)) return {};
    const std::string_view origin = r[field::origin];
    return any_origin_ || is_in(origins_, origin) ? origin : std::string_view{};
}

// The browser sets Sec-Fetch-Site; scripts cannot forge it. It takes precedence over Origin, which
// looks foreign behind a proxy that changes Host. Browsers omit it on plain HTTP, except to
// localhost; then Origin decides.                                  Fetch Metadata, 2.4
bool access::is_foreign(const http::request& r) const {
    if (any_origin_ || !allowed_origin(r).empty()) return false;
    if (r.has(field::sec_fetch_site)) {
        const std::string_view site = r[field::sec_fetch_site];
        return site != "same-origin" && site != "none";
    }
    return !is_own(r[field::origin], r.authority());
}

caller_field::caller_field(const options& chosen) : name_(lowered(chosen.caller_header)) {
    for (const std::string& each : chosen.caller_from) from_.push_back(net::host_text(each));
}

bool caller_field::is_name(std::string_view text) {
    return http::is_token(text) && !http::is_common(text) &&
           !http::known_at(std::string(text) + ':');
}

std::string caller_field::error_in(const options& chosen) {
    if (!chosen.caller_header.empty() && !is_name(chosen.caller_header))
        return "field \"" + chosen.caller_header + "\" cannot name the user";
    if (chosen.caller_header.empty() && !chosen.caller_from.empty())
        return "trusted proxies are given, but no field that names the user";
    for (const std::string& each : chosen.caller_from)
        if (net::host_text(each).empty())
            return '"' + each + "\" is not an IP address without a port";
    return "";
}

const rejection* caller_field::search(const http::request& r, std::string_view peer,
                                      std::string_view& user) const {
    bool is_there = false;
    std::string_view rest = r.head();
    while (!rest.empty()) {
        const auto [name, value] = http::take_field(rest);
        if (!ascii::is_word(name, name_)) continue;
        if (!is_trusted(peer)) return &rejections::untrusted_user;
        if (is_there) return &rejections::two_users;
        is_there = true;
        user = value;
    }
    return nullptr;
}

bool caller_field::is_trusted(std::string_view peer) const {
    if (peer == "unix") return true;
    const std::string_view host = peer.substr(0, peer.rfind(':'));
    if (host == "[::1]" || (host.starts_with("127.") && http::is_ipv4(host))) return true;
    return std::ranges::find(from_, host) != from_.end() && !host.empty();
}

}  // namespace callbox::site
