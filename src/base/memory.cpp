#include <callbox/memory.hpp>

#include "mutex.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <malloc.h>

namespace callbox::memory {

namespace {

// Global, like the heap itself.
constinit std::atomic<std::size_t> limit_bytes = SIZE_MAX;
constinit std::atomic<std::size_t> taken_bytes = 0;
constinit std::atomic<std::size_t> peak_bytes = 0;     // since the heap was trimmed
constinit std::atomic<std::size_t> churned_bytes = 0;  // returned near the limit since then

constinit mutex parts_mutex;  // guards the variables below
constinit std::size_t parts = 0;
constinit std::size_t parts_bytes = 0;
constinit std::size_t before_parts = SIZE_MAX;

// By itself glibc returns only the end of the heap to the system, not free pages below a block in
// use. Of 128 MiB in blocks of 512 bytes to 64 KiB, it keeps 98 % if one block in a thousand stays
// in use; musl 1.2.3, which has no such call, keeps 2 to 3 %.
void trim_heap() {
    churned_bytes.store(0, std::memory_order_relaxed);
#ifdef __GLIBC__
    (void)::malloc_trim(0);
#endif
}

}  // namespace

void limit(std::size_t bytes) { limit_bytes.store(bytes, std::memory_order_relaxed); }

std::size_t limit() noexcept { return limit_bytes.load(std::memory_order_relaxed); }

part::part(std::size_t bytes) {
    const lock_guard guard(parts_mutex);
    if (parts++ == 0) before_parts = limit();
    bytes_ = std::min(bytes, SIZE_MAX - parts_bytes);
    parts_bytes += bytes_;
    limit(parts_bytes);
}

part::~part() {
    const lock_guard guard(parts_mutex);
    parts_bytes -= bytes_;
    limit(--parts == 0 ? before_parts : parts_bytes);
}

bool take(std::size_t bytes) noexcept {
    const std::size_t most = limit();
    std::size_t before = taken();
    while (before <= most && bytes <= most - before)
        if (taken_bytes.compare_exchange_weak(before, before + bytes, std::memory_order_relaxed)) {
            // If the lower of two concurrent values wins, the heap is trimmed at the next peak.
            if (before + bytes > peak_bytes.load(std::memory_order_relaxed))
                peak_bytes.store(before + bytes, std::memory_order_relaxed);
            return true;
        }
    return false;
}

void give(std::size_t bytes) noexcept {
    const std::size_t before = taken_bytes.fetch_sub(bytes, std::memory_order_relaxed);
    assert(before >= bytes);
    const std::size_t left = before - bytes;
    std::size_t peak = peak_bytes.load(std::memory_order_relaxed);
    if (left < peak / 2 && peak > limit() / 4 &&
        peak_bytes.compare_exchange_strong(peak, left, std::memory_order_relaxed))
        return trim_heap();
    // Near the limit, blocks of many sizes come and go, and leave gaps.
    if (left > limit() / 2 && bytes > 0 &&
        churned_bytes.fetch_add(bytes, std::memory_order_relaxed) + bytes > limit() / 2)
        trim_heap();
}

std::size_t taken() noexcept { return taken_bytes.load(std::memory_order_relaxed); }

bool is_under_pressure() noexcept {
    const std::size_t most = limit();
    return taken() > most - most / 4;
}

}  // namespace callbox::memory
