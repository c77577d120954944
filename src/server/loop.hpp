// The loop: the one place that waits, reads, writes and accepts.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "connection.hpp"
#include "credentials.hpp"
#include "deadlines.hpp"
#include "deferred_calls.hpp"
#include "listener.hpp"
#include "loop_hooks.hpp"
#include "observe/counters.hpp"
#include "observe/logger.hpp"
#include "peer.hpp"
#include "site/site.hpp"
#include "slots.hpp"
#include "system/signals.hpp"

#include <callbox/limits.hpp>

#include <sys/epoll.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::net {

// A loop keeps at most so many connections above connections_max, to answer them with 503; it
// closes any more without a word.
inline constexpr std::size_t refused_max = 64;

// Descriptors that a loop may have open beside its listeners and the connections up to the limit.
inline constexpr std::size_t own_descriptors_max = refused_max + 8;

// Serves connections from some listeners, one step of one connection at a time. Other loops may run
// beside it, each on its own thread; they touch what they share when a connection comes or goes.
class loop {
public:
    // The first signal to stop drains, the second ends at once. `connection_total` counts the
    // connections of this loop and of those beside it, for connections_max. `deferred` has the
    // calls that `answers` defers. `who` says who may connect and which tokens there are.
    // Requires: what it is given by reference outlives it; no other loop uses `answers`.
    loop(site::site& answers, const limits& bounds, std::vector<listener> listeners,
         const system::stop_signals& stop, std::atomic<std::size_t>& connection_total,
         observe::logger& log, deferred_calls& deferred, credentials& who);
    loop(const loop&) = delete;
    loop& operator=(const loop&) = delete;

    // Calls these, too. Call it before open(), for one loop only, on its own thread. Requires:
    // `hooks` outlives it.
    void set_hooks(loop_hooks& hooks) { hooks_ = &hooks; }
    const heartbeat& beats() const { return heartbeat_; }

    // Empty, or why it can't be run.
    [[nodiscard]] std::string open();
    // Serves until it is told to stop, and then until nothing is open or drain_timeout_ms is over.
    // Requires: open() succeeded.
    void run();

    const observe::loop_counters& counts() const { return counts_; }
    // Connections that run() has closed at its end though they were not done.
    std::size_t cut_off() const { return cut_off_; }

private:
    // Draining: answers close, but the listeners are open. Closing: they are closed.
    enum class stage : std::uint8_t { serving, draining, closing, over };

    void turn();
    std::size_t wait();
    void on_slot(slot& s, std::uint32_t events);
    void on_signal();
    void report_connections();
    void admit_callers(unsigned hangups);
    void on_completions();

    void read(slot& s);
    void look_ahead(const slot& s);
    void send(slot& s);
    std::size_t queued(const slot& s) const;
    void follow(slot& s);
    bool is_over_for(const slot& s) const;
    void settle(slot& s);
    void watch(slot& s, phase p);
    void count_in(slot& s, phase p);
    void release(slot& s);
    void run_queued();
    void expire();

    struct watched_listener : event_source {
        explicit watched_listener(listener&& l) : socket(std::move(l)) {}
        listener socket;
        bool is_ready = false;  // clients wait to be accepted
    };
    void accept_some(watched_listener& from, std::size_t most);
    bool accept_one(const listener& from);
    void admit(fd socket, const peer& from, const listener& by);
    bool count_in();
    void pause_accepting(int error);
    void warn(std::string_view what, int error);
    bool watch_listeners();

    std::size_t not_done() const;
    void abandon_calls(time_ms due);
    void drain();
    void end_idle();
    void close_listeners();

    bool control(int operation, int descriptor, std::uint32_t events, event_source* to = nullptr);

    const limits* bounds_;
    observe::logger* log_;
    deferred_calls* deferred_;
    const system::stop_signals* stop_;
    credentials* credentials_;
    loop_hooks no_hooks_;
    loop_hooks* hooks_ = &no_hooks_;
    heartbeat heartbeat_ = 1;  // even while it waits
    std::atomic<std::size_t>* connection_total_;
    std::vector<watched_listener> listeners_;
    event_source signals_;
    event_source completions_;
    event_source hooks_events_;
    shared_state common_;
    slots slots_;
    deadlines deadlines_;
    fd epoll_;
    std::size_t events_max_;  // room for all at once: all are handled before deadlines
    std::unique_ptr<epoll_event[]> events_;
    std::vector<slot*> queue_;  // those that have a turn
    std::vector<slot*> served_;

    stage stage_ = stage::serving;
    bool handed_over_ = false;  // to another process, which serves at the same sockets
    unsigned stop_requests_ = 0;
    unsigned hangups_ = 0;
    unsigned report_requests_ = 0;
    observe::loop_counters counts_;
    std::size_t refused_ = 0;    // slots with refused connections
    std::size_t cut_off_ = 0;
    time_ms now_ = 0;            // of this turn
    time_ms stage_end_ = never;
    time_ms silent_end_ = never;  // until when silent connections are waited for
    time_ms accept_at_ = never;  // when the listeners are watched again
    bool accept_failed_ = false;
    unsigned skip_early_reads_ = 0;  // so many new connections: they would be read too early
    std::int64_t second_ = -1;   // of date_
    time_text date_;
};

}  // namespace callbox::net
