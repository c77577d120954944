// The queue that returns completed calls from the thread pool to a loop.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "base/mutex.hpp"
#include "rpc/deferred.hpp"

#include <list>

namespace callbox::net {

class completion_queue;

// A deferred call. Only its current holder accesses it, except for `left`, and for `in_line`, which
// belongs to the pool. `due` is constant while the pool has the call.
struct job {
    rpc::ticket ticket = 0;
    std::size_t method = 0;            // index in the table
    completion_queue* back = nullptr;  // receives the completed call
    time_ms due = never;               // the call is not started at or after this time
    bytes request;                     // a single request, not a batch
    std::unique_ptr<rpc::kept_caller> from = nullptr;  // null: not needed
    rpc::deferred_result result;
    std::atomic<bool> left = false;  // the response is no longer awaited; read by caller::gone()
    bool in_line = false;
};

// Jobs change holders by splice(), which cannot fail and does not move them in memory.
using jobs = std::list<job>;

// One per loop. Only put() may be called on other threads.
class completion_queue {
public:
    // Returns an empty string or one line of error.
    [[nodiscard]] std::string open();
    // Readable when collect() has calls to return.
    int get() const { return event_.get(); }

    // Cannot fail: the call would be lost.
    void put(jobs done);
    // Returns the completed calls, oldest first.
    jobs collect();

private:
    fd event_;

    mutex mutex_;  // guards the members below
    jobs done_;
};

}  // namespace callbox::net
