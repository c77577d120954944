// A group of random messages, answered with and without the memory of shapes.
#pragma once

#include "counts.hpp"

#include <cstdint>
#include <string>

namespace shapes {

// Returns the message that was answered in two ways, and both; an empty text if there was none.
std::string check_messages(std::uint64_t seed, counts& all);

}  // namespace shapes
