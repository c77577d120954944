// Counts allocations on the heap, and lets some fail.
#pragma once

#include <cstddef>

// Whether failing_allocations has an effect: not with a sanitizer, whose heap has no hook for it.
// `make faults` lets allocations fail under sanitizers.
#if !defined(__has_feature)
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define ALLOCATIONS_CAN_FAIL 0
#else
#define ALLOCATIONS_CAN_FAIL 1
#endif

namespace support {

// How often this thread has allocated on the heap since the last call. The first call begins to
// count.
std::size_t allocations();

// During its lifetime, allocations of this thread fail: `times` in a row, after `count` that
// succeed. One object at a time.
class failing_allocations {
public:
    failing_allocations(std::size_t count, std::size_t times);
    ~failing_allocations();
    failing_allocations(const failing_allocations&) = delete;
    failing_allocations& operator=(const failing_allocations&) = delete;

    // How many have failed.
    std::size_t failed() const;
};

}  // namespace support
