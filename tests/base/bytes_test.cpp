#include <callbox/bytes.hpp>

#include <criterion/criterion.h>

#include <string>
#include <utility>

namespace bytes_test { namespace {

using callbox::bytes;

Test(base_bytes, begin_empty_and_without_memory) {
    const bytes made;
    cr_expect(made.empty());
    cr_expect(made.capacity() == 0);
    cr_expect(made.view() == "");
}

Test(base_bytes, what_just_fits_is_taken) {
    bytes made(5);
    made.append("1234");
    made.append('5');
    cr_expect(made.view() == "12345");
    cr_expect(not made.overflowed());
}

Test(base_bytes, what_does_not_fit_is_dropped_whole) {
    bytes made(5);
    made.append("1234");
    made.append("56");
    cr_expect(made.view() == "1234");
    cr_expect(made.overflowed());
}

Test(base_bytes, overflow_sticks_until_truncate) {
    bytes made(5);
    made.append("123456");
    made.append("1");
    cr_expect(made.empty(), "nothing is appended after dropped text");
    cr_expect(made.room(0) == nullptr);
    made.truncate(0);
    cr_expect(not made.overflowed());
    made.append("12345");
    cr_expect(made.view() == "12345");
    made.append('6');
    made.clear();
    cr_expect(not made.overflowed());
}

Test(base_bytes, the_limit_holds_inside_the_memory_too) {
    bytes made(600);
    made.append(std::string(100, 'a'));
    made.append(std::string(500, 'b'));
    cr_expect(made.size() == 600);
    made.append('c');
    cr_expect(made.size() == 600);
    cr_expect(made.overflowed());
}

Test(base_bytes, a_limit_below_what_is_there_keeps_it_and_takes_no_more) {
    bytes made;
    made.append("12345");
    made.limit(3);
    cr_expect(made.view() == "12345");
    made.append('6');
    cr_expect(made.view() == "12345");
    cr_expect(made.overflowed());
}

Test(base_bytes, what_was_consumed_counts_no_more) {
    bytes made(5);
    made.append("12345");
    made.consume(3);
    made.append("678");
    cr_expect(made.view() == "45678");
    cr_expect(not made.overflowed());
    made.append('9');
    cr_expect(made.overflowed());
}

Test(base_bytes, consumed_memory_is_used_again) {
    bytes made;
    made.append(std::string(512, 'a'));
    const std::size_t capacity = made.capacity();
    for (int i = 0; i < 100; ++i) {
        made.consume(300);
        made.append(std::string(300, 'b'));
    }
    cr_expect(made.capacity() == capacity);
    cr_expect(made.view() == std::string(512, 'b'));
}

Test(base_bytes, growing_keeps_what_is_there) {
    bytes made;
    std::string expected;
    for (int i = 0; i < 5000; ++i) {
        const char c = static_cast<char>('a' + i % 26);
        made.append(c);
        expected += c;
    }
    cr_expect(made.view() == expected);
}

Test(base_bytes, moving_takes_the_memory_along) {
    bytes made(9);
    made.append("123");
    bytes moved = std::move(made);
    cr_expect(moved.view() == "123");
    moved.append("4567890");
    cr_expect(moved.overflowed(), "and the limit");
    bytes other;
    other.append("x");
    other = std::move(moved);
    cr_expect(other.view() == "123");
}

Test(base_bytes, release_gives_the_memory_back_and_keeps_the_limit) {
    bytes made(3);
    made.append("123");
    made.release();
    cr_expect(made.capacity() == 0);
    cr_expect(made.empty());
    made.append("1234");
    cr_expect(made.overflowed());
}

}}  // namespace bytes_test
