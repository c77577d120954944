// Signals that tell a server what to do, as events that a loop can wait for.
#pragma once

#include "base/fd.hpp"

#include <array>
#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>

namespace callbox::system {

// What a server is told to do: by SIGTERM or SIGINT, SIGHUP, SIGUSR1, SIGUSR2, or by the program.
enum class command : std::uint8_t {
    stop,
    reload,
    report,
    upgrade,
    hand_over,  // another process serves at the same sockets; no signal says so; request it once
};
inline constexpr std::size_t command_count = 5;

// Hears what the program requests and, once it has taken them, signals: those of the commands,
// SIGTTIN and SIGTTOU, which it unblocks for this thread; SIGPIPE and SIGXFSZ it ignores. From
// give_back() on, all of these are as before. Any number may live; one of them has the signals.
// It uses a handler and not a signalfd: a signal that only this thread blocks would still reach the
// threads that the program has made before, and end the process. The handler only counts, whichever
// thread it runs on.
class stop_signals {
public:
    stop_signals();
    ~stop_signals() { give_back(); }
    stop_signals(const stop_signals&) = delete;
    stop_signals& operator=(const stop_signals&) = delete;

    // SIGTTIN adds one to the level, SIGTTOU takes one away, from 0 to 2. `until_exit`: the
    // handlers stay when it is destroyed, and do nothing any more: for a process that then ends,
    // with its own status. False: another one has them. Requires: `level` outlives it; it has not
    // taken them.
    [[nodiscard]] bool take(std::atomic<int>* level = nullptr, bool until_exit = false);
    // They are as before; nothing if it has none.
    void give_back();
    // Whether it has them.
    explicit operator bool() const { return has_taken_; }
    // Resets all of them to their defaults, in a child that is to become another program.
    static void reset();

    // An eventfd that reports each signal. Loops watch it edge-triggered, and nobody reads it, so
    // that all of them see it. -1 when it can't be made.
    int get() const { return told_.get(); }
    // How many such commands have come, up to date once get() is readable.
    unsigned count(command what) const;
    // Counts it, as its signal does. For any thread, and for signal handlers.
    void request(command what) const;
    // No command of the program is known any more.
    void forget_requests();
    // What signals have made of the level; 0 where there is none.
    int level() const;

private:
    fd told_;
    bool has_taken_ = false;
    bool until_exit_ = false;
    mutable std::array<std::atomic<unsigned>, command_count> requests_ = {};  // not by signals
    std::array<struct sigaction, 9> before_ = {};
    sigset_t mask_before_ = {};
};

}  // namespace callbox::system
