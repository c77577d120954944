// Memory for the lists of a call, allocated in blocks and freed when the next text is parsed.
#include <callbox/json.hpp>

#include <algorithm>
#include <cstdint>
#include <new>

namespace callbox {

constexpr std::size_t block_bytes = 16 << 10;

// Keeps the first block: similar calls then allocate nothing.
void arena::give_back() {
    blocks_.resize(1);
    at_ = blocks_.front().get();
    left_ = block_bytes;
}

void* arena::take(std::size_t count, std::size_t size, std::size_t alignment) {
    if (count > (SIZE_MAX - alignment) / size) throw std::bad_alloc();
    void* at = at_;
    if (at == nullptr || std::align(alignment, count * size, at, left_) == nullptr) {
        const std::size_t wanted = count * size + alignment;
        const std::size_t bytes = blocks_.empty() ? block_bytes : std::max(wanted, block_bytes);
        blocks_.push_back(memory::make<std::byte>(bytes, budget_));
        at_ = blocks_.back().get();
        left_ = bytes;
        return take(count, size, alignment);
    }
    at_ = static_cast<std::byte*>(at) + count * size;
    left_ -= count * size;
    return at;
}

}  // namespace callbox
