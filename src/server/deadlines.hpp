// Deadlines of connections, set and cleared in constant time.
#pragma once

#include "base/clock.hpp"

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
    void set(entry& e, std::size_t kind, time_ms due);
    // Clears the deadline if it is set.
    void clear(entry& e);

    // The time of the next deadline; `never` if none is set.
    time_ms next() const;
    // Clears and returns an expired deadline; null if there is none.
    entry* take_due(time_ms now);

private:
    struct list {
        entry* first = nullptr;
        entry* last = nullptr;
    };
    std::array<list, kind_count> lists_;
};

}  // namespace callbox::net
