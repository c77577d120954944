// Adds up what all threads together have taken and given back.
#include <callbox/memory.hpp>

#include <atomic>
#include <cassert>
#include <cstdint>

namespace callbox::memory {

namespace {

// State of the whole process, as is the heap that it counts.
constinit std::atomic<std::size_t> limit_bytes = SIZE_MAX;
constinit std::atomic<std::size_t> scarce_bytes = SIZE_MAX;
constinit std::atomic<std::size_t> taken_bytes = 0;

}  // namespace

void limit(std::size_t bytes) {
    limit_bytes.store(bytes, std::memory_order_relaxed);
    scarce_bytes.store(bytes - bytes / 4, std::memory_order_relaxed);
}

std::size_t limit() noexcept { return limit_bytes.load(std::memory_order_relaxed); }

bool take(std::size_t bytes) noexcept {
    const std::size_t most = limit_bytes.load(std::memory_order_relaxed);
    std::size_t before = taken();
    while (before <= most && bytes <= most - before)
        if (taken_bytes.compare_exchange_weak(before, before + bytes, std::memory_order_relaxed))
            return true;
    return false;
}

void give(std::size_t bytes) noexcept {
    [[maybe_unused]] const std::size_t before =
        taken_bytes.fetch_sub(bytes, std::memory_order_relaxed);
    assert(before >= bytes);
}

std::size_t taken() noexcept { return taken_bytes.load(std::memory_order_relaxed); }

bool is_under_pressure() noexcept { return taken() > scarce_bytes.load(std::memory_order_relaxed); }

}  // namespace callbox::memory
