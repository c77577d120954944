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
#include <memory>
#include <string>

namespace callbox::net {

class completion_queue;

// One deferred call. Only its holder touches it, but for `left`, and for its place in the line,
// which is the pool's.
struct job {
    rpc::ticket ticket = 0;
    std::size_t method = 0;            // its place in the table
    completion_queue* back = nullptr;  // where it goes when it is done
    time_ms due = never;               // the call is not begun from then on
    bytes request;                     // that stands alone
    std::unique_ptr<rpc::kept_caller> from = nullptr;  // null: nobody asks
    rpc::deferred_result result;
    std::atomic<bool> left = false;  // by its client; caller::gone() reads it
    std::unique_ptr<job> next = nullptr;
    job* before = nullptr;  // in line
    bool in_line = false;
};

// One for each loop. Only put() may be called on another thread.
class completion_queue {
public:
    // Empty, or why it can't be used.
    [[nodiscard]] std::string open();
    // Readable when calls are done: then collect().
    int get() const { return event_.get(); }

    // Can't fail: nothing else reports the call.
    void put(std::unique_ptr<job> done);
    // Returns the calls that are done, oldest first, each with the `next` one.
    std::unique_ptr<job> collect();

private:
    fd event_;

    mutex mutex_;  // guards what follows
    std::unique_ptr<job> done_;  // newest first
};

}  // namespace callbox::net
