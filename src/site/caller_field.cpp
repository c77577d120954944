// Finds the user named by a proxy in the head of a call.
#include "caller_field.hpp"

#include "base/address.hpp"
#include "http/host.hpp"
#include "http/line.hpp"
#include "http/names.hpp"

namespace callbox::site {

caller_field::caller_field(const options& chosen) : name_(chosen.caller_header) {
    for (char& c : name_) c = ascii::to_lower(c);
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

const rejection* caller_field::find(const http::request& r, std::string_view peer,
                                    std::string_view& user) const {
    if (name_.empty()) return nullptr;
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
