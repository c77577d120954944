// callbox/bytes.hpp - a byte buffer that grows up to a limit.
#pragma once

#include <callbox/memory.hpp>

#include <cassert>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>

namespace callbox {

// A buffer that grows at the end and is consumed from the front. It never grows beyond `limit`:
// data that does not fit is dropped, and overflowed() returns true until the next truncate() or
// clear(), so a writer need not check each step. The same happens if memory runs out; starved() is
// then true as well. Views are valid until the buffer grows. Unless the buffer is empty, the byte
// after its end is writable (document::parse() in json.hpp requires that).
class bytes {
public:
    static constexpr std::size_t most = PTRDIFF_MAX - 1;  // the highest limit possible

    bytes() = default;
    explicit bytes(std::size_t limit) : limit_(limit < most ? limit : most) {}
    // The server's own buffers use budget::clients: memory.hpp.
    explicit bytes(memory::budget from) : budget_(from) {}
    bytes(bytes&& other) noexcept { swap(other); }
    bytes& operator=(bytes&& other) noexcept {
        bytes(std::move(other)).swap(*this);
        return *this;
    }
    ~bytes();

    char* data() { return begin_; }
    const char* data() const { return begin_; }
    std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
    bool empty() const { return begin_ == end_; }
    std::size_t capacity() const { return static_cast<std::size_t>(memory_end_ - memory_); }
    std::string_view view() const { return {begin_, size()}; }
    bool overflowed() const { return overflowed_; }
    bool starved() const { return overflowed_ && starved_; }

    // Limits further growth; existing bytes stay.
    void limit(std::size_t size) {
        limit_ = size < most ? size : most;
        if (!overflowed_) find_stop();
    }

    void append(char c) {
        if (end_ != stop_) [[likely]] {
            *end_++ = c;  // NOLINT(clang-analyzer-core.NullDereference): both are null or neither
        } else if (char* to = grow(1)) {
            *to = c;
            ++end_;
        }
    }
    void append(std::string_view text) {
        if (text.empty()) return;
        if (char* to = room(text.size())) {
            std::memcpy(to, text.data(), text.size());
            end_ = to + text.size();
        }
    }

    // Appends regardless of the limit. Throws std::bad_alloc. Requires: not overflowed().
    void append_beyond(char c) {
        char* const to = room_beyond(1);
        if (to == nullptr) throw std::bad_alloc();
        *to = c;
        commit_beyond(1);
    }
    // Space for `count` more bytes regardless of the limit; null, and overflowed(), if memory runs
    // out. Requires: not overflowed().
    char* room_beyond(std::size_t count) {
        if (count <= static_cast<std::size_t>(memory_end_ - end_)) [[likely]] return end_;
        return grow_unlimited(count);
    }

    // The number of bytes that fit without growing.
    std::size_t left() const { return static_cast<std::size_t>(stop_ - end_); }
    // Space for `count` more bytes at the end; null, and overflowed(), if they do not fit. commit()
    // appends the bytes written there.
    char* room(std::size_t count) {
        if (count <= left()) [[likely]] return end_;
        return grow(count);
    }
    void commit(std::size_t count) {
        end_ += count;
        assert(end_ <= stop_);
    }
    // The same for space from room_beyond().
    void commit_beyond(std::size_t count) {
        end_ += count;
        assert(end_ <= memory_end_);
        if (end_ > stop_) stop_ = end_;
    }

    // Removes `count` bytes from the front.
    void consume(std::size_t count) {
        assert(count <= size());
        begin_ += count;
        if (begin_ == end_) begin_ = end_ = memory_;
        if (overflowed_) stop_ = end_;
        else find_stop();
    }
    void truncate(std::size_t size) {
        assert(size <= this->size());
        end_ = begin_ + size;
        overflowed_ = false;
        find_stop();
    }
    void clear() {
        begin_ = end_ = memory_;
        overflowed_ = false;
        stop_ = farthest();
    }
    // Clears the bytes and frees their memory.
    void release() {
        if (memory_ != nullptr || overflowed_) give_back();
    }

private:
    char* grow(std::size_t count);
    bool take_memory(std::size_t capacity);
    void give_back();
    char* grow_unlimited(std::size_t count);
    std::nullptr_t overflow(bool starved);
    // The end of the memory or of the limit, whichever comes first.
    char* farthest() const {
        const std::size_t memory = static_cast<std::size_t>(memory_end_ - begin_);
        return begin_ + (limit_ < memory ? limit_ : memory);
    }
    void find_stop() {
        stop_ = farthest();
        if (stop_ < end_) stop_ = end_;
    }
    void swap(bytes& other) noexcept;

    char* memory_ = nullptr;
    char* memory_end_ = nullptr;  // one more byte is allocated after it
    char* begin_ = nullptr;
    char* end_ = nullptr;
    char* stop_ = nullptr;    // farthest(); end_ if that is further, or after an overflow
    std::size_t limit_ = most;
    bool overflowed_ = false;
    bool starved_ = false;    // the last overflow was caused by memory, not by the limit
    memory::budget budget_ = memory::budget::none;
};

}  // namespace callbox
