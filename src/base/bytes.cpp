// Growth of byte buffers, off the fast path.
#include <callbox/bytes.hpp>

#include <algorithm>

namespace callbox {

bytes::~bytes() {
    if (memory_ == nullptr) return;
    const std::size_t counted = budget_ == memory::budget::clients ? capacity() + 1 : 0;
    std::free(memory_);
    if (counted != 0) memory::give(counted);
}

void bytes::give_back() {
    bytes fresh(budget_);
    fresh.limit_ = limit_;
    fresh.swap(*this);
}

void bytes::swap(bytes& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(begin_, other.begin_);
    std::swap(end_, other.end_);
    std::swap(stop_, other.stop_);
    std::swap(memory_end_, other.memory_end_);
    std::swap(limit_, other.limit_);
    std::swap(overflowed_, other.overflowed_);
    std::swap(starved_, other.starved_);
    std::swap(budget_, other.budget_);
}

// First reuses the consumed space at the front, then doubles the capacity, up to the limit.
char* bytes::grow(std::size_t count) {
    constexpr std::size_t capacity_min = 512;
    const std::size_t used = size();
    if (overflowed_) return nullptr;
    if (used > limit_ || count > limit_ - used) return overflow(false);
    if (begin_ != memory_) {
        std::memmove(memory_, begin_, used);
        begin_ = memory_;
        end_ = begin_ + used;
    }
    if (count > capacity() - used) {
        const std::size_t twice = std::min(std::max(capacity() * 2, capacity_min), limit_);
        const std::size_t wanted = std::max(used + count, twice);
        if (!take_memory(wanted)) return overflow(true);
        begin_ = memory_;
        end_ = begin_ + used;
    }
    find_stop();
    return end_;
}

// The extra byte after the capacity counts against the budget too.
bool bytes::take_memory(std::size_t capacity) {
    const bool is_counted = budget_ == memory::budget::clients;
    const std::size_t had = memory_ == nullptr ? 0 : this->capacity() + 1;
    if (is_counted && !memory::take(capacity + 1 - had)) return false;
    void* const more = std::realloc(memory_, capacity + 1);
    if (more == nullptr) {
        if (is_counted) memory::give(capacity + 1 - had);
        return false;
    }
    memory_ = static_cast<char*>(more);
    memory_end_ = memory_ + capacity;
    return true;
}

char* bytes::grow_unlimited(std::size_t count) {
    const std::size_t kept = limit_;
    limit(most);
    char* const to = room(count);
    limit(kept);
    return to;
}

std::nullptr_t bytes::overflow(bool starved) {
    overflowed_ = true;
    starved_ = starved;
    stop_ = end_;
    return nullptr;
}

}  // namespace callbox
