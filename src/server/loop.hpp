// The event loop, the only place that waits, reads, writes and accepts.
#pragma once

#include "credentials.hpp"
#include "deferred_calls.hpp"
#include "listener.hpp"
#include "slots.hpp"
#include "supervisor.hpp"

#include <sys/epoll.h>

namespace callbox::net {

// Maximum number of connections above connections_max that a loop keeps, to answer them with 503.
// Further connections are closed without an answer.
inline constexpr std::size_t refused_max = 64;

// Maximum number of descriptors of a loop besides its listeners and connections_max connections.
inline constexpr std::size_t own_descriptors_max = refused_max + 8;

// Serves the connections of its listeners, one step of one connection at a time. Other loops may
// run concurrently, each on its own thread; they access shared state when a connection is opened or
// closed.
class loop {
public:
    // The first stop signal drains, the second ends the loop immediately. `connection_total` counts
    // the connections of all loops, for connections_max. `deferred` holds the calls that `answers`
    // defers. `who` controls access and has the tokens. Requires: all references outlive the loop;
    // no other loop uses `answers`.
    [[gnu::cold]]
    loop(site::site& answers, const limits& bounds, std::vector<listener> listeners,
         const system::stop_signals& stop, std::atomic<std::size_t>& connection_total,
         observe::logger& log, deferred_calls& deferred, credentials& who);

    // Sets the supervisor, which the loop calls on its thread. Call it before open(), for one loop
    // only. Requires: `by` outlives it.
    void set_supervisor(supervisor& by) { supervisor_ = &by; }
    const heartbeat& beats() const { return heartbeat_; }

    // Returns an empty string or one line of error.
    [[nodiscard, gnu::cold]] std::string open();
    // Serves until a stop request, then drains until all connections are closed or drain_timeout_ms
    // has passed. Requires: open() succeeded.
    void run();

    void add_to(site::metrics& shown) const {
        counts_.add_to(shown);
        if (common_.site->serves_websockets()) common_.websockets.add_to(shown);
        if (const events::hub* const all = common_.site->events())
            net::add_to(shown, all->counts());
    }
    // The number of unfinished connections that run() closed at its end.
    std::size_t cut_off() const { return cut_off_; }

private:
    // draining: answers close their connections, the listeners are open. closing: they are closed.
    enum class stage : std::uint8_t { serving, draining, closing, over };

    void turn();
    std::size_t wait();
    void on_slot(slot& s, std::uint32_t events);
    void on_signal();
    void report_connections();
    void admit_callers(unsigned hangups);
    void renew_callers();
    void on_completions();
    void abandon_calls();
    void offer_events();

    void read(slot& s);
    void look_ahead(slot& s);
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
        bool is_ready = false;  // connections are pending
    };
    void accept_some(watched_listener& from, std::size_t most);
    bool puts_off_refusal(bool is_pending);
    bool accept_one(const listener& from);
    void admit(fd socket, const peer& from, const listener& by);
    bool count_in();
    [[gnu::cold]] void pause_accepting(int error);
    bool watch_listeners();

    std::size_t not_done() const;
    void drain();
    void end_idle();
    void close_websockets();
    void close_listeners();

    bool control(int operation, int descriptor, std::uint32_t events, event_source* to = nullptr);

    observe::logger* log_;
    deferred_calls* deferred_;
    const system::stop_signals* stop_;
    credentials* credentials_;
    supervisor* supervisor_ = nullptr;  // null: not the first loop
    heartbeat heartbeat_ = 1;  // even while it waits
    std::atomic<std::size_t>* connection_total_;
    std::vector<watched_listener> listeners_;
    event_source signals_;
    event_source completions_;
    event_source reports_;
    event_source published_;
    shared_state common_;
    slots slots_;
    deadlines deadlines_;
    fd epoll_;
    std::size_t events_max_;  // room for all events: they are handled before deadlines
    std::unique_ptr<epoll_event[]> events_;
    std::vector<slot*> queue_;  // connections that are due for a step
    std::vector<slot*> served_;

    stage stage_ = stage::serving;
    bool handed_over_ = false;  // to another process, which serves the same sockets
    unsigned stop_requests_ = 0;
    unsigned hangups_ = 0;
    unsigned report_requests_ = 0;
    loop_counters counts_;
    std::size_t refused_ = 0;    // slots with refused connections
    std::size_t cut_off_ = 0;
    time_ms now_ = 0;            // of this turn
    time_ms stage_end_ = never;
    time_ms silent_end_ = never;  // when silent connections are closed
    time_ms accept_at_ = never;  // when the listeners are watched again
    time_ms renew_at_ = never;   // with options::authenticate, each second
    bool has_events_ = false;  // of the hub, for a later turn
    bool accept_failed_ = false;
    bool may_refuse_ = false;    // connections over the limit, in this turn
    bool refuses_next_ = false;  // one is pending
    unsigned skip_early_reads_ = 0;  // number of new connections to watch first
    std::int64_t second_ = -1;   // of date_
    time_text date_;
};

}  // namespace callbox::net
