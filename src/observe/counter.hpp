// A counter that one thread changes and any thread may read meanwhile.
#pragma once

#include <atomic>
#include <cstdint>

namespace callbox {

// A load and a store, not an atomic addition: nobody else writes, so no core waits for another.
class tally {
public:
    void add(std::uint64_t count = 1) { set(get() + count); }
    void take_away() { set(get() - 1); }
    std::uint64_t get() const { return value_.load(std::memory_order_relaxed); }

private:
    void set(std::uint64_t value) { value_.store(value, std::memory_order_relaxed); }

    std::atomic<std::uint64_t> value_ = 0;
};

}  // namespace callbox
