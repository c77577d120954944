// What the first loop does for the whole process beside serving.
#pragma once

#include "base/clock.hpp"
#include "systemd.hpp"

#include <atomic>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace callbox::net {

// Counts what a loop does: odd while it works, even while it waits. Written by its loop alone.
using beat = std::atomic<unsigned>;

// Tells systemd how the process is. It belongs to the first loop, which asks it when it turns; so a
// loop that is stuck is noticed, the first by itself and the others by their beats.
class keeper {
public:
    explicit keeper(notifier whom) : systemd_(std::move(whom)) {}

    // One more loop that is to be alive. Requires: `of` outlives it.
    void watch(const beat& of) { beats_.push_back({&of, 0}); }

    // All loops serve, as the line says.
    void ready(std::string_view line);
    void reloading() const { systemd_.tell_reloading(); }
    void reloaded() const { systemd_.tell("READY=1"); }
    void stopping() const { systemd_.tell("STOPPING=1\nSTATUS=draining"); }

    // When look() is due.
    time_ms next_due() const { return due_; }
    // Tells the watchdog that all is well, if it is: each loop waits, or has turned since.
    void look(time_ms now);

private:
    struct watched {
        const beat* is;
        unsigned last;
    };
    bool are_alive();

    notifier systemd_;
    std::vector<watched> beats_;
    time_ms due_ = never;
};

}  // namespace callbox::net
