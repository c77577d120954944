// Chooses the source of ticks and measures its rate.
#include "ticks.hpp"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace callbox {

namespace detail {

namespace {

constexpr std::uint64_t long_enough_ns = 200'000;
constexpr std::uint64_t accuracy = 1000;  // relative errors up to 1 / accuracy
constexpr int first_readings = 8;

// A reading of the counter between two readings of the clock.
struct reading {
    std::uint64_t before, ticks, after;
    std::uint64_t width() const { return after - before; }
};

reading read(tick_reader clock_ns, tick_reader counter) {
    return {clock_ns(), counter(), clock_ns()};  // braces: from left to right
}

}  // namespace

// Preemption during a reading makes it wide. The longer the interval between the first and the last
// reading, the wider they may be, so the loop terminates on any machine.
double measured_rate(tick_reader clock_ns, tick_reader counter) {
    reading first = read(clock_ns, counter);
    for (int i = 1; i < first_readings; ++i)
        if (const reading next = read(clock_ns, counter); next.width() < first.width())
            first = next;
    for (;;) {
        const reading last = read(clock_ns, counter);
        const std::uint64_t least = last.before - first.after;
        const std::uint64_t width = first.width() + last.width();
        if (least < long_enough_ns || width * accuracy > least) continue;
        const double took = static_cast<double>(least) + static_cast<double>(width) / 2;
        return static_cast<double>(ticks_between(first.ticks, last.ticks)) / took * 1e9;
    }
}

#if defined(__x86_64__)
// Whether the counter has the same rate in all power states of the processor.
// (CPUID 80000007H, EDX bit 8, "TscInvariant": AMD64 APM volume 3, E.4.6; Intel SDM volume 2.)
static bool is_invariant() {
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    return __get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) != 0 && (edx & 1u << 8) != 0;
}

std::uint64_t uncounted_ticks() {
    if (ticks_from == tick_source::clock) return monotonic_ns();
    ticks_from = is_invariant() ? tick_source::counter : tick_source::clock;
    return ticks_now();
}
#endif

}  // namespace detail

double ticks_per_second() {
#if defined(__x86_64__)
    (void)ticks_now();
    if (detail::ticks_from == detail::tick_source::clock) return 1e9;
    static const double rate = detail::measured_rate(detail::monotonic_ns, ticks_now);
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
