// A simple reader of request heads (RFC 9112, 2 to 6), not fast or frugal, and as strict as the
// specifications allow a server to be. It uses nothing of callbox except its limits.
#pragma once

#include <callbox/limits.hpp>

#include <arpa/inet.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

namespace fuzz {

struct head {
    enum class outcome { more, bad, done };
    outcome what = outcome::more;
    bool begun = false;  // there are bytes other than CRLF
    std::string method = {}, path = {}, authority = {};
    bool version_1_0 = false, keep_alive = true, chunked = false, expects = false;
    std::uint64_t content_length = 0;
    std::size_t bytes = 0;
    // By name in lower case; the last of each, but all of Accept.
    std::map<std::string, std::string> fields = {};
};

// `more` if the text may still become a head within the limits.
head read_head(std::string_view text, const callbox::limits& bounds);

namespace detail {

inline bool is_alnum(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
inline bool is_of(char c, std::string_view more) {
    return is_alnum(c) || more.find(c) != std::string_view::npos;
}
inline bool is_token(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return is_of(c, "!#$%&'*+-.^_`|~");
    });
}
inline bool is_text(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
    });
}
inline bool are_digits(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}
// Whether all characters are alphanumeric, in `more`, or "%" and two hexadecimal digits.
inline bool is_uri_of(std::string_view text, std::string_view more) {
    static constexpr std::string_view hexadecimal = "0123456789abcdefABCDEF";
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (is_of(text[i], more)) continue;
        if (text[i] != '%' || text.size() - i < 3) return false;
        for (int n = 0; n < 2; ++n)
            if (hexadecimal.find(text[++i]) == std::string_view::npos) return false;
    }
    return true;
}
inline std::string lower(std::string_view text) {
    std::string all(text);
    for (char& c : all)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 0x20);
    return all;
}
inline std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text[0] == ' ' || text[0] == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}
// The text before the first `mark`, and the text after it.
inline std::string_view before(std::string_view text, std::string_view mark) {
    return text.substr(0, text.find(mark));
}
inline std::string_view after(std::string_view text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    return at == text.npos ? std::string_view{} : text.substr(at + mark.size());
}

// host [ ":" port ], where a host is not empty                     RFC 9110, 4.2.1 and 7.2
inline bool is_authority(std::string_view text) {
    std::string_view host = before(text, ":");
    if (text.starts_with('[')) {
        if (text.find(']') == text.npos) return false;
        const std::string address(before(text.substr(1), "]"));
        in6_addr ignored;
        if (address.find('\0') != address.npos) return false;
        if (inet_pton(AF_INET6, address.c_str(), &ignored) != 1) return false;
        host = text.substr(0, address.size() + 2);
    } else if (host.empty() || !is_uri_of(host, "-._~!$&'()*+,;=")) {
        return false;
    }
    const std::string_view port = text.substr(host.size());
    if (port.empty() || port == ":") return true;
    if (port[0] != ':' || !are_digits(port.substr(1))) return false;
    const std::size_t zeros = std::min(port.find_first_not_of('0', 1), port.size() - 1);
    return port.size() - zeros <= 5 && std::atoi(std::string(port.substr(zeros)).c_str()) <= 65535;
}

// request-target, except authority-form                            RFC 9112, 3.2
inline bool read_target(std::string_view target, head& out) {
    std::string_view path = target;
    if (target == "*") return out.path = target, out.method == "OPTIONS";
    if (!target.starts_with('/')) {
        const std::string scheme = lower(before(target, "://"));
        if (target.find("://") == target.npos) return false;
        if (scheme != "http" && scheme != "https") return false;
        const std::string_view rest = after(target, "://");
        const std::string_view authority = rest.substr(0, rest.find_first_of("/?"));
        if (!is_authority(authority)) return false;
        out.authority = authority;
        path = rest.substr(authority.size());
    }
    const std::string_view query = path.substr(before(path, "?").size());
    out.path = before(path, "?");
    if (out.path.empty()) out.path = "/";
    return is_uri_of(path, "-._~!$&'()*+,;=:/[]@?") && is_uri_of(query, "-._~!$&'()*+,;=:/[]@?");
}

// request-line = method SP request-target SP HTTP-version          RFC 9112, 3
inline bool read_request_line(std::string_view line, head& out) {
    const std::string_view target = before(after(line, " "), " ");
    const std::string_view version = after(after(line, " "), " ");
    out.method = before(line, " ");
    out.version_1_0 = version == "HTTP/1.0";
    return is_token(out.method) && out.method != "CONNECT" && !target.empty() &&
           (out.version_1_0 || version == "HTTP/1.1") && read_target(target, out);
}

// field-line = field-name ":" OWS field-value OWS                  RFC 9112, 5
inline bool read_field(std::string_view line, head& out) {
    static constexpr std::string_view once[] = {
        "host", "content-length", "content-type", "content-encoding", "transfer-encoding",
        "expect", "origin", "sec-fetch-site", "if-none-match", "access-control-request-headers",
        "authorization", "mcp-protocol-version", "mcp-method", "mcp-name"};
    const std::string name = lower(before(line, ":"));
    const std::string value(trimmed(after(line, ":")));
    if (line.find(':') == line.npos || !is_token(name)) return false;
    const bool is_once = std::find(std::begin(once), std::end(once), name) != std::end(once);
    if (is_once && out.fields.count(name) != 0) return false;
    const bool is_second_trace = name == "traceparent" && out.fields.count(name) != 0;
    const bool is_more = name == "accept" && out.fields.count(name) != 0;
    out.fields[name] = is_more ? out.fields[name] + ',' + value : is_second_trace ? "" : value;
    if (name == "host") return is_authority(value);
    if (name == "content-length") {
        out.content_length = std::strtoull(value.c_str(), nullptr, 10);
        const std::size_t zeros = std::min(value.find_first_not_of('0'), value.size());
        return are_digits(value) && (value.size() - zeros < 20 ||
                                     value.substr(zeros) == std::to_string(out.content_length));
    }
    if (name != "connection") return true;
    for (std::string_view rest = value; !rest.empty(); rest = after(rest, ",")) {
        const std::string option = lower(trimmed(before(rest, ",")));
        if (!option.empty() && !is_token(option)) return false;
        if (option == "close") out.fields["\nclose"];
        if (option == "keep-alive") out.fields["\nkeep-alive"];
    }
    return true;
}

// Framing, persistence, Host and Expect                            RFC 9112, 6.3, 9.3 and 3.2
inline bool read_end(head& out) {
    const auto has = [&](const char* name) { return out.fields.count(name) != 0; };
    if (!out.version_1_0 && !has("host")) return false;
    if (out.authority.empty() && has("host")) out.authority = out.fields["host"];
    out.chunked = has("transfer-encoding");
    if (out.chunked && (out.version_1_0 || has("content-length"))) return false;
    if (out.chunked && lower(out.fields["transfer-encoding"]) != "chunked") return false;
    out.expects = has("expect") && !out.version_1_0;
    if (out.expects && lower(out.fields["expect"]) != "100-continue") return false;
    out.keep_alive = !has("\nclose") && (has("\nkeep-alive") || !out.version_1_0);
    return true;
}

// An incomplete line may be invalid already.
inline bool may_become_line(std::string_view text, bool is_first, std::size_t fields,
                            const callbox::limits& bounds) {
    if (!is_text(text)) return false;
    if (is_first) return before(after(text, " "), " ").size() <= bounds.target_bytes_max;
    return text.empty() || fields < bounds.header_count_max;
}

}  // namespace detail

inline head read_head(std::string_view text, const callbox::limits& bounds) {
    head out;
    const auto finish = [&](head::outcome what) { return out.what = what, out; };
    const std::string_view all = text.substr(0, bounds.header_bytes_max);
    std::size_t fields = 0;
    for (std::size_t at = 0;;) {
        const std::size_t end = all.find('\n', at);
        const bool is_first = out.method.empty();
        const std::string_view rest = all.substr(at);
        out.begun = out.begun || (!rest.empty() && rest != "\r" && rest.substr(0, 2) != "\r\n");
        if (end == all.npos) {
            const std::string_view begin = rest.substr(0, rest.size() - rest.ends_with('\r'));
            const bool right = detail::may_become_line(begin, is_first, fields, bounds) &&
                               all.size() < bounds.header_bytes_max;
            return finish(right ? head::outcome::more : head::outcome::bad);
        }
        if (end == at || all[end - 1] != '\r') return finish(head::outcome::bad);
        const std::string_view line = all.substr(at, end - 1 - at);
        at = end + 1;
        if (line.empty() && is_first) continue;
        bool right = detail::may_become_line(line, is_first, fields, bounds);
        if (is_first) right = right && detail::read_request_line(line, out);
        else if (!line.empty()) right = right && ++fields != 0 && detail::read_field(line, out);
        else right = detail::read_end(out);
        if (!right) return finish(head::outcome::bad);
        out.bytes = at;
        if (line.empty()) return finish(head::outcome::done);
    }
}

}  // namespace fuzz
