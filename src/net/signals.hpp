// Signals that tell a server what to do, as something that can be waited for.
#pragma once

#include "base/fd.hpp"

#include <atomic>
#include <csignal>

namespace callbox::net {

// Takes SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGTTIN and SIGTTOU, and ignores SIGPIPE, while
// it lives; then they are as before.
// It is a handler and not a signalfd, because threads that the program has made before would still
// be ended by a signal that only this one blocks. Whichever thread the handler runs on, it only
// counts: no thread needs to block them. Requires: there is one at a time.
class stop_signals {
public:
    // SIGTTIN adds one to the level, SIGTTOU takes one away, from 0 to 2. Requires: `level`
    // outlives it.
    explicit stop_signals(std::atomic<int>* level = nullptr);
    ~stop_signals();
    stop_signals(const stop_signals&) = delete;
    stop_signals& operator=(const stop_signals&) = delete;

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
    struct sigaction term_ = {};
    struct sigaction interrupt_ = {};
    struct sigaction hangup_ = {};
    struct sigaction upgrade_ = {};
    struct sigaction question_ = {};
    struct sigaction up_ = {};
    struct sigaction down_ = {};
    struct sigaction pipe_ = {};
};

}  // namespace callbox::net
