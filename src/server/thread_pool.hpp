// The thread pool for blocking methods, which would keep a loop waiting.
#pragma once

#include "base/mutex.hpp"
#include "completion_queue.hpp"
#include "observe/counters.hpp"
#include "observe/logger.hpp"
#include "observe/metrics.hpp"
#include "rpc/dispatch.hpp"

#include <callbox/limits.hpp>
#include <callbox/table.hpp>

#include <pthread.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace callbox::net {

// It has no threads if no method is blocking.
class thread_pool {
public:
    // Requires: `bounds`, `style`, and what `methods` and `state` point to, outlive its threads.
    thread_pool(const table& methods, void* state, const limits& bounds,
                const observe::log_style& style);
    thread_pool(const thread_pool&) = delete;
    thread_pool& operator=(const thread_pool&) = delete;

    // Starts blocking_threads threads. Empty, or why it can't.
    [[nodiscard]] std::string start();

    // Puts the one call at the end of the line; false when blocking_queue_max calls are in it.
    [[nodiscard]] bool take(jobs one);
    // Takes the call out of the line; empty when it is no longer in it.
    [[nodiscard]] jobs take_out(jobs::iterator one);

    std::size_t size() const { return threads_.size(); }
    const table& methods() const { return methods_; }
    // How many calls wait for a thread, and how many run.
    const observe::pool_counters& counts() const { return counts_; }
    void add_to(observe::metrics& shown) const;

    // Drops the line and ends the threads. Returns how many calls still run: if there are any,
    // their threads can't be ended, and neither they nor the pool may be destroyed.
    [[nodiscard]] std::size_t stop();
    // Returns when these calls have, and ends their threads. Requires: stop() was called.
    void wait();

private:
    // A thread, and what it calls with, which it shares with no other.
    struct worker_thread {
        worker_thread(thread_pool& all, void* state, const limits& bounds,
                      const observe::log_style& style)
            : pool(&all), log(style, bounds.log_rate_max),
              counts(rpc::counted_methods(all.methods_)),
              dispatcher(all.methods_, state, bounds, log, nullptr, &counts) {
            dispatcher.disable_fast_path();  // these calls take longer than any parsing
        }

        thread_pool* pool;
        observe::logger log;
        observe::call_counters counts;
        rpc::dispatcher dispatcher;
        pthread_t thread = {};
    };
    static void* run(void* one);
    void work(worker_thread& own);
    jobs unlink(jobs::iterator one);
    void execute(worker_thread& own, job& one);

    table methods_;
    std::size_t queue_max_;
    std::vector<std::unique_ptr<worker_thread>> threads_;
    std::size_t started_ = 0;

    mutex mutex_;  // guards what follows
    condition changed_;
    jobs line_;
    observe::pool_counters counts_;
    bool stopping_ = false;
};

}  // namespace callbox::net
