// What a loop does for others beside serving: nothing, unless somebody overrides it.
#pragma once

#include "base/clock.hpp"

#include <atomic>
#include <cstddef>

namespace callbox::net {

// Counts what a loop does: odd while it works, even while it waits. Written by its loop alone.
using heartbeat = std::atomic<unsigned>;

// The loop calls all of them on its own thread.
class loop_hooks {
public:
    virtual ~loop_hooks() = default;

    // Readable when on_readable() is due; -1: it never is. Asked once, when the loop opens.
    virtual int get() const { return -1; }
    virtual void on_readable() {}

    // In each turn; when the next one is due.
    virtual void tick(time_ms) {}
    virtual time_ms next_due() const { return never; }

    // After each signal.
    virtual void on_signal() {}
    // Around what a SIGHUP changes in the loop.
    virtual void reloading() {}
    virtual void reloaded() {}
    // The drain begins, with so many connections of all loops.
    virtual void draining(std::size_t) {}
};

}  // namespace callbox::net
