// Signals that tell a server what to do, as something that can be waited for.
#pragma once

#include "base/fd.hpp"

#include <array>
#include <atomic>
#include <csignal>

namespace callbox::process {

// Takes SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGTTIN and SIGTTOU, which it unblocks for this
// thread, and ignores SIGPIPE and SIGXFSZ, while it lives; then they are as before.
// It is a handler and not a signalfd, because threads that the program has made before would still
// be ended by a signal that only this one blocks. Whichever thread the handler runs on, it only
// counts.
class stop_signals {
public:
    // SIGTTIN adds one to the level, SIGTTOU takes one away, from 0 to 2. `until_exit`: they stay
    // as they are when it is destroyed, and do nothing any more: for a process that then ends, with
    // its own status. Requires: `level` outlives it.
    explicit stop_signals(std::atomic<int>* level = nullptr, bool until_exit = false);
    ~stop_signals();
    stop_signals(const stop_signals&) = delete;
    stop_signals& operator=(const stop_signals&) = delete;

    // False: another one lives, and this one does nothing.
    explicit operator bool() const { return has_taken_; }
    // Gives all of them what they do in a new program. For a child that is to become one.
    static void reset();

    // An eventfd that tells of each signal: to be watched edge-triggered, by as many as like, and
    // read by nobody, so that all of them see it. -1 when there could be none.
    int get() const { return told_.get(); }
    // How many signals to stop have come. Requires, to be up to date: get() has told.
    unsigned wishes() const;
    // How many SIGHUPs; the same.
    unsigned hangups() const;
    // How many SIGUSR2; the same.
    unsigned upgrades() const;
    // To be said once: another process listens at the same sockets, and serves. It is told of as a
    // signal is.
    void hand_over() const;
    bool handed_over() const;
    // How many SIGUSR1; the same.
    unsigned questions() const;
    // What signals have made of the level; 0 where there is none.
    int level() const;
    // As if a signal to stop had come.
    void wish() const;

private:
    fd told_;
    bool has_taken_ = false;
    bool until_exit_;
    std::array<struct sigaction, 9> before_ = {};
    sigset_t mask_before_ = {};
};

}  // namespace callbox::process
