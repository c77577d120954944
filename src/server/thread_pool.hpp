// The thread pool for blocking methods, which would block a loop.
#pragma once

#include "rpc/later.hpp"
#include "traffic.hpp"

namespace callbox::net {

// The calls of one pool, and its threads.
struct pool_part {
    explicit pool_part(std::string_view name_) : name(name_) {}

    std::string_view name;  // empty: the common pool
    std::size_t threads = 0;
    // The mutex of the pool guards these:
    std::size_t running = 0;
    rpc::jobs line;
    condition changed;
};

// The common pool of the blocking methods, and those that rows name. It has no threads if no
// method is blocking.
class thread_pool {
public:
    // Requires: `bounds`, `style`, and the data that `methods` and `state` point to, outlive its
    // threads.
    thread_pool(const table& methods, void* state, const limits& bounds,
                const observe::log_style& style);

    // Starts all threads. Returns an empty string or one line of error.
    [[nodiscard]] std::string start();

    // Appends a list of one call to the queue of its pool. Returns false if blocking_queue_max
    // calls are queued there, or row::at_once calls of its method run or are queued.
    [[nodiscard]] bool take(rpc::jobs one);
    // Removes the call from the queue and returns it; empty if it is no longer queued.
    [[nodiscard]] rpc::jobs take_out(rpc::job& one);
    // Reserves a place for a call of a later<T>; false if limits::pending_calls_max calls, or
    // row::at_once calls of its method, are pending.
    [[nodiscard]] bool reserve(const row& method);
    void release(const row& method);

    std::size_t size() const { return threads_.size(); }
    const table& methods() const { return methods_; }
    const limits& bounds() const { return *bounds_; }
    // The numbers of queued and running calls.
    const pool_counters& counts() const { return counts_; }
    void add_to(site::metrics& shown) const;

    // Drops the queue and ends the threads. Returns the number of calls that still run: if it is
    // not 0, their threads cannot be ended, and neither they nor the pool may be destroyed.
    [[nodiscard]] std::size_t stop();
    // Waits for these calls and ends their threads. Requires: stop() was called.
    void wait();

private:
    // A thread, with its own log, counters and dispatcher.
    struct worker_thread {
        worker_thread(thread_pool& all, pool_part& its, void* state, const limits& bounds,
                      const observe::log_style& style)
            : pool(&all), own(&its), log(style, bounds.log_rate_max),
              counts(rpc::counted_methods(all.methods_)),
              dispatcher(all.methods_, state, bounds, log, nullptr, &counts) {
            dispatcher.disable_fast_path();  // these calls take longer than any parsing
        }

        thread_pool* pool;
        pool_part* own;
        observe::logger log;
        rpc::call_counters counts;
        rpc::dispatcher dispatcher;
        pthread_t thread = {};
    };
    pool_part& part_of(const row& method);
    void work(worker_thread& own);
    rpc::jobs unlink(rpc::job& one);
    void execute(worker_thread& own, rpc::job& one);
    // Counts another call of that method, unless there are row::at_once.
    bool count_in(const row& method);

    table methods_;
    const limits* bounds_;
    std::vector<std::unique_ptr<worker_thread>> threads_;
    std::size_t started_ = 0;

    std::list<pool_part> parts_;

    mutex mutex_;  // guards the members below
    std::vector<std::size_t> present_;  // calls of each method that run, are queued or pending
    pool_counters counts_;
    bool stopping_ = false;
};

}  // namespace callbox::net
