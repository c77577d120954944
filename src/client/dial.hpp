// The sockets of a client that asks a server: of `call`, `probe` and callbox::client. It waits, but
// never past its deadline.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "response.hpp"
#include "url.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace callbox::net {

// What kind of failure left a request without a response.
enum class trouble : std::uint8_t {
    none,
    connect,  // there is no connection: nothing was sent
    time,     // the deadline came first
    lost,     // the connection ended before the response did
    answer,   // what came is no response of HTTP, or more than is read
};

// Requests to one server, one after the other, on one connection as long as that stays open. Once
// it is closed, the next request makes another. A request is sent again only if no byte of it went
// out, so that no server does twice what was asked once.
class client {
public:
    static constexpr time_ms connect_timeout_ms = 5'000;  // of each address

    // It never works past `deadline`. Each request carries the token, if there is one, and `agent`
    // as User-Agent: a product, or several with blanks between them (RFC 9110, 10.1.5).
    client(url to, time_ms deadline, std::string token = "", std::string agent = "callbox")
        : to_(std::move(to)), deadline_(deadline), token_(std::move(token)),
          agent_(std::move(agent)) {}

    // Sends a request, with `body` as JSON unless it is empty, and reads the response. Returns an
    // empty string, or one line that says why there is none: then `out` holds nothing of use.
    [[nodiscard]] std::string ask(std::string_view verb, std::string_view body,
                                  response_parser& out);
    trouble last() const { return last_; }  // what ended the last ask()

    // For the requests that follow.
    void set_deadline(time_ms deadline) { deadline_ = deadline; }
    // Closes the connection: what still comes on it answers nothing that will be asked.
    void drop() { socket_.close(); }

private:
    bool is_open() const;
    std::string connect();
    std::string connect_to(const address& a);
    std::string converse(std::string_view request, bool is_kept, response_parser& out);
    bool send_some(std::string_view& rest);
    std::string fail(trouble what, std::string why);
    bool wait(short events, time_ms until) const;

    url to_;
    time_ms deadline_;
    std::string token_;
    std::string agent_;
    fd socket_;
    trouble last_ = trouble::none;
    bool sent_any_ = false;  // of the last request
};

}  // namespace callbox::net
