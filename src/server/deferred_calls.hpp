// The calls of one loop that threads of the pool make: which connection waits for each, until when.
#pragma once

#include "base/clock.hpp"
#include "completion_queue.hpp"
#include "observe/counters.hpp"
#include "thread_pool.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace callbox::net {

struct slot;

class deferred_calls final : public rpc::executor {
public:
    // Requires: `pool` outlives it; it outlives its calls that the pool has.
    explicit deferred_calls(thread_pool& pool) : pool_(&pool) {}
    deferred_calls(const deferred_calls&) = delete;
    deferred_calls& operator=(const deferred_calls&) = delete;

    // Empty, or why it can't be used.
    [[nodiscard]] std::string open() { return completions_.open(); }
    // Readable when calls are done: then collect().
    int get() const { return completions_.get(); }

    rpc::ticket take(bytes request, const caller* from, const row& method, bool awaited) override;
    // The ticket of the last call that was taken.
    rpc::ticket last() const { return last_; }
    // All calls taken since the last assign_to() are of this connection.
    void assign_to(slot& s);
    // The connection is closed: its calls that still wait in line are dropped. `counts` are those
    // of its loop. Takes no longer if other connections wait for many.
    void cancel(const slot& s, observe::call_counters& counts);
    // Nobody waits for this call any more. Requires: it was waited for.
    void cancel(rpc::ticket t, observe::call_counters& counts);

    // Returns the calls that are done.
    jobs collect();
    // Returns the connection that waits for the call and stops waiting; null if none waited.
    slot* take_waiting(rpc::ticket t);
    // Returns the first call that is late and stops waiting for it, which its function is told;
    // ticket 0: none is late. At `never` all are.
    std::pair<rpc::ticket, slot*> take_due(time_ms now);
    time_ms next_due() const { return dues_.empty() ? never : dues_.begin()->first; }

    // Whether all of its calls are done and collected.
    bool is_empty() const { return out_ == 0; }

private:
    struct waiting {
        slot* connection = nullptr;
        jobs::iterator call;  // valid until it is done and collected
    };

    thread_pool* pool_;
    completion_queue completions_;
    rpc::ticket last_ = 0;
    rpc::ticket assigned_ = 0;  // all up to this one belong to a connection
    std::size_t out_ = 0;
    std::map<rpc::ticket, waiting> waiting_;
    std::set<std::pair<const slot*, rpc::ticket>> owned_;  // the same by connection
    std::set<std::pair<time_ms, rpc::ticket>> dues_;
};

}  // namespace callbox::net
