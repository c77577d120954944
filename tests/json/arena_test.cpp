#include <callbox/json.hpp>
#include <callbox/memory.hpp>

#include <criterion/criterion.h>

#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace arena_test { namespace {

using callbox::arena;

bool is_aligned(const void* at, std::size_t to) {
    return reinterpret_cast<std::uintptr_t>(at) % to == 0;
}

struct alignas(64) wide {
    char bytes[64];
};

Test(json_arena, allocated_memory_is_zero_and_not_shared) {
    arena memory;
    std::vector<std::uint32_t*> all;
    for (std::uint32_t i = 0; i < 100; ++i) {
        std::uint32_t* const made = memory.make<std::uint32_t>(1000);
        for (std::size_t k = 0; k < 1000; ++k) cr_assert(made[k] == 0);
        std::fill_n(made, 1000, i);
        all.push_back(made);
    }
    for (std::uint32_t i = 0; i < 100; ++i)
        for (std::size_t k = 0; k < 1000; ++k) cr_assert(all[i][k] == i);
}

Test(json_arena, what_is_made_is_aligned_whatever_stood_before) {
    arena memory;
    for (std::size_t i = 0; i < 600; ++i) {
        (void)memory.make<char>(1 + i % 7);
        cr_assert(is_aligned(memory.make<double>(1), alignof(double)));
        cr_assert(is_aligned(memory.make<wide>(1), alignof(wide)));
    }
}

Test(json_arena, a_list_larger_than_a_block_fits) {
    arena memory;
    char* const made = memory.make<char>(1 << 20);
    std::memset(made, 'x', 1 << 20);
    char* const next = memory.make<char>(1);
    *next = 'y';
    cr_expect(made[0] == 'x' && made[(1 << 20) - 1] == 'x');
}

Test(json_arena, a_list_larger_than_a_block_takes_its_size_and_alignment) {
    arena memory(callbox::memory::budget::clients);
    (void)memory.make<char>(1);
    callbox::memory::limit(callbox::memory::taken() + (1 << 20) + alignof(double));
    cr_expect(memory.make<double>((1 << 20) / sizeof(double)) != nullptr);
    cr_expect_throw(memory.make<double>((1 << 20) / sizeof(double)), std::bad_alloc);
    callbox::memory::limit(SIZE_MAX);
}

Test(json_arena, the_first_block_is_used_again) {
    arena memory;
    memory.reset();
    char* const first = memory.make<char>(10);
    (void)memory.make<char>(1 << 20);
    memory.reset();
    cr_expect(memory.make<char>(10) == first);
    (void)memory.make<char>(1 << 20);
    memory.reset();
    cr_expect(memory.make<char>(1 << 10) == first);
}

Test(json_arena, the_other_blocks_are_freed) {
    arena memory(callbox::memory::budget::clients);
    (void)memory.make<char>(10);
    const std::size_t first = callbox::memory::taken();
    for (int i = 0; i < 3; ++i) (void)memory.make<char>(1 << 20);
    cr_assert(callbox::memory::taken() > first);
    memory.reset();
    cr_expect(callbox::memory::taken() == first);
}

Test(json_arena, more_than_there_can_be_is_refused) {
    arena memory;
    cr_expect_throw(memory.make<std::uint64_t>(SIZE_MAX / 8), std::bad_alloc);
    cr_expect_throw(memory.make<std::uint64_t>(SIZE_MAX), std::bad_alloc);
    cr_expect(memory.make<std::uint64_t>(1) != nullptr);
}

}}  // namespace arena_test
