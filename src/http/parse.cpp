// The bytes of a connection in, the head of one request out, or the status that refuses it. What
// is taken is routed by site/; its body is read by the connection, by length or through chunked.
#include "parse.hpp"

#include "characters.hpp"
#include "host.hpp"
#include "line.hpp"

#include <cassert>
#include <cstring>
#include <optional>

namespace callbox::http {

namespace {

std::optional<method> method_of(std::string_view token);
std::optional<field> field_of(std::string_view name);

}  // namespace

progress parser::feed(std::string_view bytes) {
    assert(bytes.size() >= scanned_);
    assert(bounds_->header_bytes_max <= UINT32_MAX);
    request_.moved(bytes.data());
    const std::string_view head = bytes.substr(0, bounds_->header_bytes_max);
    while (status_ == 0 && request_.head_bytes == 0)
        if (!next_line(head)) break;
    if (status_ == 0 && request_.head_bytes != 0) return progress::done;
    if (status_ == 0 && head.size() == bounds_->header_bytes_max)
        refuse(431, "the head is longer than header_bytes_max");
    return status_ == 0 ? progress::more : progress::bad;
}

// HTTP-message = start-line CRLF *( field-line CRLF ) CRLF [ message-body ]      RFC 9112, 2.1
// Empty lines before the start-line are passed over:                             RFC 9112, 2.2
// False: the line is not complete, or something is refused.
bool parser::next_line(std::string_view head) {
    const bool begun = head.size() > line_at_ && head[line_at_] != '\r';
    started_ = started_ || begun;
    if (begun && request_line_read_ && fields_read_ == bounds_->header_count_max) {
        refuse(431, "there are more fields than header_count_max");
        return false;
    }

    const line_end end = find_line_end(head, scanned_);
    if (!request_line_read_ && !find_target({head.data(), end.at})) return false;
    scanned_ = end.at;
    if (end.what == line_end::kind::bad) refuse(400, reason_of(end, head));
    if (end.what != line_end::kind::found) return false;

    const std::size_t at = line_at_;
    const std::string_view line(head.data() + at, end.at - at);
    line_at_ = scanned_ = end.at + 2;
    if (!request_line_read_) {
        if (!line.empty()) request_line(line, at);
    } else if (!line.empty()) {
        field_line(line);
    } else {
        finish();
    }
    return status_ == 0;
}

// Notes where the target begins and ends in `text`, which ends inside the request line: that it
// is too long has to be known before the line is complete. False: it is.
bool parser::find_target(std::string_view text) {
    for (std::size_t at = scanned_; target_end_ == 0 && at < text.size(); ++at) {
        if (text[at] != ' ') continue;
        if (target_at_ == 0) target_at_ = static_cast<std::uint32_t>(at + 1);
        else target_end_ = static_cast<std::uint32_t>(at);
    }
    const std::size_t end = target_end_ != 0 ? target_end_ : text.size();
    if (target_at_ == 0 || end - target_at_ <= bounds_->target_bytes_max) return true;
    refuse(414, "the target is longer than target_bytes_max");
    return false;
}

// request-line = method SP request-target SP HTTP-version                        RFC 9112, 3
// HTTP-version = %s"HTTP" "/" DIGIT "." DIGIT                                    RFC 9112, 2.3
void parser::request_line(std::string_view line, std::size_t at) {
    if (target_end_ == 0) return refuse(400, "the request line is not method, target, version");
    const std::string_view token = line.substr(0, target_at_ - 1 - at);
    const std::string_view uri = line.substr(target_at_ - at, target_end_ - target_at_);
    const std::string_view version = line.substr(target_end_ + 1 - at);
    const std::optional<method> verb = method_of(token);
    if (!verb) return refuse(400, "the method is not a token");
    if (version.size() != 8 || !version.starts_with("HTTP/") || !ascii::is_digit(version[5]) ||
        version[6] != '.' || !ascii::is_digit(version[7]))
        return refuse(400, "the request line does not end with an HTTP version");
    if (version[5] != '1' || version[7] > '1')
        return refuse(505, "only HTTP/1.1 and HTTP/1.0 are served");
    if (token == "CONNECT") return refuse(400, "there is no tunnel to CONNECT to");
    request_.verb = *verb;
    request_.version_1_0 = version[7] == '0';
    request_line_read_ = true;
    target(uri);
}

// request-target = origin-form / absolute-form / authority-form / asterisk-form  RFC 9112, 3.2
// The authority-form belongs to CONNECT alone.
void parser::target(std::string_view text) {
    if (text.empty()) return refuse(400, "more than one space is behind the method");
    if (text[0] == '/') return path(text);
    if (text != "*") return absolute_form(text);
    if (request_.verb != method::options) return refuse(400, "only OPTIONS takes the target *");
    request_.path_ = slice_of(text);
}

// absolute-form = ( "http" / "https" ) "://" authority path-abempty [ "?" query ]
// without user information                                     RFC 9112, 3.2.2; RFC 9110, 4.2
void parser::absolute_form(std::string_view text) {
    constexpr const char* malformed = "the target is neither a path nor an http URI";
    const std::size_t scheme = text.find(':');
    if (scheme == std::string_view::npos || text.substr(scheme, 3) != "://")
        return refuse(400, malformed);
    const bool is_known = ascii::is_word(text.substr(0, scheme), "http") ||
                          ascii::is_word(text.substr(0, scheme), "https");
    if (!is_known) return refuse(400, malformed);
    const std::string_view rest = text.substr(scheme + 3);
    const std::string_view authority = rest.substr(0, rest.find_first_of("/?"));
    if (!is_authority(authority)) return refuse(400, "the host in the target is malformed");
    request_.authority_ = slice_of(authority);
    path(rest.substr(authority.size()));
    // No path means "/" (RFC 9110, 4.2.3): the one of the scheme stands for it.
    if (request_.path_.length == 0) request_.path_ = slice_of(text.substr(scheme + 1, 1));
}

// absolute-path [ "?" query ]                                                    RFC 9112, 3.2.1
void parser::path(std::string_view text) {
    if (!is_text_of(target_char, text))
        return refuse(400, "a character may not stand in a target, or % is without two digits");
    request_.path_ = slice_of(text.substr(0, text.find('?')));
}

void parser::field_line(std::string_view line) {
    const http::field_line split = split_field_line(line);
    if (split.reason != nullptr) return refuse(400, split.reason);
    ++fields_read_;
    if (const std::optional<field> name = field_of(split.name)) known_field(*name, split.value);
}

void parser::known_field(field name, std::string_view value) {
    if (request_.has(name) && name != field::connection)
        return refuse(400, "a field that may stand once stands twice");
    request_.fields_[static_cast<std::size_t>(name)] = slice_of(value);
    if (name == field::content_length) return content_length(value);
    if (name == field::connection) return connection(value);
    if (name != field::host) return;
    if (!is_authority(value)) return refuse(400, "Host is malformed");
    // The target's authority goes before Host: RFC 9112, 3.2.2.
    if (request_.authority_.length == 0) request_.authority_ = slice_of(value);
}

// Content-Length = 1*DIGIT                                                       RFC 9110, 8.6
void parser::content_length(std::string_view value) {
    std::uint64_t length = 0;
    bool fits = true;
    for (const char c : value) {
        if (!ascii::is_digit(c)) return refuse(400, "Content-Length is not a number");
        const auto digit = static_cast<unsigned>(c - '0');
        fits = fits && length <= (UINT64_MAX - digit) / 10;
        length = length * 10 + digit;
    }
    if (value.empty()) return refuse(400, "Content-Length is empty");
    if (!fits) return refuse(413, "Content-Length is larger than any body can be");
    request_.content_length = length;
}

// Connection = [ connection-option *( OWS "," OWS connection-option ) ]          RFC 9110, 7.6.1
// connection-option = token; empty elements are passed over:                     RFC 9110, 5.6.1
void parser::connection(std::string_view value) {
    while (!value.empty()) {
        const std::string_view option = ascii::trimmed(ascii::take_until(value, ','));
        if (option.empty()) continue;
        if (!is_token(option)) return refuse(400, "Connection is not a list of tokens");
        close_ = close_ || ascii::is_word(option, "close");
        keep_alive_ = keep_alive_ || ascii::is_word(option, "keep-alive");
    }
}

// What can be said only of all fields together: framing (RFC 9112, 6.3), persistence (RFC 9112,
// 9.3), Host (RFC 9112, 3.2) and Expect (RFC 9110, 10.1.1).
void parser::finish() {
    const bool is_1_0 = request_.version_1_0;
    if (!is_1_0 && !request_.has(field::host)) return refuse(400, "there is no Host");
    if (request_.has(field::transfer_encoding)) {
        if (is_1_0) return refuse(400, "HTTP/1.0 has no Transfer-Encoding");
        if (request_.has(field::content_length))
            return refuse(400, "there are both Content-Length and Transfer-Encoding");
        if (!ascii::is_word(request_[field::transfer_encoding], "chunked"))
            return refuse(501, "the only Transfer-Encoding that is read is chunked");
        request_.chunked = true;
    }
    if (!is_1_0 && request_.has(field::expect)) {
        if (!ascii::is_word(request_[field::expect], "100-continue"))
            return refuse(417, "the only expectation that is met is 100-continue");
        request_.expects_continue = true;
    }
    request_.keep_alive = !close_ && (keep_alive_ || !is_1_0);
    request_.head_bytes = scanned_;
}

request::slice parser::slice_of(std::string_view text) const {
    return {static_cast<std::uint32_t>(text.data() - request_.head_),
            static_cast<std::uint32_t>(text.size())};
}

// The first refusal is the one that is told: what comes after it is read in a wrong light.
void parser::refuse(int status, const char* reason) {
    if (status_ != 0) return;
    status_ = static_cast<std::int16_t>(status);
    reason_ = reason;
}

namespace {

template <std::size_t Size> bool is_name(std::string_view name, const char (&lower)[Size]);

// Case matters: RFC 9110, 9.1. Nothing when it is no token.
std::optional<method> method_of(std::string_view token) {
    if (token == "POST") return method::post;
    if (token == "GET") return method::get;
    if (token == "HEAD") return method::head;
    if (token == "OPTIONS") return method::options;
    if (is_token(token)) return method::other;
    return std::nullopt;
}

// Requires: `name` is a token. Case does not matter: RFC 9110, 5.1.
std::optional<field> field_of(std::string_view name) {
    switch (name.size()) {
    case 4:
        if (is_name(name, "host")) return field::host;
        break;
    case 6:
        if (is_name(name, "origin")) return field::origin;
        if (is_name(name, "expect")) return field::expect;
        break;
    case 10:
        if (is_name(name, "connection")) return field::connection;
        break;
    case 12:
        if (is_name(name, "content-type")) return field::content_type;
        break;
    case 13:
        if (is_name(name, "if-none-match")) return field::if_none_match;
        break;
    case 14:
        if (is_name(name, "content-length")) return field::content_length;
        if (is_name(name, "sec-fetch-site")) return field::sec_fetch_site;
        break;
    case 16:
        if (is_name(name, "content-encoding")) return field::content_encoding;
        break;
    case 17:
        if (is_name(name, "transfer-encoding")) return field::transfer_encoding;
        break;
    case 30:
        if (is_name(name, "access-control-request-headers"))
            return field::access_control_request_headers;
        break;
    default: break;
    }
    return std::nullopt;
}

// Four bytes at a time, the last four again if need be. The bit makes small letters of capital
// ones, and no tchar that is no letter becomes a letter or "-" by it.
template <std::size_t Size> bool is_name(std::string_view name, const char (&lower)[Size]) {
    constexpr std::size_t length = Size - 1;
    static_assert(length >= 4);
    assert(name.size() == length);
    const auto differ = [&](std::size_t at) {
        std::uint32_t mine = 0;
        std::uint32_t wanted = 0;
        std::memcpy(&mine, name.data() + at, sizeof mine);
        std::memcpy(&wanted, lower + at, sizeof wanted);
        return (mine | 0x20202020u) != wanted;
    };
    for (std::size_t at = 0; at + 4 < length; at += 4)
        if (differ(at)) return false;
    return !differ(length - 4);
}

}  // namespace

}  // namespace callbox::http
