// The loops that serve: one, or several beside each other, each on a thread of its own.
#pragma once

#include "observe/metrics.hpp"
#include "credentials.hpp"
#include "completion_queue.hpp"
#include "observe/logger.hpp"
#include "listener.hpp"
#include "loop.hpp"
#include "thread_pool.hpp"
#include "process/signals.hpp"
#include "site/site.hpp"

#include <callbox/options.hpp>
#include <callbox/table.hpp>

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace callbox::net {

// Each worker has cache lines of its own: none waits for what another writes.
inline constexpr std::size_t cache_line = 64;

// All that one loop works with. Its logger is its own too: the limit of lines is for each worker.
struct alignas(cache_line) worker {
    worker(const table& methods, void* state, const options& how, std::vector<listener> listeners,
           const process::stop_signals& stop, std::atomic<std::size_t>& together, pool* calls,
           callers& who, const board& shown, const log_style& style)
        : admin_is_local(is_local(listeners, true)),
          lines(style, how.limits.log_rate_max),
          slow(calls == nullptr ? nullptr : std::make_unique<desk>(*calls)),
          answers(methods, state, how, is_local(listeners, false), lines, slow.get(), &shown),
          serves(answers, how.limits, std::move(listeners), stop, together, lines, slow.get(),
                 &who) {
        answers.open_admin(how, admin_is_local);
        answers.observe(lines);
        answers.admit(who.tokens_after(0, lines));
    }

    // Whether all listeners for listener_role::admin, or all others, are on loopback.
    static bool is_local(const std::vector<listener>& all, bool admin);

    bool admin_is_local;
    journal lines;
    std::unique_ptr<desk> slow;
    site::site answers;
    loop serves;
    pthread_t thread = {};  // of all but the first
};

class workers {
public:
    // `calls` runs blocking methods; null where there are none. `who` says who may call. Each
    // worker is added to `shown`. Requires: what it is given outlives it.
    workers(const process::stop_signals& stop, pool* calls, callers& who, board& shown,
            const log_style& style)
        : stop_(&stop), calls_(calls), who_(&who), board_(&shown), style_(&style) {}
    workers(const workers&) = delete;
    workers& operator=(const workers&) = delete;

    // Adds a worker with listeners of its own. Requires: `how`, and what `methods` and `state`
    // point to, outlive it; it was not started.
    void add(const table& methods, void* state, const options& how,
             std::vector<listener> listeners);

    // The first worker runs the supervisor, which watches them all. Call it before open().
    void attend(process::supervisor& to);

    // Opens what the loops wait with; nothing is opened later. Empty, or why it can't.
    [[nodiscard]] std::string open();
    // Starts all but the first. Empty, or why not all can run: then none runs any more.
    // Requires: open() succeeded.
    [[nodiscard]] std::string start();
    // Runs the first on this thread; returns when all have ended. Requires: start() succeeded.
    void run();
    // Connections that were not done when the loops ended.
    std::size_t cut_off() const;

private:
    void join(std::size_t count);

    const process::stop_signals* stop_;
    pool* calls_;
    callers* who_;
    board* board_;
    const log_style* style_;
    std::vector<std::unique_ptr<worker>> all_;
    alignas(cache_line) std::atomic<std::size_t> together_ = 0;  // connections of all loops
};

}  // namespace callbox::net
