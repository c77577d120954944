// The thread pool for blocking methods, which would keep a loop waiting.
#pragma once

#include "base/clock.hpp"
#include "base/lock.hpp"
#include "observe/logger.hpp"
#include "rpc/dispatch.hpp"
#include "rpc/deferred.hpp"
#include "rpc/kept_caller.hpp"

#include <callbox/limits.hpp>
#include <callbox/table.hpp>

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace callbox::net {

class desk;

// One deferred call. Only its holder touches it, but for `left`, and for its place in the line,
// which is the pool's.
struct job {
    rpc::ticket ticket = 0;
    const row* method = nullptr;
    desk* from = nullptr;  // gets it back
    time_ms due = never;   // the call is not begun from then on
    bytes request;         // that stands alone
    std::unique_ptr<rpc::kept_caller> who = nullptr;  // null: nobody asks
    rpc::found what;
    std::atomic<bool> left = false;  // by its client; caller::gone() reads it
    std::unique_ptr<job> next = nullptr;
    job* before = nullptr;           // in line
    bool in_line = false;
};

class pool {
public:
    // Requires: `bounds`, `style`, and what `methods` and `state` point to, outlive its threads.
    pool(const table& methods, void* state, const limits& bounds, const log_style& style);
    pool(const pool&) = delete;
    pool& operator=(const pool&) = delete;

    // Starts blocking_threads threads. Empty, or why it can't.
    [[nodiscard]] std::string start();

    // Puts the call at the end of the line; false when blocking_queue_max calls are in it.
    [[nodiscard]] bool take(std::unique_ptr<job> one);
    // Takes the call out of the line; null when it is no longer in it.
    [[nodiscard]] std::unique_ptr<job> take_out(job& one);

    // What each of its threads counts.
    std::vector<const rpc::statistics*> counts() const;
    std::vector<const journal*> journals() const;
    // How many calls wait for a thread, and how many run.
    std::pair<std::size_t, std::size_t> load() const;
    std::size_t threads() const { return hands_.size(); }

    // Drops the line and ends the threads. Returns how many calls still run: if there are any,
    // their threads can't be ended, and neither they nor the pool may be destroyed.
    [[nodiscard]] std::size_t stop();

private:
    // A thread, and what it calls with, which it shares with no other.
    struct hand {
        hand(pool& all, const table& methods, void* state, const limits& bounds,
             const log_style& style)
            : of(&all), lines(style, bounds.log_rate_max), counts(methods),
              calls(methods, state, bounds, lines, {}, nullptr, &counts) {
            calls.observe(lines);
        }

        pool* of;
        journal lines;
        rpc::statistics counts;
        rpc::dispatcher calls;
        pthread_t thread = {};
    };
    static void* run(void* one);
    void work(hand& own);
    std::unique_ptr<job> unlink(job& one);
    void answer(hand& own, job& one);

    std::size_t queue_max_;
    std::vector<std::unique_ptr<hand>> hands_;
    std::size_t started_ = 0;

    mutable lock lock_;  // of what follows
    bell something_;
    std::unique_ptr<job> first_;
    job* last_ = nullptr;
    std::size_t waiting_ = 0;
    std::size_t running_ = 0;
    bool stopping_ = false;
};

}  // namespace callbox::net
