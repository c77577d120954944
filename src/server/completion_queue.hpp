// A loop's completion queue: hands calls to the pool and gets them back.
#pragma once

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "base/lock.hpp"
#include "thread_pool.hpp"
#include "rpc/deferred.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace callbox::net {

struct slot;

// One for each loop; only put() may be called on another thread. It knows which connection waits
// for each call, and until when.
class desk final : public rpc::elsewhere {
public:
    // Requires: `calls` outlives it; it outlives its calls that the pool has.
    explicit desk(pool& calls) : pool_(&calls) {}
    desk(const desk&) = delete;
    desk& operator=(const desk&) = delete;

    // Empty, or why it can't be used.
    [[nodiscard]] std::string open();
    // Readable when calls are back: then collect().
    int get() const { return event_.get(); }

    rpc::ticket take(bytes request, const caller* who, const row& method, bool awaited) override;
    // All calls taken since the last belong_to() are of this connection.
    void belong_to(slot& s);
    // The connection is closed: its calls that still wait in line are dropped. `counts` are those
    // of its loop.
    void forget(const slot& s, rpc::statistics& counts);

    // Returns the calls that are back, each with the `next` one.
    std::unique_ptr<job> collect();
    // Returns the connection that waits for the call and stops waiting; null if none waited.
    slot* waited(rpc::ticket t);
    // Returns the first call that is late and stops waiting for it; ticket 0: none is late. At
    // `never` all are.
    std::pair<rpc::ticket, slot*> take_due(time_ms now);
    time_ms next_due() const { return dues_.empty() ? never : dues_.begin()->first; }

    // Whether all of its calls are back and collected.
    bool is_empty() const { return out_ == 0; }

    // A thread of the pool gives the call back.
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
    rpc::ticket owned_ = 0;  // all up to this one belong to a connection
    std::size_t out_ = 0;
    std::map<rpc::ticket, waiting> waiting_;
    std::set<std::pair<time_ms, rpc::ticket>> dues_;

    lock lock_;  // of what follows
    std::unique_ptr<job> back_;  // newest first
};

}  // namespace callbox::net
