// Counts allocations on the heap.
#pragma once

#include <cstddef>

namespace support {

// How often this thread has allocated on the heap since the last call. The first call begins to
// count.
std::size_t allocations();

}  // namespace support
