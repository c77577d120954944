// What the answer to one request depends on beside its body.
#pragma once

#include "base/listener_role.hpp"
#include "http/parse.hpp"
#include "statistics.hpp"

#include <callbox/caller.hpp>

#include <cstdint>
#include <string_view>

namespace callbox::site {

// Made whole for each answer, in one place (net/connection), also for what is answered though it is
// no request; nobody changes it. Its views live as long as the answer is made.
struct request_context {
    std::string_view date;                   // an IMF-fixdate
    bool draining = false;                   // then /readyz is 503
    bool close = false;                      // the connection ends with the answer
    listener_role at = listener_role::all;                     // where the connection came in
    caller from = {};                        // all that is known without tokens
    const http::request* request = nullptr;  // null: bytes that are none
};

}  // namespace callbox::site
