// callbox/bytes.hpp - a growing run of bytes with an end in sight.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

namespace callbox {

// Bytes that grow at the end and are taken from the front. Never beyond `limit`: what does not fit
// is dropped, and overflowed() says so until the next truncate() or clear(), so that a writer need
// not look after each step. The same when memory runs out. Views into it live until the next
// growth.
class bytes {
public:
    explicit bytes(std::size_t limit = SIZE_MAX) : limit_(limit) {}
    bytes(bytes&& other) noexcept { swap(other); }
    bytes& operator=(bytes&& other) noexcept {
        bytes(std::move(other)).swap(*this);
        return *this;
    }
    ~bytes();

    char* data() { return data_ + begin_; }
    const char* data() const { return data_ + begin_; }
    std::size_t size() const { return end_ - begin_; }
    bool empty() const { return begin_ == end_; }
    std::size_t capacity() const { return capacity_; }
    std::string_view view() const { return {data(), size()}; }
    bool overflowed() const { return overflowed_; }

    // Bounds what follows; what is there already stays.
    void limit(std::size_t most) { limit_ = most; }

    void append(char c) {
        if (char* to = room(1)) *to = c, end_ += 1;
    }
    void append(std::string_view text) {
        if (text.empty()) return;
        if (char* to = room(text.size())) {
            std::memcpy(to, text.data(), text.size());
            end_ += text.size();
        }
    }

    // Space for `count` more bytes at the end, or null (and overflowed) when they would not fit.
    // What was written there becomes part of the bytes by commit().
    char* room(std::size_t count) {
        if (!overflowed_ && count <= capacity_ - end_ && size() + count <= limit_) [[likely]]
            return data_ + end_;
        return grow(count);
    }
    void commit(std::size_t count) {
        assert(count <= capacity_ - end_);
        end_ += count;
    }

    // Puts `text` before the byte at `at`, moving the rest.
    void insert(std::size_t at, std::string_view text);

    // Takes `count` bytes from the front.
    void consume(std::size_t count) {
        assert(count <= size());
        begin_ += count;
        if (begin_ == end_) begin_ = end_ = 0;
    }
    void truncate(std::size_t size) {
        assert(size <= end_ - begin_);
        end_ = begin_ + size;
        overflowed_ = false;
    }
    void clear() {
        begin_ = end_ = 0;
        overflowed_ = false;
    }
    // Empty, and without memory of its own.
    void release();

private:
    char* grow(std::size_t count);
    void swap(bytes& other) noexcept;

    char* data_ = nullptr;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
    std::size_t capacity_ = 0;
    std::size_t limit_ = SIZE_MAX;
    bool overflowed_ = false;
};

}  // namespace callbox
