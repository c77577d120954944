// The head of a response (RFC 9112, 4), and server-sent events as its body (WHATWG HTML, 9.2): each
// message is a chunk, unless the end of the connection ends the body (RFC 9112, 6.3, 7.1).
#pragma once

#include <callbox/bytes.hpp>

#include <array>

namespace callbox::http {

// The interim response to `Expect: 100-continue` (RFC 9110, 15.2.1): the whole message.
inline constexpr std::string_view continue_response = "HTTP/1.1 100 Continue\r\n\r\n";

// The statuses that callbox sends, the most common one first, and their phrases: RFC 9110, 15.
struct sent_status {
    int code;
    char phrase[32];
};
inline constexpr std::array<sent_status, 21> statuses{{
    {200, "OK"}, {101, "Switching Protocols"}, {202, "Accepted"}, {204, "No Content"},
    {304, "Not Modified"}, {400, "Bad Request"}, {401, "Unauthorized"}, {403, "Forbidden"},
    {404, "Not Found"}, {405, "Method Not Allowed"}, {408, "Request Timeout"},
    {413, "Content Too Large"}, {414, "URI Too Long"}, {415, "Unsupported Media Type"},
    {417, "Expectation Failed"}, {426, "Upgrade Required"},
    {431, "Request Header Fields Too Large"},  // RFC 6585, 5
    {500, "Internal Server Error"}, {501, "Not Implemented"}, {503, "Service Unavailable"},
    {505, "HTTP Version Not Supported"},
}};

// The phrase of a status. Empty for any other status, which is a valid phrase too.
std::string_view phrase_of(int status);

// The contents of the head. All views must be valid during put_head(), and must not point into the
// bytes that it writes to. The status is final, or 101.
struct head {
    int status = 200;
    std::string_view date;               // an IMF-fixdate
    std::string_view content_type = {};  // empty: none (no body)
    std::string_view fields = {};        // further field lines, each with its CRLF
    bool close = false;                  // Connection: close
    bool keep_alive = false;             // Connection: keep-alive, for HTTP/1.0
    std::size_t room = 0;                // bytes before the body reserved for the head
    bool streams = false;  // the body goes on: no length. `fields` says how it ends
};

// Writes the head, with the body's length, before the body, which is in `out` from `body_at` on.
// Moves the body unless the head exactly fills the room reserved for it. For 101, 204 and 304 the
// head has neither length nor type, and there must be no body. For HEAD, remove the body with
// truncate() afterwards. Returns the size of the head; 0, with nothing written, if it does not fit
// or `out` has already overflowed.
[[nodiscard]] std::size_t put_head(bytes& out, std::size_t body_at, const head& what);

// The same for the most common head, at a lower cost, as the sizes of its parts are known: 200,
// application/json, "X-Content-Type-Options: nosniff", and nothing else. False, with nothing
// written, if it does not exactly fill the room or `out` has already overflowed.
[[nodiscard]] bool put_usual_head(bytes& out, std::size_t body_at, std::size_t room,
                                  std::string_view date);

inline constexpr std::string_view event_stream_type = "text/event-stream";
// Lines of a stream: the milliseconds that a client waits before it connects again; a comment,
// which keeps proxies from closing a silent connection.
inline constexpr std::string_view retry_line = "retry: 1000\n", comment_lines = ":\n\n";

// Whether a client that sends this head names the type in Accept. */* is not enough: clients that
// expect one response send it. Requires: the grammar of the head was checked.
bool accepts(std::string_view head, std::string_view wanted);

// Each appends a whole message. `json`: one value; line ends in it are replaced by spaces.
void append_event(bytes& out, std::string_view json, bool is_chunked);
void append_line(bytes& out, std::string_view line, bool is_chunked);
// last-chunk CRLF, after the last message if they are chunks.      RFC 9112, 7.1
inline constexpr std::string_view last_chunk = "0\r\n\r\n";

}  // namespace callbox::http

