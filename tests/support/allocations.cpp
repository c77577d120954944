#include "support/allocations.hpp"

#include <utility>

// Of sanitizer/allocator_interface.h, which g++ does not bring.
extern "C" int __sanitizer_install_malloc_and_free_hooks(
    void (*on_malloc)(const volatile void*, std::size_t), void (*on_free)(const volatile void*));

namespace support {

namespace {

thread_local std::size_t count = 0;

void on_malloc(const volatile void*, std::size_t) { ++count; }
void on_free(const volatile void*) {}

}  // namespace

std::size_t allocations() {
    [[maybe_unused]] static const int installed =
        __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
    return std::exchange(count, 0);
}

}  // namespace support
