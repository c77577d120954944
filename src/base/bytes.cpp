// Growing: the part of bytes that is not on the way of every call.
#include <callbox/bytes.hpp>

#include <algorithm>
#include <cstdlib>

namespace callbox {

namespace {

constexpr std::size_t capacity_min = 512;

}  // namespace

bytes::~bytes() { std::free(data_); }

void bytes::release() { bytes(limit_).swap(*this); }

void bytes::swap(bytes& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(begin_, other.begin_);
    std::swap(end_, other.end_);
    std::swap(capacity_, other.capacity_);
    std::swap(limit_, other.limit_);
    std::swap(overflowed_, other.overflowed_);
}

void bytes::insert(std::size_t at, std::string_view text) {
    assert(at <= size());
    if (text.empty() || room(text.size()) == nullptr) return;
    std::memmove(data() + at + text.size(), data() + at, size() - at);
    std::memcpy(data() + at, text.data(), text.size());
    end_ += text.size();
}

// First the taken bytes at the front are reused, then memory is asked for: twice what is there.
char* bytes::grow(std::size_t count) {
    const std::size_t used = size();
    if (overflowed_ || used > limit_ || count > limit_ - used) {
        overflowed_ = true;
        return nullptr;
    }
    if (begin_ != 0) {
        std::memmove(data_, data_ + begin_, used);
        begin_ = 0;
        end_ = used;
    }
    if (count > capacity_ - used) {
        const std::size_t wanted = std::max({used + count, capacity_ * 2, capacity_min});
        void* more = std::realloc(data_, wanted);
        overflowed_ = more == nullptr;
        if (overflowed_) return nullptr;
        data_ = static_cast<char*>(more);
        capacity_ = wanted;
    }
    return data_ + end_;
}

}  // namespace callbox
