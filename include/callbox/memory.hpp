// callbox/memory.hpp - the budget of bytes for what grows with what clients send.
//
// Requests that are not complete, answers that are not taken, the notes of a message: all of it
// together has a bound for the whole process (limits::memory_max). What your own functions
// allocate is not counted.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace callbox::memory {

// How much there may be. None of it is given up when it becomes less. Without it, there is no end.
void limit(std::size_t bytes);
std::size_t limit() noexcept;

// So much more is in use; false, and it is not, when that would be beyond the limit.
[[nodiscard]] bool take(std::size_t bytes) noexcept;
void give(std::size_t bytes) noexcept;

std::size_t taken() noexcept;
// Whether less than a quarter is left. From then on nothing should be begun that needs some, so
// that what is begun finds the rest.
bool is_scarce() noexcept;

struct giver {
    std::size_t bytes = 0;
    void operator()(void* block) const noexcept {
        std::free(block);
        if (block != nullptr) give(bytes);
    }
};

// An array that is counted, its elements not initialized. Throws std::bad_alloc.
template <class T> using block = std::unique_ptr<T[], giver>;
template <class T> block<T> make(std::size_t count) {
    static_assert(std::is_trivially_default_constructible_v<T>);
    static_assert(alignof(T) <= alignof(std::max_align_t));
    if (count > PTRDIFF_MAX / sizeof(T) || !take(count * sizeof(T))) throw std::bad_alloc();
    void* const at = std::malloc(count * sizeof(T));
    if (at != nullptr) return block<T>(static_cast<T*>(at), giver{count * sizeof(T)});
    give(count * sizeof(T));
    throw std::bad_alloc();
}

}  // namespace callbox::memory
