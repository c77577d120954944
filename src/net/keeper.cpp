// Beats of the loops and signals in; what systemd is told out.
#include "keeper.hpp"

namespace callbox::net {

void keeper::ready(std::string_view line) {
    systemd_.tell("READY=1\nSTATUS=" + std::string(line));
    if (systemd_.watchdog_ms() != never) due_ = now_ms();
}

void keeper::look(time_ms now) {
    if (now < due_) return;
    due_ = now + systemd_.watchdog_ms();
    if (are_alive()) systemd_.tell("WATCHDOG=1");
}

bool keeper::are_alive() {
    bool alive = true;
    for (watched& loop : beats_) {
        const unsigned now_at = loop.is->load(std::memory_order_relaxed);
        const bool waits = now_at % 2 == 0;
        alive = (waits || now_at != loop.last) && alive;
        loop.last = now_at;
    }
    return alive;
}

}  // namespace callbox::net
