// Everything that a response depends on besides the request's body.
#pragma once

#include "base/listener_role.hpp"
#include "http/parse.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace callbox::site {

// Only server/connection builds one, complete and constant, for each response, also for responses
// to malformed requests. Its views are valid while the response is built.
struct request_context {
    std::string_view date;                   // an IMF-fixdate
    bool draining = false;                   // then /readyz returns 503
    bool close = false;                      // the connection closes after the response
    listener_role at = listener_role::all;   // of the connection's listener
    std::string_view peer = {};              // as in callbox::caller
    std::optional<std::uint32_t> uid = {};
    const http::request* request = nullptr;  // null: malformed
};

}  // namespace callbox::site
