// The deferred calls of one loop, with the waiting connection and the deadline of each.
#pragma once

#include "thread_pool.hpp"

#include <set>

namespace callbox::net {

struct slot;

class deferred_calls final : public rpc::later_calls {
public:
    // Requires: `pool` outlives it; it outlives its calls in the pool.
    explicit deferred_calls(thread_pool& pool)
        : later_calls(pool.methods(), pool.bounds()), pool_(&pool) {}

    // Readable when collect() has calls to return.
    int get() const { return inbox_->get(); }

    bool takes_calls() const override { return true; }
    rpc::ticket take(bytes request, const caller* from, const row& method, bool awaited) override;
    bool reserve(const row& method) override { return pool_->reserve(method); }
    void release(const row& method) override { pool_->release(method); }
    bool leave(rpc::ticket t, leaving how) override;
    // Assigns the calls accepted from now on to this connection.
    void assign_to(slot& s) { served_ = &s; }

    // Returns the completed calls, oldest first. Nothing waits for those that are not awaited.
    // Before, calls `pass(job, report)` for the reports of the others: false if the client of the
    // call gets none.
    template <class Pass> rpc::jobs collect(Pass pass) {
        rpc::jobs done = inbox_->collect(reports_);
        for (const rpc::report& each : reports_) {
            rpc::job& of = job_of(each.of);  // it is not in the list of an earlier call
            if (of.awaited && pass(of, each)) of.reports_from = each.next_from;
        }
        reports_.clear();
        for (rpc::job& each : done) {
            if (each.awaited) dues_.erase({each.due, &each});
            if (each.is_later) pool_->release(pool_->methods().rows[each.method]);
            if (!each.is_later || each.awaited) --out_;
        }
        return done;
    }
    // Returns the first overdue call, stops waiting for it and sets caller::gone(). Returns null if
    // none is overdue.
    const rpc::job* take_due(time_ms now);
    time_ms next_due() const { return dues_.empty() ? never : dues_.begin()->first; }

    // Whether all calls that threads make, or clients wait for, are completed and collected.
    bool is_empty() const { return out_ == 0; }

    void add_to(site::metrics& shown) const;

private:
    void begin(rpc::job& one) override;
    std::string_view peer_of(const void* owner) const override;

    thread_pool* pool_;
    slot* served_ = nullptr;
    std::size_t out_ = 0;
    std::vector<rpc::report> reports_;
    observe::counter abandoned_;  // calls of later<T>
    // Those that are awaited, with a deadline.
    std::set<std::pair<time_ms, rpc::job*>> dues_;
};

}  // namespace callbox::net
