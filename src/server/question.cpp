// Logs a line for each connection of a loop at SIGUSR1.
#include "loop.hpp"

#include <new>
#include <string>

namespace callbox::net {

namespace {

constexpr std::size_t told_max = 100;  // connections

}  // namespace

// When memory runs out, the lines that are left are lost.
void loop::tell_connections() try {
    std::size_t told = 0;
    for (const slot& s : slots_.all()) {
        if (s.link.current() == phase::closed || told++ >= told_max) continue;
        std::string line = "connection peer=";
        line += s.from.text();
        line += " phase=";
        line += phase_names[static_cast<std::size_t>(s.link.current())];
        line += " phase_ms=" + std::to_string(now_ - s.link.since());
        line += " age_ms=" + std::to_string(now_ - s.came);
        line += " bytes=" + std::to_string(s.link.memory());
        line += " calls=" + std::to_string(s.link.waits_for());
        journal_->tell(line);
    }
    if (told > told_max)
        journal_->tell("and " + std::to_string(told - told_max) + " connections more");
    if (told == 0) journal_->tell("no connections");
} catch (const std::bad_alloc&) {
}

}  // namespace callbox::net
