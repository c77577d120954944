// Counts what is taken from the heap. The tests run under AddressSanitizer, which tells.
#pragma once

#include <cstddef>

namespace support {

// How often memory was taken from the heap by this thread since the last call. The first call
// begins to count.
std::size_t allocations();

}  // namespace support
