// Checks the server's responses.
#pragma once

#include "plan.hpp"
#include "support/transcript.hpp"

#include <cstdint>
#include <string>

namespace simulate {

// Returns empty, or why this is not the response to those calls. `now` is the turn's time, in ms;
// deferred calls may have timed out or been refused.
std::string judge(const wire::answer& got, const asked& request, const ledger& calls,
                  const callbox::limits& bounds, std::int64_t now);

}  // namespace simulate
