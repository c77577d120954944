// The blocking HTTP client of `call`, `probe` and callbox::client, with a deadline.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "response.hpp"
#include "url.hpp"
#include "websocket/frames.hpp"

#include <functional>

namespace callbox::net {

// The kind of failure of a request.
enum class trouble : std::uint8_t {
    none,
    connect,  // cannot connect; nothing was sent
    time,     // the deadline has passed
    lost,     // the connection was closed before the end of the response
    answer,   // the response is not valid HTTP or too long
};

// Whether a message of a WebSocket is the response to a request.
using recognizer = std::function<bool(std::string_view)>;

// Sends requests to one server, one at a time, over a persistent connection. If the connection was
// closed, the next request opens another. A request is sent again only if no byte of it was sent,
// so it is never executed twice.
class client {
public:
    static constexpr time_ms connect_timeout_ms = 5'000;  // of each address

    // No request continues past `deadline`. Each one has the token, if any, and `agent` as
    // User-Agent: one or more products separated by spaces (RFC 9110, 10.1.5).
    client(url to, time_ms deadline, std::string token = "", std::string agent = "callbox")
        : to_(std::move(to)), deadline_(deadline), token_(std::move(token)),
          agent_(std::move(agent)) {}
    ~client() { drop(); }

    // Sends a request, with `body` as JSON unless it is empty, and reads the response, of a type
    // that `accept` names. Returns an empty string or one line of error; on error the contents of
    // `out` are unspecified.
    [[nodiscard]] std::string ask(std::string_view verb, std::string_view body,
                                  response_parser& out,
                                  std::string_view accept = "application/json");
    // Reads more of a stream: ask() returns once the head of one has arrived. Waits until the
    // deadline for the next bytes, or the end.
    [[nodiscard]] std::string receive(response_parser& out) { return converse({}, false, out); }
    // Like ask(), over a WebSocket, which stays open. Skips messages that are not the response.
    // Without `has_response`, `out` has status 204 once the server has read the message. If the
    // server refuses the handshake, `out` has its response.
    [[nodiscard]] std::string exchange(std::string_view message, bool has_response,
                                       const recognizer& is_response, response_parser& out);
    trouble last() const { return last_; }  // the failure of the last request

    // Sets the deadline of later requests.
    void set_deadline(time_ms deadline) { deadline_ = deadline; }
    // No function waits while this descriptor is readable; -1: none.
    void set_stop(int descriptor) { stop_ = descriptor; }
    // Returns whether one of the events (poll) occurred in time; 0: does not wait. Without a
    // connection it only waits.
    bool wait(short events, time_ms until) const;
    // Closes the connection, a WebSocket with that code, discarding late responses.
    void drop(websocket::close_code code = websocket::close_code::normal);

private:
    std::string connect();
    std::string connect_to(const address& a);
    std::string request_text(std::string_view verb, std::string_view fields,
                             std::string_view body, std::string_view accept) const;
    std::string converse(std::string_view request, bool is_kept, response_parser& out);
    std::string open_websocket(response_parser& out);
    std::string converse_in_frames(const recognizer& is_response, response_parser& out);
    std::string end_websocket(bool is_closed, response_parser& out);
    std::string transfer();
    bool send_some(std::string_view& rest);
    std::string fail(trouble what, std::string why);

    url to_;
    time_ms deadline_;
    std::string token_;
    std::string agent_;
    fd socket_;
    std::optional<websocket::reader> frames_;  // of an open WebSocket
    bytes received_;                           // of it, not read yet
    bytes output_;                             // of it, not sent yet
    std::optional<std::string> ping_;          // the last ping without a pong
    bool is_closing_ = false;                  // a close frame follows the message
    trouble last_ = trouble::none;
    int stop_ = -1;
    bool sent_any_ = false;  // whether bytes of the last request were sent
};

}  // namespace callbox::net
