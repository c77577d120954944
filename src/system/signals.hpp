// Signals that control a server, as events that loops can wait for.
#pragma once

#include "base/fd.hpp"

#include <atomic>
#include <csignal>

namespace callbox::system {

// Commands to a server, sent as SIGTERM or SIGINT, SIGHUP, SIGUSR1, SIGUSR2, or by the program.
enum class command : std::uint8_t {
    stop,
    reload,
    report,
    upgrade,
    hand_over,  // another process serves the same sockets; has no signal; request it only once
};
inline constexpr std::size_t command_count = 5;

// Receives requests of the program and, after take(), signals: those of the commands, SIGTTIN and
// SIGTTOU, which are unblocked for this thread; SIGPIPE and SIGXFSZ are ignored. give_back()
// restores the previous state. There may be several objects, but only one can have the signals.
// Uses a handler instead of a signalfd, because a signal blocked only by this thread would be
// delivered to other threads of the program and terminate the process. The handler only counts and
// may run on any thread.
class stop_signals {
public:
    stop_signals();
    ~stop_signals() { give_back(); }

    // Installs the handlers. SIGTTIN increments the level, SIGTTOU decrements it, between 0 and 2.
    // With `until_exit` the handlers stay installed after destruction but do nothing, for a process
    // that is about to exit. Returns false if another object has the signals. Requires: `level`
    // outlives this object, and take() has not been called.
    [[nodiscard]] bool take(std::atomic<int>* level = nullptr, bool until_exit = false);
    // Restores the previous handlers; does nothing without take().
    void give_back();
    // Whether this object has the signals.
    explicit operator bool() const { return has_taken_; }
    // Resets all handlers to their defaults, in a child before exec.
    static void reset();

    // An eventfd that reports each signal. Loops watch it edge-triggered without reading it, so
    // every loop is notified. -1 if it could not be created.
    int get() const { return event_.get(); }
    // The number of commands of that kind received so far; updated before get() becomes readable.
    unsigned count(command what) const;
    // Counts the command, as its signal does. Safe in any thread and in signal handlers.
    void request(command what) const;
    // Resets the counts of commands requested by the program.
    void forget_requests();
    // The current level; 0 if there is none.
    int level() const;

private:
    fd event_;
    bool has_taken_ = false;
    bool until_exit_ = false;
    mutable std::array<std::atomic<unsigned>, command_count> requests_ = {};  // by the program
    std::array<struct sigaction, 9> before_ = {};
    sigset_t mask_before_ = {};
};

}  // namespace callbox::system
