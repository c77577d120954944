// Parses HTTP responses (RFC 9112, 4 to 6). No I/O, resumable at any byte.
#pragma once

#include "http/chunked.hpp"

#include <callbox/bytes.hpp>

#include <optional>
#include <string>

namespace callbox::net {

// Parses one response to a request other than HEAD. Skips interim responses (1xx).
//     more   valid so far, but incomplete
//     bad    invalid; see reason()
//     done   status(), phrase() and body() are complete
class response_parser {
public:
    static constexpr std::size_t head_bytes_max = 64 << 10;  // interim responses included
    static constexpr std::size_t body_bytes_max = 64 << 20;  // after decoding

    explicit response_parser(std::size_t body_max = body_bytes_max);
    response_parser(const response_parser&) = delete;

    // Parses the next bytes. Throws std::bad_alloc.
    http::progress feed(std::string_view text);
    // Call when the peer has closed the connection.
    http::progress end();

    // Also accepts 101 as the response; body() is then the bytes received after its head, which
    // belong to the next protocol.
    void allow_upgrade() { may_upgrade_ = true; }
    // Also accepts a stream of server-sent events, whose body has no end: body() is then what has
    // arrived of it, until consume().
    void allow_stream() { may_stream_ = true; }
    bool is_complete() const { return at_ == place::done; }
    // Whether the response is a stream with status 200, and its head is complete.
    bool is_stream() const { return is_stream_; }
    // Removes the front of the body. Requires: a stream.
    void consume(std::size_t count);
    // Sets a response without a head: of a WebSocket. Throws std::bad_alloc.
    void take(int status, std::string_view body);

    bool untouched() const { return head_.empty(); }  // no bytes received
    int status() const { return status_; }
    // The reason phrase of the status line, possibly empty. Lives as long as this object.
    std::string_view phrase() const { return head_.view().substr(phrase_at_, phrase_length_); }
    // The field lines.
    std::string_view head() const {
        const std::size_t begin = phrase_at_ + phrase_length_ + 2;
        return head_.view().substr(begin, line_at_ - begin);
    }
    std::span<char> body() { return {body_.data(), body_.size()}; }
    std::size_t body_max() const { return bounds_.request_bytes_max; }
    // Whether another request may follow on the same connection. Requires: done.
    bool keep_alive() const { return keep_alive_ && !close_; }
    const char* reason() const { return reason_; }  // error message, a string literal
    // Retry-After in seconds; nothing if there is none. A date is relative to the response's Date,
    // or to `now_s` (wall_clock_s()) without one; for a past date the result is 0.
    std::optional<std::uint32_t> retry_after_s(std::int64_t now_s) const;

private:
    enum class place : std::uint8_t { status_line, fields, length, chunks, to_end, done, bad };

    bool in_head() const { return at_ == place::status_line || at_ == place::fields; }
    http::progress state() const;
    void read_head();
    void status_line(std::string_view line);
    void field_line(std::string_view line);
    void content_length(std::string_view value);
    void end_head();
    void read_body(std::string_view text);
    void read_chunks(std::string_view text);
    void refuse(const char* reason);

    limits bounds_;  // of the chunks
    bytes head_;
    bytes body_;
    http::chunked chunks_;
    std::optional<std::size_t> length_;
    std::string retry_after_;  // the fields
    std::string date_;
    std::size_t line_at_ = 0;  // start of the incomplete line
    std::size_t scanned_ = 0;  // end of the text searched for a line end
    std::size_t phrase_at_ = 0;
    std::size_t phrase_length_ = 0;
    const char* reason_ = "";
    int status_ = 0;
    place at_ = place::status_line;
    bool chunked_ = false;
    bool keep_alive_ = false;
    bool close_ = false;
    bool may_upgrade_ = false;
    bool may_stream_ = false;
    bool is_stream_ = false;
};

// "the server answered 404 Not Found".
std::string status_text(const response_parser& got);

}  // namespace callbox::net
