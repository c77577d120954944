// Callbacks for the work of a loop besides serving. By default they do nothing.
#pragma once

#include "base/clock.hpp"

#include <atomic>

namespace callbox::net {

// The activity counter of a loop: odd while it works, even while it waits. Written only by its
// loop.
using heartbeat = std::atomic<unsigned>;

// The loop calls all hooks on its own thread.
class loop_hooks {
public:
    virtual ~loop_hooks() = default;

    // Readable when on_readable() is due; -1 for none. Called once, when the loop opens.
    virtual int get() const { return -1; }
    virtual void on_readable() {}

    // tick() is called in each turn; next_due() is the time when the next call is due.
    virtual void tick(time_ms) {}
    virtual time_ms next_due() const { return never; }

    // Called after each signal.
    virtual void on_signal() {}
    // Called before and after a SIGHUP takes effect in the loop.
    virtual void reloading() {}
    virtual void reloaded() {}
    // Called when draining begins, with the number of connections of all loops.
    virtual void draining(std::size_t) {}
};

}  // namespace callbox::net
