// The parts of a carrier, which subscriptions have too.
#pragma once

#include "client/dial.hpp"

#include <callbox/connection.hpp>

namespace callbox::detail {

struct carrier::parts {
    std::string url;
    client_options options;
    std::string error = {};
    bool is_websocket = false;
    // The time after which to repeat the request, if callbox refused it before calling a method:
    // 503 with Retry-After and an error without an id.
    std::optional<time_ms> pause = {};
    std::optional<net::client> server = {};
    std::optional<net::response_parser> response = {};

    parts(std::string_view url_, client_options options_);

    // A local failure; its message begins with the URL.
    callbox::failure failed(int code, std::string_view why) const;
    callbox::failure failed_to_send(std::string_view why) const;
    // Sends a request, again if it is refused. If it subscribes, by POST, the response may be a
    // stream, of which nothing but the head was read.
    carried send(std::string_view request, const call_options& own, bool subscribes);

private:
    std::string exchange(std::string_view text);
    carried judge();
};

}  // namespace callbox::detail
