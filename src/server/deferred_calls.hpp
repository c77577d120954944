// The deferred calls of one loop, with the waiting connection and the deadline of each.
#pragma once

#include "base/fd.hpp"
#include "thread_pool.hpp"

namespace callbox::net {

// Only put() may be called on other threads.
class deferred_calls final : public rpc::executor {
public:
    // Requires: `pool` outlives it; it outlives its calls in the pool.
    explicit deferred_calls(thread_pool& pool) : pool_(&pool) {}

    // Returns an empty string or one line of error.
    [[nodiscard]] std::string open();
    // Readable when collect() has calls to return.
    int get() const { return event_.get(); }

    rpc::ticket take(bytes request, const caller* from, const row& method, bool awaited) override;
    // The ticket of the last accepted call.
    rpc::ticket last() const { return last_; }
    // Assigns the calls accepted from now on to this connection.
    void assign_to(slot& s) { served_ = &s; }
    // Cancels the calls of a closed connection; drops those still queued. `counts` are those of its
    // loop. The cost does not depend on the calls of other connections.
    void cancel(const slot& s, rpc::call_counters& counts);
    // Cancels a call whose response is no longer needed. Requires: the call is awaited.
    void cancel(const slot* s, rpc::ticket t, rpc::call_counters& counts);

    // Accepts calls completed by the pool. Cannot fail: they would be lost.
    void put(jobs done);
    // Returns the completed calls, oldest first.
    jobs collect();
    // Stops waiting for the call. Returns false if its connection did not wait for it.
    bool take_waiting(const slot* s, rpc::ticket t);
    // Returns the first overdue call, stops waiting for it and sets caller::gone(). Returns ticket
    // 0 if none is overdue. With `never` all are overdue.
    std::pair<rpc::ticket, slot*> take_due(time_ms now);
    time_ms next_due() const { return dues_.empty() ? never : dues_.begin()->first.first; }

    // Whether all calls are completed and collected.
    bool is_empty() const { return out_ == 0; }

private:
    thread_pool* pool_;
    fd event_;
    rpc::ticket last_ = 0;
    slot* served_ = nullptr;
    std::size_t out_ = 0;
    // The iterators are valid until the calls are completed and collected.
    std::map<std::pair<const slot*, rpc::ticket>, jobs::iterator> waiting_;
    std::map<std::pair<time_ms, rpc::ticket>, slot*> dues_;

    mutex mutex_;  // guards the member below
    jobs done_;
};

}  // namespace callbox::net
