// Parses URLs and finds their addresses in the text of /etc/hosts, for client/dial.
#include "url.hpp"

#include "http/characters.hpp"
#include "http/host.hpp"

namespace callbox::net {

namespace {

constexpr std::size_t addresses_max = 8;

constexpr const char* forms =
    "expected [http://]HOST[:PORT][/PATH] or unix:/SOCKET[:/PATH]";

std::string parse_socket(std::string_view text, url& out) {
    const std::size_t colon = text.rfind(":/");
    out.socket = text.substr(0, colon);
    if (colon != std::string_view::npos) out.target = text.substr(colon + 1);
    if (!http::is_text_of(http::target_char, out.target)) return "invalid character in the path";
    address ignored;
    return parse("unix:" + out.socket, ignored);
}

// http-URI = "http" "://" authority path-abempty [ "?" query ]     RFC 9110, 4.2.1
std::string parse_http(std::string_view text, url& out) {
    const std::size_t end = std::min(text.find_first_of("/?"), text.size());
    const std::string_view authority = text.substr(0, end);
    if (authority.find('@') != std::string_view::npos)
        return "user names in URLs are not supported";
    if (!http::is_authority(authority)) return forms;
    const std::string_view host = http::host_of(authority);
    for (const char c : host) out.host += ascii::to_lower(c);
    if (const auto digits = authority.substr(host.size()); digits.size() > 1) {
        out.port = read_number<std::uint16_t>(digits.substr(1)).value_or(0);
        if (out.port == 0) return "the port must be a number from 1 to 65535";
    }
    const std::string_view target = text.substr(end);
    if (!http::is_text_of(http::target_char, target)) return "invalid character in the path";
    if (target.starts_with('/')) out.target = target;
    else out.target += target;  // only a query, or nothing
    return "";
}

bool take_scheme(std::string_view& text, std::string_view scheme) {
    if (!ascii::is_word(text.substr(0, scheme.size()), scheme)) return false;
    text.remove_prefix(scheme.size());
    return true;
}

// Adds nothing if `host` is not an IP address.
void add(std::vector<address>& to, std::string host, std::uint16_t port) {
    address made;
    host += ':' + std::to_string(port);
    const bool is_one = parse(host, made).empty() && made.kind == address_kind::ip && !made.dual;
    if (is_one && to.size() < addresses_max) to.push_back(made);
}

std::string_view take_word(std::string_view& line) {
    constexpr std::string_view blanks = " \t\r";
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(blanks));
    line.remove_prefix(word.size());
    return word;
}

}  // namespace

// URI = scheme ":" hier-part [ "?" query ]                         RFC 3986, 3
std::string parse(std::string_view text, url& out, std::string_view target) {
    out = {};
    out.target = target;
    if (take_scheme(text, "unix:")) return parse_socket(text, out);
    if (take_scheme(text, "https://"))
        return "https is not supported; use http://, or a proxy that adds TLS";
    if (!take_scheme(text, "http://") && text.find(":/") < text.find_first_of("/?")) return forms;
    return parse_http(text, out);
}

std::string parse_endpoint(std::string_view text, url& out) {
    std::string_view rest = text;
    if (take_scheme(rest, "wss://"))
        return "wss is not supported; use ws://, or a proxy that adds TLS";
    bool is_websocket = take_scheme(rest, "ws://");
    if (!is_websocket && take_scheme(rest, "ws+")) is_websocket = rest.starts_with("unix:");
    std::string problem = parse(is_websocket ? rest : text, out);
    out.websocket = is_websocket;
    return problem;
}

std::string authority_of(const url& u) {
    if (u.host.empty()) return "localhost";
    return u.port == 80 ? u.host : u.host + ':' + std::to_string(u.port);
}

std::vector<address> addresses_of(const url& u, std::string_view hosts) {
    std::vector<address> all;
    if (u.host.empty()) {
        address local;
        if (parse("unix:" + u.socket, local).empty()) all.push_back(local);
        return all;
    }
    if (u.host == "localhost" || u.host.ends_with(".localhost")) {  // RFC 6761, 6.3
        add(all, "[::1]", u.port);
        add(all, "127.0.0.1", u.port);
        return all;
    }
    add(all, u.host, u.port);
    if (!all.empty()) return all;
    // Each line has an address and its names: hosts(5).
    while (!hosts.empty()) {
        std::string_view line = ascii::take_until(hosts, '\n');
        line = line.substr(0, line.find('#'));
        std::string ip(take_word(line));
        if (ip.find(':') != std::string::npos) ip = '[' + ip + ']';
        for (auto name = take_word(line); !name.empty(); name = take_word(line))
            if (ascii::is_word(name, u.host)) add(all, ip, u.port);
    }
    return all;
}

}  // namespace callbox::net
