// Checks the server's responses.
#pragma once

#include "plan.hpp"
#include "publications.hpp"
#include "support/transcript.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace simulate {

using ms = std::int64_t;

inline constexpr std::string_view before_progress = R"({"jsonrpc":"2.0","method":"rpc.progress",)";

// State shared by all followers.
struct circumstances {
    const callbox::limits* bounds;
    ledger* calls;
    publications* published;
    ms now = 0;             // of the turn
    bool draining = false;  // the loop has received the signal
    bool drained = false;   // in an earlier turn
    bool closing = false;   // the drain delay is over
    ms closed_at = 0;       // start of `closing`
    bool hides = false;     // the clients' token lost its right to secret events
    bool forced = false;    // a second signal, or the end of drain_timeout_ms
};

// Returns empty, or why this is not the response to those calls. `now` is the turn's time, in ms;
// deferred calls may have timed out or been refused.
std::string judge(const wire::answer& got, const asked& request, const ledger& calls,
                  const callbox::limits& bounds, std::int64_t now);

}  // namespace simulate
