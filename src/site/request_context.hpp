// What the answer to one request depends on besides its body.
#pragma once

#include "base/listener_role.hpp"
#include "http/parse.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace callbox::site {

// server/connection alone makes it, whole, for each answer, also for an answer to what is no
// request; nobody changes it. Its views are valid while the answer is made.
struct request_context {
    std::string_view date;                   // an IMF-fixdate
    bool draining = false;                   // then /readyz is 503
    bool close = false;                      // the connection ends with the answer
    listener_role at = listener_role::all;   // of the connection's listener
    std::string_view peer = {};              // as callbox::caller has them
    std::optional<std::uint32_t> uid = {};
    const http::request* request = nullptr;  // null: the bytes are none
};

}  // namespace callbox::site
