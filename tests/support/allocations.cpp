#include "support/allocations.hpp"

#include <utility>

// With a sanitizer its hooks count; without one these functions come before the C library's.
#if !defined(__has_feature)
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define HAS_HOOKS 1
// Of sanitizer/allocator_interface.h, which g++ does not bring.
extern "C" int __sanitizer_install_malloc_and_free_hooks(
    void (*on_malloc)(const volatile void*, std::size_t), void (*on_free)(const volatile void*));
#else
#define HAS_HOOKS 0
extern "C" void* __libc_malloc(std::size_t);
extern "C" void* __libc_calloc(std::size_t, std::size_t);
extern "C" void* __libc_realloc(void*, std::size_t);
#endif

namespace support {

namespace {

thread_local std::size_t count = 0;

#if HAS_HOOKS
void on_malloc(const volatile void*, std::size_t) { ++count; }
void on_free(const volatile void*) {}
#endif

}  // namespace

std::size_t allocations() {
#if HAS_HOOKS
    [[maybe_unused]] static const int installed =
        __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
#endif
    return std::exchange(count, 0);
}

#if !HAS_HOOKS
// Visible, as the C++ library calls them too.
#define EXPORTED extern "C" __attribute__((visibility("default")))
EXPORTED void* malloc(std::size_t size) noexcept {
    ++count;
    return __libc_malloc(size);
}
EXPORTED void* calloc(std::size_t number, std::size_t size) noexcept {
    ++count;
    return __libc_calloc(number, size);
}
EXPORTED void* realloc(void* block, std::size_t size) noexcept {
    ++count;
    return __libc_realloc(block, size);
}
#endif

}  // namespace support
