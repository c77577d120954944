#include "support/allocations.hpp"

#include <cerrno>
#include <utility>

// With a sanitizer its hooks count; without one these functions come before the C library's.
#if !ALLOCATIONS_CAN_FAIL
// Of sanitizer/allocator_interface.h, which g++ does not bring.
extern "C" int __sanitizer_install_malloc_and_free_hooks(
    void (*on_malloc)(const volatile void*, std::size_t), void (*on_free)(const volatile void*));
#else
extern "C" void* __libc_malloc(std::size_t);
extern "C" void* __libc_calloc(std::size_t, std::size_t);
extern "C" void* __libc_realloc(void*, std::size_t);
#endif

namespace support {

namespace {

thread_local std::size_t counted = 0;

#if !ALLOCATIONS_CAN_FAIL
void on_malloc(const volatile void*, std::size_t) { ++counted; }
void on_free(const volatile void*) {}
#else
thread_local std::size_t succeeding = 0;
thread_local std::size_t failing = 0;  // after those
thread_local std::size_t failures = 0;

bool fails() {
    ++counted;
    if (failing == 0) return false;
    if (succeeding != 0) {
        --succeeding;
        return false;
    }
    --failing;
    ++failures;
    errno = ENOMEM;
    return true;
}
#endif

}  // namespace

std::size_t allocations() {
#if !ALLOCATIONS_CAN_FAIL
    [[maybe_unused]] static const int installed =
        __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
#endif
    return std::exchange(counted, 0);
}

#if ALLOCATIONS_CAN_FAIL
failing_allocations::failing_allocations(std::size_t count, std::size_t times) {
    succeeding = count;
    failing = times;
    failures = 0;
}
failing_allocations::~failing_allocations() { failing = 0; }
std::size_t failing_allocations::failed() const { return failures; }

// Visible, as the C++ library calls them too.
#define EXPORTED extern "C" __attribute__((visibility("default")))
EXPORTED void* malloc(std::size_t size) noexcept {
    return fails() ? nullptr : __libc_malloc(size);
}
EXPORTED void* calloc(std::size_t number, std::size_t size) noexcept {
    return fails() ? nullptr : __libc_calloc(number, size);
}
EXPORTED void* realloc(void* block, std::size_t size) noexcept {
    return fails() ? nullptr : __libc_realloc(block, size);
}
#endif

}  // namespace support
