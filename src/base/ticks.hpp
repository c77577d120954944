// The clock that costs least: for how long something took, not for when it was.
#pragma once

#include <cstdint>

#if !defined(__x86_64__) && !defined(__aarch64__)
#include <ctime>
#endif

namespace callbox {

// Ticks since some start. The next reading may be less by a few, on another core.
inline std::uint64_t ticks_now() {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    std::uint64_t count = 0;
    asm volatile("mrs %0, cntvct_el0" : "=r"(count));
    return count;
#else
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(now.tv_nsec);
#endif
}

// 0 where there are none: then it took no time.
inline std::uint64_t ticks_between(std::uint64_t begin, std::uint64_t end) {
    return end > begin ? end - begin : 0;
}

// How many there are in a second: found out when it is asked first, which takes 0.2 ms where the
// processor does not say.
double ticks_per_second();

}  // namespace callbox
