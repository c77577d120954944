// A group of random messages, answered with and without the fast path.
#pragma once

#include "counts.hpp"

#include <cstdint>
#include <string>

namespace shapes {

// Returns the first message with different answers, and both answers; empty if there is none.
std::string check_messages(std::uint64_t seed, counts& all);

}  // namespace shapes
