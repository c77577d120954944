// soak PROGRAM SOCKET MINUTES: concurrent traffic of all kinds, in rounds. After each round all
// clients disconnect; the program must then have as many descriptors as at its start, and use no
// more memory than after earlier rounds.
#include "traffic.hpp"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <thread>
#include <vector>

using namespace soak;

namespace {

constexpr double round_s = 4;
constexpr std::size_t rounds_min = 8;    // enough for thirds of the judged rounds
constexpr std::size_t rounds_warm = 2;   // not judged: buffers grow to their final size
constexpr std::size_t growth_max = 2 << 20;
constexpr int rest_ms_max = 10'000;      // for the server to notice the last disconnect

findings found;

// Runs a thread for each kind and adds the number of conversations of each to `counts`.
void traffic_for(double seconds, const std::vector<std::string>& to, unsigned seed,
                 std::vector<std::size_t>& counts) {
    const double until = attacks::now_s() + seconds;
    std::vector<std::thread> clients;
    for (std::size_t i = 0; i < traffic.size(); ++i)
        clients.emplace_back([&, i] {
            dice chance(seed * 100 + static_cast<unsigned>(i));
            const client one{to, chance, found, traffic[i].name};
            for (; attacks::now_s() < until; ++counts[i]) traffic[i].one(one);
        });
    for (std::thread& each : clients) each.join();
}

// Waits until the server has the wanted number of descriptors; returns the number.
std::size_t at_rest(const attacks::server& server, std::size_t wanted) {
    for (int ms = 0; ms < rest_ms_max && server.descriptors() != wanted; ms += 10)
        ::usleep(10'000);
    return server.descriptors();
}

std::size_t mean(const std::vector<std::size_t>& values, std::size_t from, std::size_t to) {
    return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(from),
                           values.begin() + static_cast<std::ptrdiff_t>(to), std::size_t{0}) /
           (to - from);
}

// After the warm rounds, the mean of the last third must be close to that of the first third.
void judge(const std::vector<std::size_t>& resident) {
    const std::size_t third = (resident.size() - rounds_warm) / 3;
    const std::size_t first = mean(resident, rounds_warm, rounds_warm + third);
    const std::size_t last = mean(resident, resident.size() - third, resident.size());
    std::printf("resident at rest: %zu KiB in the first third, %zu KiB in the last\n",
                first >> 10, last >> 10);
    found.expect(last <= first + growth_max, "memory", "growth");
}

void soak_for(double seconds, const std::string& path) {
    attacks::server server({"--listen", "unix:" + path, "--workers", "2", "--header-timeout-ms",
                            "2s", "--enable-web-browsable-api"});
    const std::vector<std::string> to{server.address(), "unix:" + path};
    const std::size_t open = server.descriptors();
    const double until = attacks::now_s() + seconds;
    std::vector<std::size_t> counts(traffic.size()), resident;
    while (resident.size() < rounds_min || attacks::now_s() < until) {
        traffic_for(round_s, to, static_cast<unsigned>(resident.size()), counts);
        const std::size_t left = at_rest(server, open);
        found.expect(left == open, "descriptors at rest",
                     std::to_string(left) + ", " + std::to_string(open) + " at the start");
        resident.push_back(server.resident_bytes());
        std::printf("round %zu: %zu KiB, %zu descriptors\n", resident.size(),
                    resident.back() >> 10, left);
        if (found.count() > 10) break;
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
        std::printf("%8zu %s\n", counts[i], traffic[i].name);
        found.expect(counts[i] >= rounds_min, traffic[i].name, "too few");
    }
    if (resident.size() >= rounds_min) judge(resident);
    server.signal(SIGTERM);
    found.expect(server.exit_status(5000) == 0, "SIGTERM", "an unclean exit");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    (void)std::signal(SIGPIPE, SIG_IGN);
    (void)std::setvbuf(stdout, nullptr, _IOLBF, 0);
    (void)::setenv("TEST_PROGRAM", argv[1], 1);
    soak_for(std::atof(argv[3]) * 60, argv[2]);
    std::printf("soak: %s\n", found.count() == 0 ? "no errors, losses or leaks" : "FAILED");
    return found.count() == 0 ? 0 : 1;
}
