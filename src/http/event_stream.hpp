// Server-sent events as the body of a response: WHATWG HTML, 9.2. Each message is a chunk, unless
// the end of the connection ends the body (RFC 9112, 6.3, 7.1).
#pragma once

#include <callbox/bytes.hpp>

namespace callbox::http {

inline constexpr std::string_view event_stream_type = "text/event-stream";
// Lines of a stream: the milliseconds that a client waits before it connects again; a comment,
// which keeps proxies from closing a silent connection.
inline constexpr std::string_view retry_line = "retry: 1000\n", comment_lines = ":\n\n";

// Whether a client that sends this head names that type in Accept. */* is not enough: clients that
// expect one response send it. Requires: the grammar of the head was checked.
bool accepts_event_stream(std::string_view head);

// Each appends a whole message. `json`: one value; line ends in it are replaced by spaces.
void append_event(bytes& out, std::string_view json, bool is_chunked);
void append_line(bytes& out, std::string_view line, bool is_chunked);
// After it nothing follows.
void append_end(bytes& out, bool is_chunked);

}  // namespace callbox::http
