// Calls that threads of the pool have made, on their way back to a loop.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "base/mutex.hpp"
#include "rpc/deferred.hpp"
#include "rpc/kept_caller.hpp"

#include <callbox/bytes.hpp>

#include <atomic>
#include <cstddef>
#include <list>
#include <memory>
#include <string>

namespace callbox::net {

class completion_queue;

// One deferred call. Only its holder touches it, but for `left` and for `in_line`, which is the
// pool's. Once the pool has it, `due` is constant.
struct job {
    rpc::ticket ticket = 0;
    std::size_t method = 0;            // its place in the table
    completion_queue* back = nullptr;  // where it goes when it is done
    time_ms due = never;               // the call is not begun from then on
    bytes request;                     // that stands alone
    std::unique_ptr<rpc::kept_caller> from = nullptr;  // null: nobody asks
    rpc::deferred_result result;
    std::atomic<bool> left = false;  // by its client; caller::gone() reads it
    bool in_line = false;
};

// They go from one holder to another by splice(), which neither fails nor moves a job in memory.
using jobs = std::list<job>;

// One for each loop. Only put() may be called on another thread.
class completion_queue {
public:
    // Empty, or why it can't be used.
    [[nodiscard]] std::string open();
    // Readable when calls are done: then collect().
    int get() const { return event_.get(); }

    // Can't fail: nothing else reports the call.
    void put(jobs done);
    // Returns the calls that are done, oldest first.
    jobs collect();

private:
    fd event_;

    mutex mutex_;  // guards what follows
    jobs done_;
};

}  // namespace callbox::net
