// The cheapest clock: for how long something took, not for when it was.
#pragma once

#include <cstdint>

#if !defined(__x86_64__) && !defined(__aarch64__)
#include <ctime>
#endif

namespace callbox {

// Ticks since some start. On another core the next reading may be a few less.
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

// 0 if `end` is before `begin`: then it took no time.
inline std::uint64_t ticks_between(std::uint64_t begin, std::uint64_t end) {
    return end > begin ? end - begin : 0;
}

// How many ticks make a second. Where the processor does not say, the first call measures it, which
// takes 0.2 ms.
double ticks_per_second();

}  // namespace callbox
