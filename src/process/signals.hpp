// Signals that tell a server what to do, as events that a loop can wait for.
#pragma once

#include "base/fd.hpp"

#include <array>
#include <atomic>
#include <csignal>

namespace callbox::process {

struct no_signals {};

// Takes SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGTTIN and SIGTTOU, which it unblocks for this
// thread, and ignores SIGPIPE and SIGXFSZ, while it lives; then they are as before. Or takes none,
// and hears only what the program itself requests: any number of those may live.
// It uses a handler and not a signalfd: a signal that only this thread blocks would still reach the
// threads that the program has made before, and end the process. The handler only counts, whichever
// thread it runs on.
class stop_signals {
public:
    // SIGTTIN adds one to the level, SIGTTOU takes one away, from 0 to 2. `until_exit`: the
    // handlers stay when it is destroyed, and do nothing any more: for a process that then ends,
    // with its own status. Requires: `level` outlives it.
    explicit stop_signals(std::atomic<int>* level = nullptr, bool until_exit = false);
    // Takes none until take(). Requests are heard from now on.
    explicit stop_signals(no_signals);
    ~stop_signals() { give_back(); }
    stop_signals(const stop_signals&) = delete;
    stop_signals& operator=(const stop_signals&) = delete;

    // As the first constructor does. False: another one has them. Requires: this one has not.
    [[nodiscard]] bool take(std::atomic<int>* level, bool until_exit);
    // They are as before; nothing if it has none.
    void give_back();

    // False: another one had them.
    explicit operator bool() const { return has_taken_; }
    // Resets all of them to their defaults, in a child that is to become another program.
    static void reset();

    // An eventfd that reports each signal. Loops watch it edge-triggered, and nobody reads it, so
    // that all of them see it. -1 when it can't be made.
    int get() const { return told_.get(); }
    // How many signals to stop have come, up to date once get() is readable.
    unsigned stop_requests() const;
    // How many SIGHUPs; the same.
    unsigned hangups() const;
    // How many SIGUSR2; the same.
    unsigned upgrades() const;
    // Call it once: another process serves at the same sockets. get() reports that as it does
    // signals.
    void hand_over() const;
    bool handed_over() const;
    // How many SIGUSR1; the same.
    unsigned report_requests() const;
    // What signals have made of the level; 0 where there is none.
    int level() const;
    // As if a signal to stop, or a SIGHUP, had come. For any thread, and for signal handlers.
    void request_stop() const;
    void request_reload() const;
    // No request, and no other process that serves, is known any more.
    void forget_requests();

private:
    void tell() const;

    fd told_;
    bool has_taken_ = false;
    bool until_exit_ = false;
    mutable std::atomic<unsigned> requests_ = 0;  // to stop, not by a signal
    mutable std::atomic<unsigned> reloads_ = 0;
    mutable std::atomic<bool> handed_over_ = false;
    std::array<struct sigaction, 9> before_ = {};
    sigset_t mask_before_ = {};
};

}  // namespace callbox::process
