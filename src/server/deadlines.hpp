// When to wake up: a deadline for each connection, set and cleared at a constant cost.
#pragma once

#include "base/clock.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace callbox::net {

// One list for each kind of deadline. All of a kind are equally far ahead when they are set, so
// each list is in order and its first entry is the next one to come.
class deadlines {
public:
    static constexpr std::size_t kind_count = 5;

    // One deadline, a part of what waits for it. Requires: not moved while it is set.
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

    // Sets it, or sets it anew. Requires: `due` is not before any other of its kind.
    void set(entry& e, std::size_t kind, time_ms due);
    // Clears it, if it is set.
    void clear(entry& e);

    // When the next one comes; `never` when none is set.
    time_ms next() const;
    // Clears and returns a deadline that has come; null when none has.
    entry* take_due(time_ms now);

private:
    struct list {
        entry* first = nullptr;
        entry* last = nullptr;
    };
    std::array<list, kind_count> lists_;
};

}  // namespace callbox::net
