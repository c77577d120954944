// What must hold during an attack.
#pragma once

#include "server.hpp"

#include <cstdio>
#include <string>

namespace attacks {

inline int failures = 0;

inline void expect(bool holds, const char* what, const std::string& more = "") {
    if (holds) return;
    ++failures;
    std::printf("  WRONG: %s %s\n", what, more.c_str());
}

inline constexpr double slowest_ms_max = 2000;  // the machine is also busy with the attack
inline constexpr std::size_t calls_min = 5;     // each call waits for a turn of the attackers

inline void expect_served(const client::counter& got) {
    std::printf("  %zu calls answered, the slowest in %.1f ms\n", got.calls - got.wrong,
                got.slowest_ms);
    expect(got.wrong == 0, "a call was not answered:", got.first_wrong);
    expect(got.calls >= calls_min, "too few calls were made");
    expect(got.slowest_ms < slowest_ms_max, "a call took too long");
}

inline void fill(std::vector<peer>& all, const server& to, std::size_t count) {
    while (all.size() < count) all.emplace_back(to);
}

}  // namespace attacks
