// Places for connections: memory for as many as the limits allow, taken once.
#pragma once

#include "base/fd.hpp"
#include "connection.hpp"
#include "deadlines.hpp"
#include "peer.hpp"

#include <callbox/memory.hpp>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace callbox::net {

static_assert(deadlines::kind_count == deadline_kinds);

class loop;

// What epoll watches beside a descriptor: whom its events are for.
struct event_source {
    // Called with the events of epoll when the descriptor is ready. It may have been closed since,
    // in the same turn.
    void (*on_event)(loop&, event_source&, std::uint32_t events) = nullptr;
};

// One connection with its socket, and what the loop knows of it. It is the entry of its deadline.
// The order of its members leaves little room between them, as there are thousands.
struct slot : event_source, deadlines::entry {
    explicit slot(shared_state& common) : link(common) {}

    phase watched = phase::closed;  // for whose events epoll watches it; closed: for none
    phase counted = phase::closed;  // the phase it is counted in
    bool queued = false;            // it waits for its turn
    bool ended = false;             // the sending side is shut
    bool surplus = false;           // it is to be turned away
    bool silent = true;             // nothing has come yet
    bool drained = false;           // the last read has got all that the socket had
    fd socket;
    peer from;
    time_ms came = 0;
    connection link;
};

// Has the processor fetch a slot while the one before it is served: a thousand do not stay in its
// cache, and to wait for each line takes 0.3 us a request. What is no slot is fetched in vain.
inline void prefetch_slot(const void* at) {
    constexpr std::size_t line_bytes = 64;
    for (std::size_t i = 0; i < sizeof(slot); i += line_bytes)
        __builtin_prefetch(static_cast<const char*>(at) + i);
}

// A slot that is given back in one turn of the loop is reused in a later one: events that were
// fetched for this turn may still be for its old connection.
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

    // Null when all are taken, or the budget has no room for one more.
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
    // At the end of a turn.
    void reuse_returned() {
        free_.insert(free_.end(), returned_.begin(), returned_.end());
        returned_.clear();
    }

    std::size_t taken() const { return made_.size() - free_.size() - returned_.size(); }
    // All that were ever taken, closed ones among them.
    std::span<slot> all() { return made_; }

private:
    shared_state* common_;
    std::size_t most_;
    std::vector<slot> made_;
    std::vector<slot*> free_;
    std::vector<slot*> returned_;
};

}  // namespace callbox::net
