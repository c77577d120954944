// Whether an answer of the server is the right one.
#pragma once

#include "plan.hpp"
#include "support/transcript.hpp"

#include <cstdint>
#include <string>

namespace simulate {

// Empty, or why this is not the answer to those calls. `now` is the turn's time, in ms; deferred
// calls may have been late, or have found no room.
std::string judge(const wire::answer& got, const asked& request, const ledger& calls,
                  const callbox::limits& bounds, std::int64_t now);

}  // namespace simulate
