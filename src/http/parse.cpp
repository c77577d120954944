// Parses the head of one request, or determines the status that refuses it. site/ routes the
// request; the connection reads its body, by length or through chunked.
#include "parse.hpp"

#include "host.hpp"
#include "line.hpp"
#include "names.hpp"

namespace callbox::http {

// HTTP-message = start-line CRLF *( field-line CRLF ) CRLF [ message-body ]      RFC 9112, 2.1
// Flattened: the calls would cost as much as the work.
[[gnu::flatten]] progress parser::feed(std::string_view bytes) {
    assert(bytes.size() >= scanned_);
    if (!started_) request_ = {};
    request_.rebase(bytes.data());
    const std::string_view head = bytes.substr(0, bounds_->header_bytes_max);
    while (at_ == place::start && first_line(head)) {}
    while (at_ == place::fields && next_line(head)) {}
    if (at_ == place::done) return progress::done;
    if (at_ != place::bad && head.size() == bounds_->header_bytes_max)
        refuse(431, "the head is longer than header_bytes_max");
    return at_ == place::bad ? progress::bad : progress::more;
}

// Skips empty lines before the start-line:                                       RFC 9112, 2.2
bool parser::first_line(std::string_view head) {
    if (scanned_ <= line_at_ && usual_request_line(head)) return true;
    started_ = started_ || is_begun(head);
    const std::size_t from = std::max(scanned_, line_at_);
    const line_end end = find_line_end(head, from);
    if (!find_target({head.data(), end.at}, from)) return false;
    if (end.what != line_end::kind::found) return wait_or_refuse(head, end);
    const std::size_t at = line_at_;
    const std::string_view line = take_line(head, end.at);
    return line.empty() || request_line(line, at);
}

// The request line of nearly every call, in one pass: POST or GET, a path of plain characters,
// HTTP/1.1. False: any other line, or an incomplete one.
bool parser::usual_request_line(std::string_view head) {
    const std::string_view line(head.data() + line_at_, head.size() - line_at_);
    const bool posts = ascii::is_same(line.substr(0, 6), "POST /");
    if (!posts && !ascii::is_same(line.substr(0, 5), "GET /")) return false;
    const std::string_view rest = line.substr(posts ? 5 : 4);
    const std::string_view path = rest.substr(0, run_of(path_char, rest));
    if (path.size() > bounds_->target_bytes_max) return false;
    const std::string_view version = rest.substr(path.size(), 11);
    if (!ascii::is_same(version, " HTTP/1.1\r\n")) return false;
    request_.verb = posts ? method::post : method::get;
    request_.path_ = slice_of(path);
    started_ = true;
    at_ = place::fields;
    take_line(head, static_cast<std::size_t>(version.data() - head.data()) + 9);
    return true;
}

// field-line = field-name ":" OWS field-value OWS                                RFC 9112, 5
// An empty line ends the fields.
bool parser::next_line(std::string_view head) {
    const std::string_view rest(head.data() + line_at_, head.size() - line_at_);
    if (rest.size() >= 2 && is_crlf(rest.data())) {
        line_at_ += 2;
        return finish();
    }
    if (fields_read_ == bounds_->header_count_max && is_begun(head))
        return refuse(431, "there are more fields than header_count_max");
    // The name of a known field is neither scanned nor checked.
    const known name = known_at(rest);
    const line_end end = find_line_end(head, std::max(scanned_, line_at_ + name.value_at));
    if (end.what != line_end::kind::found) return wait_or_refuse(head, end);
    const std::string_view line = take_line(head, end.at);
    ++fields_read_;
    if (name) return known_field(name.what, value_of(line, name.value_at));
    return name_length(line) != 0 || refuse(400, reason_against(line));
}

// Whether the next line has bytes other than its line end.
bool parser::is_begun(std::string_view head) const {
    return line_at_ < head.size() && head[line_at_] != '\r';
}

// Consumes the next line, whose CRLF is at `end`.
std::string_view parser::take_line(std::string_view head, std::size_t end) {
    const std::string_view line(head.data() + line_at_, end - line_at_);
    line_at_ = static_cast<std::uint32_t>(end + 2);
    return line;
}

bool parser::wait_or_refuse(std::string_view head, line_end end) {
    scanned_ = static_cast<std::uint32_t>(end.at);
    if (end.what == line_end::kind::bad) refuse(400, reason_of(end, head));
    return false;
}

// Records the start and the end of the target in `text`, which ends within the request line and was
// searched up to `from`. Refuses a target over the limit before the line is complete.
bool parser::find_target(std::string_view text, std::size_t from) {
    const char* const stop = text.data() + text.size();
    const char* at = text.data() + from;
    if (target_at_ == 0) {
        while (at != stop && *at != ' ') ++at;
        if (at == stop) return true;
        target_at_ = static_cast<std::uint32_t>(++at - text.data());
    }
    if (target_end_ == 0) {
        while (at != stop && *at != ' ') ++at;
        if (at != stop) target_end_ = static_cast<std::uint32_t>(at - text.data());
    }
    const std::size_t end = target_end_ != 0 ? target_end_ : text.size();
    if (end - target_at_ <= bounds_->target_bytes_max) return true;
    return refuse(414, "the target is longer than target_bytes_max");
}

// request-line = method SP request-target SP HTTP-version                        RFC 9112, 3
// HTTP-version = %s"HTTP" "/" DIGIT "." DIGIT                                    RFC 9112, 2.3
bool parser::request_line(std::string_view line, std::size_t at) {
    if (target_end_ == 0) return refuse(400, "the request line is not method, target, version");
    const std::string_view token = line.substr(0, target_at_ - 1 - at);
    const std::string_view uri = line.substr(target_at_ - at, target_end_ - target_at_);
    const std::string_view version = line.substr(target_end_ + 1 - at);
    // Case-sensitive:                                                            RFC 9110, 9.1
    const method verb = ascii::is_same(token, "POST")      ? method::post
                        : ascii::is_same(token, "GET")     ? method::get
                        : ascii::is_same(token, "HEAD")    ? method::head
                        : ascii::is_same(token, "OPTIONS") ? method::options
                                                           : method::other;
    if (verb == method::other && !is_token(token)) return refuse(400, "the method is not a token");
    if (!ascii::is_same(version, "HTTP/1.1") && !other_version(version)) return false;
    if (ascii::is_same(token, "CONNECT")) return refuse(400, "CONNECT is not supported");
    request_.verb = verb;
    at_ = place::fields;
    return target(uri);
}

// Any version other than HTTP/1.1. False: refused.
bool parser::other_version(std::string_view text) {
    const bool is_version = text.size() == 8 && text.starts_with("HTTP/") &&
                            ascii::is_digit(text[5]) && text[6] == '.' && ascii::is_digit(text[7]);
    if (!is_version) return refuse(400, "the request line does not end with an HTTP version");
    if (text != "HTTP/1.0") return refuse(505, "only HTTP/1.1 and HTTP/1.0 are supported");
    request_.version_1_0 = true;
    return true;
}

// request-target = origin-form / absolute-form / authority-form / asterisk-form  RFC 9112, 3.2
// Only CONNECT has an authority-form.
bool parser::target(std::string_view text) {
    if (text.empty()) return refuse(400, "more than one space after the method");
    if (text[0] == '/') return path(text);
    if (text != "*") return absolute_form(text);
    if (request_.verb != method::options) return refuse(400, "the target * is only for OPTIONS");
    request_.path_ = slice_of(text);
    return true;
}

// absolute-form = ( "http" / "https" ) "://" authority path-abempty [ "?" query ]
// without user information                                     RFC 9112, 3.2.2; RFC 9110, 4.2
bool parser::absolute_form(std::string_view text) {
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
    if (!path(rest.substr(authority.size()))) return false;
    // An empty path means "/" (RFC 9110, 4.2.3): it points to the "/" after the scheme.
    if (request_.path_.length == 0) request_.path_ = slice_of(text.substr(scheme + 1, 1));
    return true;
}

// absolute-path [ "?" query ]                                                    RFC 9112, 3.2.1
bool parser::path(std::string_view text) {
    const std::size_t length = length_of(path_char, text);
    request_.path_ = slice_of(text.substr(0, length));
    const std::string_view query = text.substr(length);
    if (query.empty() || (query[0] == '?' && is_text_of(target_char, query))) return true;
    return refuse(400, "invalid character in the target, or % without two hexadecimal digits");
}

bool parser::known_field(field name, std::string_view value) {
    if (request_.has(name) && name == field::traceparent) value = value.substr(0, 0);
    else if (request_.has(name) && name != field::connection)
        return refuse(400, "a field that may occur once occurs twice");
    request_.fields_[static_cast<std::size_t>(name)] = slice_of(value);
    switch (name) {
    case field::host: return host(value);
    case field::content_length: return content_length(value);
    case field::connection: return connection(value);
    default: return true;
    }
}

// The target's authority takes precedence over Host:                             RFC 9112, 3.2.2
bool parser::host(std::string_view value) {
    if (!is_authority(value)) return refuse(400, "Host is malformed");
    if (request_.authority_.length == 0) request_.authority_ = slice_of(value);
    return true;
}

// Content-Length = 1*DIGIT                                                       RFC 9110, 8.6
bool parser::content_length(std::string_view value) {
    const char* const end = value.data() + value.size();
    const auto [at, error] = std::from_chars(value.data(), end, request_.content_length);
    if (value.empty()) return refuse(400, "Content-Length is empty");
    if (at != end) return refuse(400, "Content-Length is not a number");
    return error == std::errc{} || refuse(413, "Content-Length is too large");
}

// Connection = [ connection-option *( OWS "," OWS connection-option ) ]          RFC 9110, 7.6.1
// connection-option = token; empty elements are ignored:                         RFC 9110, 5.6.1
bool parser::connection(std::string_view value) {
    while (!value.empty()) {
        const std::string_view option = ascii::trimmed(ascii::take_until(value, ','));
        if (option.empty()) continue;
        if (!is_token(option)) return refuse(400, "Connection is not a list of tokens");
        close_ = close_ || ascii::is_word(option, "close");
        keep_alive_ = keep_alive_ || ascii::is_word(option, "keep-alive");
    }
    return true;
}

// Checks the fields together: framing (RFC 9112, 6.3), persistence (RFC 9112, 9.3), Host (RFC 9112,
// 3.2) and Expect (RFC 9110, 10.1.1).
bool parser::finish() {
    const bool is_1_0 = request_.version_1_0;
    if (!is_1_0 && !request_.has(field::host)) return refuse(400, "there is no Host");
    if (request_.has(field::transfer_encoding)) {
        if (is_1_0) return refuse(400, "HTTP/1.0 has no Transfer-Encoding");
        if (request_.has(field::content_length))
            return refuse(400, "there are both Content-Length and Transfer-Encoding");
        if (!ascii::is_word(request_[field::transfer_encoding], "chunked"))
            return refuse(501, "the only supported Transfer-Encoding is chunked");
        request_.chunked = true;
    }
    if (!is_1_0 && request_.has(field::expect)) {
        if (!ascii::is_word(request_[field::expect], "100-continue"))
            return refuse(417, "the only supported expectation is 100-continue");
        request_.expects_continue = true;
    }
    request_.keep_alive = !close_ && (keep_alive_ || !is_1_0);
    request_.head_bytes = line_at_;
    at_ = place::done;
    return true;
}

request::slice parser::slice_of(std::string_view text) const {
    return {static_cast<std::uint16_t>(text.data() - request_.head_),
            static_cast<std::uint16_t>(text.size())};
}

bool parser::refuse(int status, const char* reason) {
    assert(at_ != place::bad);
    at_ = place::bad;
    status_ = static_cast<std::int16_t>(status);
    reason_ = reason;
    return false;
}

}  // namespace callbox::http
