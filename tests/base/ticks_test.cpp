#include "base/ticks.hpp"

#include <criterion/criterion.h>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <string>

namespace ticks_test { namespace {

// A machine whose counter has three ticks per nanosecond and which interrupts the program for 4 ms
// before and after some readings: the one numbered `interrupted` and every `period`-th after it.
struct machine {
    std::uint64_t interrupted = UINT64_MAX;
    std::uint64_t period = UINT64_MAX;
    std::uint64_t now_ns = 1'000'000'000;
    std::uint64_t readings = 0;

    std::uint64_t read(std::uint64_t takes_ns) {
        const bool is_hit = readings >= interrupted && (readings - interrupted) % period == 0;
        ++readings;
        if (is_hit) now_ns += 4'000'000;
        const std::uint64_t read_at = now_ns += takes_ns;
        if (is_hit) now_ns += 4'000'000;
        return read_at;
    }
} here;

double rate_of(machine one) {
    here = one;
    return callbox::detail::measured_rate([] { return here.read(100); },
                                          [] { return 3 * here.read(20); });
}

bool is_accurate(double rate) { return std::abs(rate / 3e9 - 1) <= 0.001; }

Test(base_ticks, an_interruption_at_any_reading_leaves_the_rate_accurate) {
    cr_assert(is_accurate(rate_of({})));
    const std::uint64_t all = here.readings;
    cr_assert(all > 100);
    for (std::uint64_t i = 0; i < all; ++i) {
        const double rate = rate_of({.interrupted = i});
        cr_assert(is_accurate(rate), "at reading %u: %g", static_cast<unsigned>(i), rate);
    }
}

Test(base_ticks, interruptions_again_and_again_leave_the_rate_accurate) {
    for (std::uint64_t period = 1; period < 40; ++period)
        for (std::uint64_t first = 0; first < period; ++first) {
            const double rate = rate_of({.interrupted = first, .period = period});
            cr_assert(is_accurate(rate), "each %u from %u: %g", static_cast<unsigned>(period),
                      static_cast<unsigned>(first), rate);
        }
}

#if defined(__x86_64__)
using callbox::detail::tick_source, callbox::detail::ticks_from;

Test(base_ticks, the_counter_counts_only_where_it_is_invariant) {
    std::string word;
    bool has_counter = false, is_invariant = false;
    std::ifstream flags("/proc/cpuinfo");
    while (flags >> word) {
        has_counter = has_counter || word == "tsc";
        is_invariant = is_invariant || word == "nonstop_tsc";
    }
    if (!has_counter) cr_skip("/proc/cpuinfo does not list the flags of the processor");
    (void)callbox::ticks_now();
    cr_expect((ticks_from == tick_source::counter) == is_invariant);
}

Test(base_ticks, where_the_counter_is_not_invariant_ticks_are_those_of_the_clock) {
    ticks_from = tick_source::clock;
    const std::uint64_t before = callbox::detail::monotonic_ns();
    const std::uint64_t ticks = callbox::ticks_now();
    cr_expect(ticks >= before && ticks <= callbox::detail::monotonic_ns());
    cr_expect(callbox::ticks_per_second() == 1e9);
}
#endif

}}  // namespace ticks_test
