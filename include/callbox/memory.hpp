// callbox/memory.hpp - the memory budget for data that grows with client input.
//
// While a server runs, one bound for the whole process (limits::memory_max; of several servers, the
// sum) applies to incomplete requests, unsent responses and the nodes of parsed messages. Only
// memory that a server allocates with budget::clients counts; memory that your own functions
// allocate does not, even in bytes, documents and json.
#pragma once

#include <callbox/detail/language.hpp>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace callbox::memory {

// The budget that an object's memory counts against.
enum class budget : bool { none, clients };

// Sets the limit of memory in use. Lowering it frees nothing. Initially there is no limit.
void limit(std::size_t bytes);
std::size_t limit() noexcept;

// A server's part of the limit, for its own lifetime: the limit is the sum of all parts. When the
// last part is destroyed, the limit is what it was before the first. Thread-safe.
class part {
public:
    explicit part(std::size_t bytes);
    ~part();
    part(const part&) = delete;
    part& operator=(const part&) = delete;

private:
    std::size_t bytes_;
};

// Counts `bytes` more as in use. If that exceeds the limit, counts nothing and returns false.
[[nodiscard]] bool take(std::size_t bytes) noexcept;
// Counts `bytes` as no longer in use; free them first. When use has fallen to half of a peak above
// a quarter of the limit, glibc's heap returns its free pages to the system; musl's does at any
// time.
void give(std::size_t bytes) noexcept;

std::size_t taken() noexcept;
// Whether less than a quarter is left. Work that needs memory should then not begin, to leave the
// rest to work in progress.
bool is_under_pressure() noexcept;

struct block_deleter {
    std::size_t bytes = 0;  // that the budget counts
    void operator()(void* block) const noexcept {
        std::free(block);
        if (block != nullptr) give(bytes);
    }
};

// An array whose elements are not initialized. Throws std::bad_alloc.
template <class T> using block = std::unique_ptr<T[], block_deleter>;
template <class T> block<T> make(std::size_t count, budget from) {
    static_assert(std::is_trivially_default_constructible_v<T>);
    static_assert(alignof(T) <= alignof(std::max_align_t));
    if (count > PTRDIFF_MAX / sizeof(T)) throw std::bad_alloc();
    const std::size_t counted = from == budget::clients ? count * sizeof(T) : 0;
    if (from == budget::clients && !take(counted)) throw std::bad_alloc();
    void* const at = std::malloc(count * sizeof(T));
    if (at != nullptr) return block<T>(static_cast<T*>(at), block_deleter{counted});
    give(counted);
    throw std::bad_alloc();
}

}  // namespace callbox::memory
