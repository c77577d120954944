// conversations: all of tests/wire with the program that TEST_PROGRAM names, over sockets.
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
    const auto failed = [](const std::string& fault) {
        if (!fault.empty()) std::fprintf(stderr, "faults: one byte at a time: %s\n", fault.c_str());
        return !fault.empty();
    };
    const wire::script all = wire::read_scripts();
    if (failed(all.mistake)) return 1;
    for (const wire::conversation& said : all.conversations) {
        // A short read says that no more has come, which is not so here: this client may be reset.
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
