// Deadlines of connections, set and cleared in constant time.
#pragma once

#include "base/clock.hpp"

#include <algorithm>
#include <cassert>

namespace callbox::net {

// One list per kind of deadline. All deadlines of a kind have the same timeout, so each list is
// sorted and its first entry expires next.
class deadlines {
public:
    static constexpr std::size_t kind_count = 9;

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

}  // namespace callbox::net
