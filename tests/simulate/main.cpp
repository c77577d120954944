// simulate FIRST LAST: runs these seeds. A single seed prints every event. Exit status 0: every
// claim held. Every 64th seed is run twice, and both runs must be equal.
#include "run.hpp"

#include "base/ticks.hpp"

#include <callbox/memory.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

// Provided by each sanitizer's allocator.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();

namespace {

simulate::tally one(std::uint64_t seed, bool aloud) {
    simulate::run r(seed, aloud);
    return r.all();
}

// Runs a seed and checks that all memory is freed. The C library retains memory only once: memory
// left by a second run is a leak.
simulate::tally checked(std::uint64_t seed) {
    simulate::tally done;
    for (int turn = 0; turn < 2; ++turn) {
        const std::size_t before = __sanitizer_get_current_allocated_bytes();
        const std::size_t counted_before = callbox::memory::taken();
        done = one(seed, false);
        const std::size_t after = __sanitizer_get_current_allocated_bytes();
        const std::size_t counted = callbox::memory::taken();
        if (after == before && counted == counted_before) return done;
        if (turn == 0) continue;
        std::fprintf(stderr, "simulate: seed %llu: %zd bytes of memory are left, %zd counted\n",
                     static_cast<unsigned long long>(seed), static_cast<ssize_t>(after - before),
                     static_cast<ssize_t>(counted - counted_before));
        std::exit(1);
    }
    return done;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return std::fprintf(stderr, "usage: simulate FIRST LAST\n"), 2;
    const std::uint64_t first = std::strtoull(argv[1], nullptr, 10);
    const std::uint64_t last = std::strtoull(argv[2], nullptr, 10);
#if defined(__x86_64__)
    callbox::detail::ticks_from = callbox::detail::tick_source::clock;  // of the simulated kernel
#endif
    const auto begin = std::chrono::steady_clock::now();
    simulate::tally all;
    for (std::uint64_t seed = first; seed <= last; ++seed) {
        const simulate::tally done = first == last ? one(seed, true) : checked(seed);
        if (first != last && seed % 64 == 0 && one(seed, false).hash != done.hash) {
            std::fprintf(stderr, "simulate: two runs of seed %llu differ\n",
                         static_cast<unsigned long long>(seed));
            return 1;
        }
        all.add(done);
    }
    const auto took = std::chrono::steady_clock::now() - begin;
    std::printf("simulate: %llu seeds, %zu conversations, %zu requests, %zu calls, %zu turns, "
                "%.1f s; at most %zu requests of one connection in a turn; hash %016llx\n",
                static_cast<unsigned long long>(last - first + 1), all.conversations, all.requests,
                all.calls, all.turns, std::chrono::duration<double>(took).count(), all.steps_max,
                static_cast<unsigned long long>(all.hash));
    return 0;
}
