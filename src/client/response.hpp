// Parses the response to a request of our own (RFC 9112, 4 to 6). No I/O, resumable at any byte.
#pragma once

#include "http/chunked.hpp"
#include "http/parse.hpp"

#include <callbox/bytes.hpp>
#include <callbox/limits.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace callbox::net {

// Reads one response, to a request that was not HEAD. Interim responses (1xx) are skipped.
//     more   all so far is right, the response is not complete
//     bad    reason() says why
//     done   status(), phrase() and body() are complete
class response_parser {
public:
    static constexpr std::size_t head_bytes_max = 64 << 10;  // interim responses included
    static constexpr std::size_t body_bytes_max = 64 << 20;  // after decoding

    explicit response_parser(std::size_t body_max = body_bytes_max);
    response_parser(const response_parser&) = delete;
    response_parser& operator=(const response_parser&) = delete;

    // Takes the bytes that follow those of the last feed(). Throws std::bad_alloc.
    http::progress feed(std::string_view text);
    // The peer has closed: no byte follows.
    http::progress end();

    bool untouched() const { return head_.empty(); }  // no byte has arrived
    int status() const { return status_; }
    // The reason phrase of the status line, perhaps empty. Lives as long as this.
    std::string_view phrase() const { return head_.view().substr(phrase_at_, phrase_length_); }
    std::span<char> body() { return {body_.data(), body_.size()}; }
    // Whether another request may follow on the same connection. Requires: done.
    bool keep_alive() const { return keep_alive_ && !close_; }
    const char* reason() const { return reason_; }  // a literal, one clause for a person
    // Retry-After in seconds; nothing if there is none. A date counts from the response's own Date,
    // or from `now_s` (wall_clock_s()) without one; a past one is 0.
    std::optional<std::uint32_t> retry_after_s(std::int64_t now_s) const;

private:
    enum class place : std::uint8_t { status_line, fields, length, chunks, to_end, done, bad };

    bool in_head() const { return at_ == place::status_line || at_ == place::fields; }
    http::progress state() const;
    void read_head();
    void status_line(std::string_view line);
    void field_line(std::string_view line);
    void content_length(std::string_view value);
    void connection(std::string_view value);
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
    std::size_t line_at_ = 0;  // where the incomplete line begins
    std::size_t scanned_ = 0;  // there is no line end before this
    std::size_t phrase_at_ = 0;
    std::size_t phrase_length_ = 0;
    const char* reason_ = "";
    int status_ = 0;
    place at_ = place::status_line;
    bool chunked_ = false;
    bool keep_alive_ = false;
    bool close_ = false;
};

// "the server answered 404 Not Found".
std::string status_text(const response_parser& came);

}  // namespace callbox::net
