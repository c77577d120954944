// The sockets of a client that asks a server. It waits, but never past its deadline.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "response.hpp"
#include "url.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace callbox::net {

// Requests to one server, one after the other, on one connection as long as that stays open.
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

private:
    bool is_open() const;
    std::string connect();
    std::string connect_to(const address& a);
    std::string converse(std::string_view request, response_parser& out);
    bool wait(short events, time_ms until) const;

    url to_;
    time_ms deadline_;
    std::string token_;
    std::string agent_;
    fd socket_;
};

}  // namespace callbox::net
