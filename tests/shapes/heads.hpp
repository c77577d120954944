// A group of random heads, read with and without those that were read before.
#pragma once

#include "counts.hpp"

#include <cstdint>
#include <string>

namespace shapes {

// Returns the head that was read in two ways, and both; an empty text if there was none.
std::string check_heads(std::uint64_t seed, counts& all);

}  // namespace shapes
