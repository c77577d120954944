// The memory budget: memory taken, given back and refused.
#include "support/memory_limit.hpp"

#include <callbox/bytes.hpp>
#include <callbox/codec.hpp>
#include <callbox/memory.hpp>

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <fstream>
#include <new>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace memory_test { namespace {

using callbox::bytes;
namespace memory = callbox::memory;

constexpr memory::budget clients = memory::budget::clients;

Test(base_memory, what_is_taken_fills_the_limit_to_its_last_byte) {
    memory::limit(1000);
    cr_assert(memory::take(999));
    cr_assert(not(memory::take(2)));
    cr_assert(eq(sz, memory::taken(), 999));
    cr_assert(memory::take(1));
    cr_assert(not(memory::take(1)));
    cr_assert(not(memory::take(SIZE_MAX)));
    memory::give(1000);
    cr_assert(eq(sz, memory::taken(), 0));
    cr_assert(memory::take(1000));
}

Test(base_memory, it_is_under_pressure_when_less_than_a_quarter_is_left) {
    memory::limit(1000);
    cr_assert(memory::take(750));
    cr_assert(not(memory::is_under_pressure()));
    cr_assert(memory::take(1));
    cr_assert(memory::is_under_pressure());
    memory::give(1);
    cr_assert(not(memory::is_under_pressure()));
}

Test(base_memory, a_limit_below_what_is_taken_gives_nothing_more) {
    cr_assert(memory::take(1000));
    memory::limit(10);
    cr_assert(not(memory::take(1)));
    cr_assert(memory::is_under_pressure());
}

Test(base_memory, bytes_are_counted_while_they_live) {
    {
        bytes one(clients);
        one.append(std::string(5000, 'x'));
        cr_assert(ge(sz, memory::taken(), 5001));
        bytes other = std::move(one);
        other.append(std::string(50'000, 'x'));
        cr_assert(eq(sz, memory::taken(), other.capacity() + 1));
        other.release();
        cr_assert(eq(sz, memory::taken(), 0));
        other.append("x");
    }
    cr_assert(eq(sz, memory::taken(), 0));
}

Test(base_memory, bytes_overflow_at_the_budgets_end_and_keep_what_they_have) {
    memory::limit(4096);
    bytes one(clients);
    one.append(std::string(1500, 'x'));
    one.append(std::string(4096, 'x'));
    cr_assert(one.overflowed() && one.starved());
    cr_assert(eq(sz, one.size(), 1500));
    cr_assert(eq(sz, memory::taken(), one.capacity() + 1));
    one.clear();
    one.append("again");
    cr_assert(not(one.overflowed() || one.starved()));
    one.limit(10);
    one.append("at the limit");
    cr_assert(one.overflowed() && !one.starved());
}

Test(base_memory, bytes_give_back_their_share_when_the_heap_is_exhausted) {
    memory::limit(SIZE_MAX);
    bytes one(clients);
    one.append("x");
    const std::size_t before = memory::taken();
    cr_assert(eq(ptr, one.room(SIZE_MAX / 4), nullptr));
    cr_assert(one.overflowed());
    cr_assert(memory::taken() == before);
    cr_assert(one.view() == "x");
}

Test(base_memory, bytes_take_no_more_than_their_own_limit) {
    bytes one(10'000);
    one.append(std::string(9000, 'x'));
    one.append(std::string(1000, 'x'));
    cr_assert(eq(sz, one.capacity(), 10'000));
}

Test(base_memory, the_notes_of_a_text_are_counted_and_may_be_refused) {
    std::string list = "[";
    for (int i = 0; i < 100'000; ++i) list += "1,";
    list += "1]";
    {
        callbox::document notes(128, 1 << 20, clients);
        cr_assert(notes.parse(list));
        cr_assert(ge(sz, memory::taken(), 100'000 * sizeof(callbox::node)));
        notes.shrink(100);
        cr_assert(eq(sz, memory::taken(), 100 * sizeof(callbox::node)));
        memory::limit(1 << 20);
        cr_assert_throw((void)notes.parse(list), std::bad_alloc);
        std::string little = "[1,2]";
        cr_assert(notes.parse(little));
    }
    cr_assert(eq(sz, memory::taken(), 0));
}

Test(base_memory, lists_of_a_call_are_counted) {
    callbox::arena scratch(clients);
    (void)scratch.make<double>(10'000);
    cr_assert(ge(sz, memory::taken(), 80'000));
    scratch.reset();
    cr_assert(le(sz, memory::taken(), 32 << 10));
    memory::limit(100'000);
    cr_assert_throw((void)scratch.make<double>(20'000), std::bad_alloc);
    cr_assert(le(sz, memory::taken(), 100'000));
}

Test(base_memory, what_a_program_makes_of_its_own_is_not_counted) {
    cr_assert(memory::take(1000));
    const support::memory_limit none(10);
    const callbox::json list(std::vector<int>(10'000, 7));
    const auto read = callbox::json::parse(std::string(list.text()));
    cr_assert(read.has_value());
    cr_assert(eq(sz, read->as<std::vector<int>>()->size(), 10'000));
    bytes one;
    one.append(std::string(10'000, 'x'));
    cr_assert(not(one.overflowed()));
    one.release();
    cr_assert(eq(sz, memory::taken(), 1000));
}

Test(base_memory, bytes_keep_their_budget_when_they_are_moved_and_released) {
    bytes one(clients), other;
    other = std::move(one);
    other.append("x");
    cr_assert(eq(sz, memory::taken(), other.capacity() + 1));
    other.release();
    cr_assert(eq(sz, memory::taken(), 0));
    other.append("x");
    cr_assert(eq(sz, memory::taken(), other.capacity() + 1));
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HEAP_OF_A_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HEAP_OF_A_SANITIZER
#endif

#if defined(__GLIBC__) && !defined(HEAP_OF_A_SANITIZER)
std::size_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    std::size_t pages = 0;
    file >> pages >> pages;
    return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// Blocks that are too large for the gaps of earlier ones.
Test(base_memory, gaps_near_the_limit_are_returned) {
    constexpr std::size_t most = 64 << 20;
    memory::limit(most);
    const std::size_t before = resident_bytes();
    std::vector<std::pair<bytes, bytes>> all;
    for (const std::size_t size : {60'000u, 70'000u, 80'000u, 90'000u, 100'000u}) {
        const auto add = [&] {
            bytes large(clients), small(clients);
            large.append(std::string(size, 'x'));
            small.append("x");
            if (large.overflowed() || small.overflowed()) return false;
            all.emplace_back(std::move(large), std::move(small));
            return true;
        };
        while (memory::taken() < most - most / 16 && add()) {}
        const std::size_t count = all.size();
        for (std::size_t i = 0; i + 1 < count; i += 2) {
            all[i].first = bytes(clients);
            all[i + 1].first = bytes(clients);
            (void)add();
        }
    }
    const std::size_t more = resident_bytes() - before;
    cr_expect(more < memory::taken() + most / 4, "%zu bytes more", more);
}
#endif

}}  // namespace memory_test
