// The cheapest clock, for durations only.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>

namespace callbox {

namespace detail {

inline std::uint64_t monotonic_ns() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(now.tv_nsec);
}

#if defined(__x86_64__)
enum class tick_source : std::uint8_t { unknown, counter, clock };
// The processor's counter if it is invariant, else the clock. Set by the first reading.
inline constinit std::atomic<tick_source> ticks_from = tick_source::unknown;
std::uint64_t uncounted_ticks();
#endif

using tick_reader = std::uint64_t (*)();
// The counter's ticks per second, accurate to 0.1 % even if the thread is preempted.
double measured_rate(tick_reader clock_ns, tick_reader counter);

}  // namespace detail

// Ticks since an arbitrary start. A later reading on another core may be slightly lower.
inline std::uint64_t ticks_now() {
#if defined(__x86_64__)
    using detail::tick_source, detail::ticks_from;
    if (ticks_from.load(std::memory_order_relaxed) == tick_source::counter) [[likely]]
        return __builtin_ia32_rdtsc();
    return detail::uncounted_ticks();
#elif defined(__aarch64__)
    std::uint64_t count = 0;
    asm volatile("mrs %0, cntvct_el0" : "=r"(count));
    return count;
#else
    return detail::monotonic_ns();
#endif
}

// The ticks from `begin` to `end`, 0 if `end` is lower.
inline std::uint64_t ticks_between(std::uint64_t begin, std::uint64_t end) {
    return end > begin ? end - begin : 0;
}

// If the processor does not report its rate, the first call measures it, which takes 0.2 ms.
double ticks_per_second();
inline double seconds_of(std::uint64_t ticks) {
    return static_cast<double>(ticks) / ticks_per_second();
}
inline std::uint64_t ticks_in_ms(std::uint32_t ms) {
    return static_cast<std::uint64_t>(ms * ticks_per_second() / 1000);
}

}  // namespace callbox
