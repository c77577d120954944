// Parses the head of a request (RFC 9112, 2 to 6), or determines the status that refuses it. No
// I/O, no allocation, resumable at any byte.
#pragma once

#include <callbox/limits.hpp>

#include <array>
#include <cassert>
#include <string_view>

namespace callbox::http {

enum class method : std::uint8_t { get, head, post, options, other };

// The fields that callbox reads. Each may occur once, except Connection (any number of times; the
// last value is kept) and traceparent (if repeated, its value is empty: a trace fails no call). All
// others are checked against the grammar and ignored.
enum class field : std::uint8_t {
    host,
    content_length,
    content_type,
    content_encoding,
    transfer_encoding,
    connection,
    expect,
    origin,
    sec_fetch_site,
    if_none_match,
    access_control_request_headers,
    authorization,
    traceparent,
    mcp_protocol_version,
    mcp_method,
    mcp_name,
};
inline constexpr std::size_t field_count = 16;

// A request with a complete head. Stores positions, not copies: its views point into the head. An
// owner that moves the bytes must call rebase().
class request {
public:
    method verb = method::other;
    bool version_1_0 = false;
    bool keep_alive = true;         // by version and Connection: RFC 9112, 9.3
    bool chunked = false;           // the body is chunked; content_length is 0 then
    bool expects_continue = false;  // never for HTTP/1.0: RFC 9110, 10.1.1
    std::uint64_t content_length = 0;
    std::size_t head_bytes = 0;  // the body begins after these bytes
    // Identifies heads that are equal except for the digits of Content-Length. 0: the head was not
    // known when it was read.
    std::uint64_t head_id = 0;

    // The whole head, including the empty line at its end.
    std::string_view head() const { return {head_, head_bytes}; }
    // The path of the target as sent, without the query: "*" for an asterisk-form; otherwise it
    // begins with "/", even if an absolute-form has no path.
    std::string_view path() const { return view(path_); }
    // The requested host: the target's authority in absolute-form, otherwise the Host field; empty
    // if an HTTP/1.0 request has neither. Its grammar is checked; host.hpp extracts the host.
    std::string_view authority() const { return view(authority_); }
    // The field's value without surrounding white space; empty if the field is absent.
    std::string_view operator[](field f) const {
        return view(fields_[static_cast<std::size_t>(f)]);
    }
    bool has(field f) const { return fields_[static_cast<std::size_t>(f)].at != 0; }

    void rebase(const char* head) { head_ = head; }

private:
    friend class parser;
    struct slice {
        std::uint16_t at = 0;  // no field's value begins at 0
        std::uint16_t length = 0;
    };
    static_assert(header_bytes_limit <= std::size_t{UINT16_MAX} + 1);
    std::string_view view(slice s) const { return {head_ + s.at, s.length}; }

    const char* head_ = nullptr;
    slice path_;
    slice authority_;
    std::array<slice, field_count> fields_;
};

enum class progress : std::uint8_t { more, bad, done };

struct line_end;

// Reads one head. feed() takes the message from its first byte on, with everything received so far;
// no byte is scanned twice. A line is checked when it is complete. Errors that no further byte can
// correct (a bare CR, an exceeded limit) are reported earlier. The result does not depend on how
// the input is split.
//     more   valid so far, but incomplete
//     bad    invalid; see status() and reason(). Nothing after it may be read as a request
//     done   message() is complete
// Refuses input that implementations may interpret differently: bare CR or LF, obs-fold, space
// before the colon, repeated Content-Length, Content-Length with Transfer-Encoding, ...
// Never returns `more` for header_bytes_max bytes: a buffer of that size is sufficient.
class parser {
public:
    explicit parser(const limits& bounds) : bounds_(&bounds) {
        assert(bounds.header_bytes_max <= header_bytes_limit);
    }

    progress feed(std::string_view bytes);

    // Sets the result of reading the head at `bytes`, which equals that of `known` except for the
    // length of the body. Requires: untouched().
    void take(const request& known, const char* bytes, std::uint64_t content_length) {
        request_ = known;
        request_.rebase(bytes);
        request_.content_length = content_length;
        started_ = true;
        at_ = place::done;
    }

    // Whether no byte of a request line has been received; a CRLF before it does not count.
    bool untouched() const { return !started_; }

    const request& message() const { return request_; }
    request& message() { return request_; }
    // 400, 414, 417, 431, 501 or 505; 413 for a Content-Length that overflows an integer (a value
    // over the limit is accepted here).
    int status() const { return status_; }
    const char* reason() const { return reason_; }  // a string literal, one clause

    // Prepares for the next message. message() is unchanged until the next feed() or take().
    void reset() {
        reason_ = "";
        line_at_ = scanned_ = target_at_ = target_end_ = fields_read_ = 0;
        status_ = 0;
        at_ = place::start;
        started_ = close_ = keep_alive_ = false;
    }

private:
    enum class place : std::uint8_t { start, fields, done, bad };

    // Read one line if it is complete. False: the line is incomplete or refused.
    bool first_line(std::string_view head);
    bool usual_request_line(std::string_view head);
    bool next_line(std::string_view head);
    bool is_begun(std::string_view head) const;
    std::string_view take_line(std::string_view head, std::size_t end);
    bool wait_or_refuse(std::string_view head, line_end end);

    // False: refused.
    bool find_target(std::string_view text, std::size_t from);
    bool request_line(std::string_view line, std::size_t at);
    bool other_version(std::string_view text);
    bool target(std::string_view text);
    bool absolute_form(std::string_view text);
    bool path(std::string_view text);
    bool known_field(field name, std::string_view value);
    bool host(std::string_view value);
    bool content_length(std::string_view value);
    bool connection(std::string_view value);
    bool finish();
    bool refuse(int status, const char* reason);  // always false
    request::slice slice_of(std::string_view text) const;

    const limits* bounds_;
    request request_;
    const char* reason_ = "";
    std::uint32_t line_at_ = 0;     // start of the incomplete line
    std::uint32_t scanned_ = 0;     // end of the text searched for a line end
    std::uint32_t target_at_ = 0;   // after the first space of the request line; 0: not found yet
    std::uint32_t target_end_ = 0;  // the second space; 0: not found yet
    std::uint32_t fields_read_ = 0;
    std::int16_t status_ = 0;
    place at_ = place::start;
    bool started_ : 1 = false;
    bool close_ : 1 = false;       // Connection: close
    bool keep_alive_ : 1 = false;  // Connection: keep-alive
};

static_assert(sizeof(parser) <= 152, "each connection has one");

}  // namespace callbox::http
