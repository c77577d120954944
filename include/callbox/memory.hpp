// callbox/memory.hpp - the budget of bytes for what grows with what clients send.
//
// Requests that are not complete, answers that are not taken, the notes of a message: all of it
// together has a bound for the whole process (limits::memory_max) while a server runs. Only what a
// server makes with budget::clients is counted; what your own functions allocate is not, with
// bytes, documents and json neither.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace callbox::memory {

// Whose budget the memory of an object is taken from.
enum class budget : bool { none, clients };

// How much there may be. When it becomes less, nothing is freed. Without it, there is no bound.
void limit(std::size_t bytes);
std::size_t limit() noexcept;

// Sets the limit for as long as it lives; then it is what it was before.
class limited {
public:
    explicit limited(std::size_t bytes) : before_(limit()) { limit(bytes); }
    ~limited() { limit(before_); }
    limited(const limited&) = delete;
    limited& operator=(const limited&) = delete;

private:
    std::size_t before_;
};

// So much more is in use; false, and it is not, when that would be beyond the limit.
[[nodiscard]] bool take(std::size_t bytes) noexcept;
void give(std::size_t bytes) noexcept;

std::size_t taken() noexcept;
// Whether less than a quarter is left. From then on nothing should be begun that needs some, so
// that what is begun finds the rest.
bool is_scarce() noexcept;

struct giver {
    std::size_t bytes = 0;  // that are counted
    void operator()(void* block) const noexcept {
        std::free(block);
        if (block != nullptr) give(bytes);
    }
};

// An array whose elements are not initialized. Throws std::bad_alloc.
template <class T> using block = std::unique_ptr<T[], giver>;
template <class T> block<T> make(std::size_t count, budget from) {
    static_assert(std::is_trivially_default_constructible_v<T>);
    static_assert(alignof(T) <= alignof(std::max_align_t));
    if (count > PTRDIFF_MAX / sizeof(T)) throw std::bad_alloc();
    const std::size_t counted = from == budget::clients ? count * sizeof(T) : 0;
    if (from == budget::clients && !take(counted)) throw std::bad_alloc();
    void* const at = std::malloc(count * sizeof(T));
    if (at != nullptr) return block<T>(static_cast<T*>(at), giver{counted});
    give(counted);
    throw std::bad_alloc();
}

}  // namespace callbox::memory
