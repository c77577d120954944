// Limits lookups and insertions of a small cache with a low hit rate.
#pragma once

#include <algorithm>

namespace callbox {

// A cache with hits is consulted for every key. After many misses it is consulted for one key in
// 16, so misses are cheap. One miss in four is inserted, as every key may be new.
class cache_use {
public:
    static constexpr unsigned misses_max = 16, tried_each = 16, learnt_each = 4;

    // `first`: whether the first miss is inserted. A hit cancels `misses_per_hit` misses; use a
    // higher number if a miss costs little compared to what a hit saves.
    explicit cache_use(bool first, unsigned misses_per_hit = 4)
        : misses_(first ? 0 : learnt_each - 1), misses_per_hit_(misses_per_hit) {}

    bool asks() { return recent_misses_ != misses_max || skipped_++ % tried_each == 0; }
    void hit() {
        if (recent_misses_ != 0) [[unlikely]]
            recent_misses_ -= std::min(recent_misses_, misses_per_hit_);
    }
    // Returns whether to insert the missing key.
    bool miss() {
        recent_misses_ = std::min(recent_misses_ + 1, misses_max);
        return misses_++ % learnt_each == 0;
    }

private:
    unsigned misses_;
    unsigned misses_per_hit_;
    unsigned recent_misses_ = 0;  // grows with each miss, shrinks with each hit
    unsigned skipped_ = 0;        // keys seen while recent_misses_ is at its maximum
};

}  // namespace callbox
