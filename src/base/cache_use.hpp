// How often a small cache is asked and taught when it knows little of what comes.
#pragma once

#include <algorithm>

namespace callbox {

// A cache that knows what comes is always asked. After many misses it is asked one time in 16, so
// that whoever it never knows hardly pays for it; and of what it did not know one in four is to be
// learnt, since each may be new.
class cache_use {
public:
    static constexpr unsigned misses_max = 16, tried_each = 16, learnt_each = 4;

    // `first`: whether the first miss is to be learnt, or the second.
    explicit cache_use(bool first) : misses_(first ? 0 : learnt_each - 1) {}

    bool asks() { return recent_misses_ != misses_max || skipped_++ % tried_each == 0; }
    void hit() {
        if (recent_misses_ != 0) [[unlikely]] recent_misses_ -= std::min(recent_misses_, 4u);
    }
    // Returns whether what was not known is to be learnt.
    bool miss() {
        recent_misses_ = std::min(recent_misses_ + 1, misses_max);
        return misses_++ % learnt_each == 0;
    }

private:
    unsigned misses_;
    unsigned recent_misses_ = 0;  // grows with each miss, shrinks with each hit
    unsigned skipped_ = 0;        // times that it was not asked, and those in 16 that it was
};

}  // namespace callbox
