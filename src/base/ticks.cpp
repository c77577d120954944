// How many ticks of the processor's counter make a second.
#include "ticks.hpp"

#include <ctime>

namespace callbox {

namespace {

#if defined(__x86_64__)
double seconds_now() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// The two clocks are not read at the same instant. If a reading was interrupted, the rate is off by
// that: a part in a thousand is accurate enough for its use.
double measured() {
    constexpr double long_enough = 200e-6;
    const double begin = seconds_now();
    const std::uint64_t first = ticks_now();
    double end = begin;
    while (end - begin < long_enough) end = seconds_now();
    return static_cast<double>(ticks_between(first, ticks_now())) / (end - begin);
}
#endif

}  // namespace

double ticks_per_second() {
#if defined(__x86_64__)
    static const double rate = measured();
    return rate;
#elif defined(__aarch64__)
    std::uint64_t rate = 0;
    asm volatile("mrs %0, cntfrq_el0" : "=r"(rate));
    return static_cast<double>(rate);
#else
    return 1e9;
#endif
}

}  // namespace callbox
