// Slots for connections: memory for as many as the limits allow, reserved once.
#pragma once

#include "base/fd.hpp"
#include "connection.hpp"

namespace callbox::net {

class loop;

// The epoll data of a descriptor: the receiver of its events.
struct event_source {
    // Called with the events of epoll when the descriptor is ready. The descriptor may have been
    // closed earlier in the same turn.
    void (*on_event)(loop&, event_source&, std::uint32_t events) = nullptr;
};

// A connection with its socket, its deadline, and its state in the loop.
// The members are ordered to minimize padding, as there are thousands of slots.
struct slot : event_source, deadlines::entry {
    // free -> silent -> active -> free, or free -> refused -> free.
    enum class life : std::uint8_t {
        free,     // no connection
        silent,   // has sent nothing yet; counts toward connections_max
        active,   // has sent something; counts too
        refused,  // gets 503 or 403; does not count
    };
    static constexpr std::uint8_t unwatched = UINT8_MAX;

    explicit slot(shared_state& common) : link(common) {}

    // The invariant between the steps of a connection (loop::settle()):
    // - A free slot has no socket, no deadline and no events, and its connection is closed. It may
    //   still be queued: its turn is then skipped, or serves the next connection in the slot.
    // - Every other slot is settled in the phase of its connection: counted in it, watched for its
    //   events, with its deadline set. It is queued if its connection has work left.
    // - A new slot is unwatched and queued until its first read.
    bool is_settled() const {
        if (state == life::free) return !socket && !is_set() && link.current() == phase::closed;
        return settled == link.current() && settled != phase::closed && events != unwatched &&
               (queued || !link.runnable());
    }

    life state = life::free;
    phase settled = phase::closed;     // the phase in which it is counted
    bool queued = false;               // in loop::queue_
    bool drained = false;              // the last read emptied the socket
    std::uint8_t events = unwatched;   // registered with epoll
    fd socket;
    peer from;
    time_ms accepted_at = 0;
    connection link;
};

static_assert(sizeof(slot) <= 512, "an idle HTTP connection");
static_assert(sizeof(slot) + sizeof(websocket_session) <= 640, "an idle WebSocket");

// Prefetches a slot while the one before it is served: a thousand slots do not fit in the cache,
// and waiting for each line takes 0.3 us per request. Useless but harmless if `at` is not a slot.
inline void prefetch_slot(const void* at) {
    constexpr std::size_t line_bytes = 64;
    for (std::size_t i = 0; i < sizeof(slot); i += line_bytes)
        __builtin_prefetch(static_cast<const char*>(at) + i);
}

// A slot returned in one turn of the loop is reused in a later turn: events already fetched for
// this turn may belong to its old connection.
class slots {
public:
    slots(std::size_t most, shared_state& common) : common_(&common), most_(most) {
        made_.reserve(most);
        free_.reserve(most);
        returned_.reserve(most);
    }

    slots(const slots&) = delete;
    slots& operator=(const slots&) = delete;
    ~slots() {
        const std::size_t counted = made_.size() * sizeof(slot);
        made_ = std::vector<slot>();
        memory::give(counted);
    }

    // Returns null if all slots are taken, or if the memory budget is exhausted.
    slot* take() {
        if (free_.empty() && (made_.size() == most_ || !memory::take(sizeof(slot)))) return nullptr;
        if (free_.empty()) return &made_.emplace_back(*common_);
        slot* s = free_.back();
        free_.pop_back();
        return s;
    }
    void give_back(slot& s) {
        assert(s.link.current() == phase::closed);
        assert(taken() > 0);
        returned_.push_back(&s);
    }
    // Called at the end of a turn.
    void reuse_returned() {
        free_.insert(free_.end(), returned_.begin(), returned_.end());
        returned_.clear();
    }

    std::size_t taken() const { return made_.size() - free_.size() - returned_.size(); }
    // All slots ever taken, including closed ones.
    std::span<slot> all() { return made_; }

private:
    shared_state* common_;
    std::size_t most_;
    std::vector<slot> made_;
    std::vector<slot*> free_;
    std::vector<slot*> returned_;
};

}  // namespace callbox::net
