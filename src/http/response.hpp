// The head of a response (RFC 9112, 4).
#pragma once

#include <callbox/bytes.hpp>

#include <cstddef>
#include <string_view>

namespace callbox::http {

// The interim response to `Expect: 100-continue` (RFC 9110, 15.2.1): the whole message.
inline constexpr std::string_view continue_response = "HTTP/1.1 100 Continue\r\n\r\n";

// "OK", "Not Found", ...: the reason phrase of RFC 9110, 15, for each status that callbox sends;
// empty, which is a phrase too, for any other.
std::string_view phrase_of(int status);

// What the head says. All views need to live only while put_head() runs, and may not point into
// the bytes that it writes to.
struct head {
    int status = 200;
    std::string_view date;               // an IMF-fixdate
    std::string_view content_type = {};  // empty: there is none (no body)
    std::string_view fields = {};        // further field lines, each with its CRLF
    bool close = false;                  // Connection: close
    bool keep_alive = false;             // Connection: keep-alive, which HTTP/1.0 must be told
    std::size_t room = 0;                // bytes before the body reserved for the head
};

// Puts the head, with the body's length, before the body that is in `out` from `body_at` on. Moves
// the body unless the head exactly fills the room reserved for it. With 204 and 304 the head has
// neither length nor type, and there must be no body. For HEAD, truncate() removes the body
// afterwards. Returns the size of the head: 0, and nothing is put, when it does not fit or `out`
// has overflowed before.
[[nodiscard]] std::size_t put_head(bytes& out, std::size_t body_at, const head& what);

// The same for the head that nearly every answer has, which costs less, as its parts have known
// sizes: 200, application/json, "X-Content-Type-Options: nosniff", and nothing more. False, and
// nothing is put, when it does not exactly fill the room, or `out` has overflowed before.
[[nodiscard]] bool put_usual_head(bytes& out, std::size_t body_at, std::size_t room,
                                  std::string_view date);

}  // namespace callbox::http
