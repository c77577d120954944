// Where a loop hands calls over to the pool, and gets them back.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "base/lock.hpp"
#include "pool.hpp"
#include "rpc/elsewhere.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace callbox::net {

struct slot;

// One a loop, and but for put() for its thread alone. It knows of each call whose connection waits
// for it, and until when.
class desk final : public rpc::elsewhere {
public:
    // Requires: `calls` outlives it, and it those of its calls that the pool has.
    explicit desk(pool& calls) : pool_(&calls) {}
    desk(const desk&) = delete;
    desk& operator=(const desk&) = delete;

    // Empty, or why it can't be used.
    [[nodiscard]] std::string open();
    // Can be read when calls are back: then collect().
    int get() const { return event_.get(); }

    rpc::ticket take(bytes request, const caller* who, const row& method, bool awaited) override;
    // All that were taken since this was said last are of that connection.
    void belong_to(slot& s);
    // The connection is closed: what still waits in line for it is not called. `counts` are those
    // of its loop.
    void forget(const slot& s, rpc::statistics& counts);

    // Those that are back, each with the `next` one.
    std::unique_ptr<job> collect();
    // Who waits for it, and does so no more; null if nobody did any more.
    slot* waited(rpc::ticket t);
    // The first that has not come in time, which is waited for no more; ticket 0: there is none.
    // By `never` none has.
    std::pair<rpc::ticket, slot*> take_due(time_ms now);
    time_ms next_due() const { return dues_.empty() ? never : dues_.begin()->first; }

    // Whether the pool has none of its calls.
    bool is_empty() const { return out_ == 0; }

    // Back it comes, on a thread of the pool.
    void put(std::unique_ptr<job> done);

private:
    struct waiting {
        slot* who = nullptr;
        time_ms due = never;
        job* call = nullptr;  // lives until it is back and collected
    };

    pool* pool_;
    fd event_;
    rpc::ticket last_ = 0;
    rpc::ticket owned_ = 0;  // all up to this one are some connection's
    std::size_t out_ = 0;
    std::map<rpc::ticket, waiting> waiting_;
    std::set<std::pair<time_ms, rpc::ticket>> dues_;

    lock lock_;  // of what follows
    std::unique_ptr<job> back_;  // the last first
};

}  // namespace callbox::net
