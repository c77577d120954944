// A group of random heads, read with and without the fast path.
#pragma once

#include "counts.hpp"

#include <cstdint>
#include <string>

namespace shapes {

// Returns the first head with different results, and both results; empty if there is none.
std::string check_heads(std::uint64_t seed, counts& all);

}  // namespace shapes
