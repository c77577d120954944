// Slots for connections, memory for as many as the limits allow, reserved once; their deadlines.
#pragma once

#include "connection.hpp"

namespace callbox::net {

class loop;

// Deadlines of connections, set and cleared in constant time. One list per kind: all deadlines of a
// kind have the same timeout, so each list is sorted and its first entry expires next.
class deadlines {
public:
    static constexpr std::size_t kind_count = static_cast<std::size_t>(phase::closed);

    // A deadline, embedded in the object that waits for it. Requires: not moved while it is set.
    class entry {
    public:
        bool is_set() const { return kind_ != kind_count; }
        std::size_t kind() const { return kind_; }
        time_ms due() const { return due_; }

    private:
        friend class deadlines;
        entry* before_ = nullptr;
        entry* after_ = nullptr;
        time_ms due_ = never;
        std::uint8_t kind_ = kind_count;
    };

    // Sets or resets a deadline. Requires: `due` is not before any other of its kind.
    void set(entry& e, std::size_t kind, time_ms due) {
        assert(kind < kind_count);
        clear(e);
        list& l = lists_[kind];
        assert(l.last == nullptr || l.last->due_ <= due);
        e.kind_ = static_cast<std::uint8_t>(kind);
        e.due_ = due;
        e.before_ = l.last;
        (l.last != nullptr ? l.last->after_ : l.first) = &e;
        l.last = &e;
    }
    // Clears the deadline if it is set.
    void clear(entry& e) {
        if (!e.is_set()) return;
        list& l = lists_[e.kind_];
        (e.before_ != nullptr ? e.before_->after_ : l.first) = e.after_;
        (e.after_ != nullptr ? e.after_->before_ : l.last) = e.before_;
        e = entry{};
    }

    // The time of the next deadline; `never` if none is set.
    time_ms next() const {
        time_ms next = never;
        for (const list& l : lists_)
            if (l.first != nullptr) next = std::min(next, l.first->due_);
        return next;
    }
    // Clears and returns an expired deadline; null if there is none.
    entry* take_due(time_ms now) {
        for (list& l : lists_) {
            entry* e = l.first;
            if (e == nullptr || e->due_ > now) continue;
            clear(*e);
            return e;
        }
        return nullptr;
    }

private:
    struct list {
        entry* first = nullptr;
        entry* last = nullptr;
    };
    std::array<list, kind_count> lists_;
};

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
