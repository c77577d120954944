// One or more event loops, each on its own thread.
#pragma once

#include "loop.hpp"

namespace callbox::net {

// Workers share no cache lines: none waits for the writes of another.
inline constexpr std::size_t cache_line = 64;

// The state of one loop. Each worker has its own logger: the limit of lines is per worker.
struct alignas(cache_line) worker {
    worker(const table& methods, void* state, const options& how, std::vector<listener> listeners,
           const system::stop_signals& stop, std::atomic<std::size_t>& connection_total,
           thread_pool& pool, credentials& who, const site::metrics& shown,
           const observe::log_style& style)
        : admin_is_local(is_local(listeners, true)),
          log(style, how.limits.log_rate_max),
          deferred(pool),
          site(methods, state, how, is_local(listeners, false), log, &deferred, &shown),
          loop(site, how.limits, std::move(listeners), stop, connection_total, log, deferred,
               who) {
        site.open_admin(how, admin_is_local);
        site.admit(who.tokens_after(0, log));
    }

    // Whether all listeners for listener_role::admin, or all others, are on loopback.
    static bool is_local(const std::vector<listener>& all, bool admin);

    bool admin_is_local;
    observe::logger log;
    deferred_calls deferred;
    callbox::site::site site;
    callbox::net::loop loop;
    pthread_t thread = {};  // not for the first worker
};

class workers {
public:
    // Creates a worker for each list of listeners. `pool` runs blocking methods. `who` controls
    // access. Adds each worker to `shown`. Requires: all references, and the data that `methods`
    // and `state` point to, outlive it.
    workers(const table& methods, void* state, const options& how,
            std::vector<std::vector<listener>> listeners, const system::stop_signals& stop,
            thread_pool& pool, credentials& who, site::metrics& shown,
            const observe::log_style& style);
    workers(const workers&) = delete;
    workers& operator=(const workers&) = delete;

    // Sets the supervisor of the first worker's loop, which watches all loops. Call it before
    // open().
    void set_supervisor(supervisor& by);

    // Opens all descriptors that the loops wait with; none is opened later. Returns an empty string
    // or one line of error.
    [[nodiscard]] std::string open();
    // Starts all workers but the first. Returns an empty string or one line of error; on error none
    // is left running. Requires: open() succeeded.
    [[nodiscard]] std::string start();
    // Runs the first worker on this thread. Returns when all have ended. Requires: start()
    // succeeded.
    void run();
    // Ends the workers that start() has started, instead of run().
    void abandon();
    // The number of unfinished connections when the loops ended.
    std::size_t cut_off() const;

private:
    void abandon(std::size_t count);
    void join(std::size_t count);

    const system::stop_signals* stop_;
    std::vector<std::unique_ptr<worker>> all_;
    alignas(cache_line) std::atomic<std::size_t> connection_total_ = 0;  // connections of all loops
};

}  // namespace callbox::net
