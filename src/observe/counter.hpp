// A number that one thread changes and others read.
#pragma once

#include <atomic>
#include <cstdint>

namespace callbox::observe {

// A counter with one writer thread and any number of readers. Uses a load and a store instead of an
// atomic addition, as there is only one writer.
class counter {
public:
    void add(std::uint64_t count = 1) { set(get() + count); }
    void decrement() { set(get() - 1); }
    std::uint64_t get() const { return value_.load(std::memory_order_relaxed); }

private:
    void set(std::uint64_t value) { value_.store(value, std::memory_order_relaxed); }

    std::atomic<std::uint64_t> value_ = 0;
};

}  // namespace callbox::observe
