// What a connection does about a peer that takes its answer slowly, or not at all.
#include "talk.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

using namespace net_test;

namespace {

constexpr callbox::limits short_times{.header_timeout_ms = 50, .write_timeout_ms = 700};
constexpr time_ms start = 1'000'000;
constexpr std::string_view big = R"({"jsonrpc":"2.0","id":1,"method":"repeat","params":[200000]})";

}  // namespace

Test(server_connection, who_reads_nothing_is_closed) {
    talk t(short_times);
    t.takes = 100;
    t.send(post(big));
    cr_assert(t.link.current() == phase::writing);
    t.wait_until(start + 699);
    cr_assert(t.link.current() == phase::writing);
    t.wait_until(start + 700);
    cr_assert(t.link.current() == phase::closed);
    cr_assert(eq(sz, t.link.memory(), 0));
    cr_assert(eq(sz, t.received.size(), 100));
}

// The socket's buffer has so little room that nothing more is sent for a long time.
Test(server_connection, who_reads_steadily_but_slowly_is_not_cut_off) {
    talk t(short_times);
    t.takes = 100'000;
    t.send(post(big));
    t.queued = 100'000;
    for (int times = 1; times <= 20; ++times) {
        t.queued -= 5'000;
        t.wait_until(start + 700 * times);
        cr_assert(t.link.current() == phase::writing, "%d", times);
        cr_assert(eq(i64, t.link.deadline(), start + 700 * (times + 1)));
    }
    t.takes = SIZE_MAX;
    t.flush();
    cr_assert(eq(str, t.statuses(), "200"));
    cr_assert(t.link.current() == phase::idle);
}

// 700 ms and 1000 bytes a second: 700 bytes.
Test(server_connection, who_takes_less_than_write_rate_min_is_closed) {
    callbox::limits times = short_times;
    times.write_rate_min = 1000;
    for (const std::size_t count : {699, 700, 701}) {
        talk t(times);
        t.takes = 100'000;
        t.send(post(big));
        t.queued = 90'000;
        t.wait_until(start + 700);
        cr_assert(t.link.current() == phase::writing);
        t.now = start + 800;
        t.takes = 1;
        t.flush();  // a byte for the socket is none for the client
        cr_assert(eq(i64, t.link.deadline(), start + 1400));
        t.queued = 90'001 - count;
        t.wait_until(start + 1400);
        cr_assert(t.link.current() == (count < 700 ? phase::closed : phase::writing), "%zu", count);
    }
}

Test(server_connection, without_a_rate_each_byte_that_is_taken_wins_time) {
    callbox::limits times = short_times;
    times.write_rate_min = 0;
    talk t(times);
    t.takes = 100'000;
    t.send(post(big));
    t.queued = 99'999;
    t.wait_until(start + 700);
    cr_assert(t.link.current() == phase::writing);
    t.wait_until(start + 1400);
    cr_assert(t.link.current() == phase::closed);
}

// What waits may be more than was sent: a unix socket counts the memory that it is in.
Test(server_connection, what_was_taken_of_the_last_peer_does_not_count_for_the_next) {
    talk t(short_times);
    t.send(post(big));
    t.end();
    cr_assert(t.link.current() == phase::closed);
    t.link.open(t.now);
    t.takes = 100'000;
    t.send(post(big));
    t.queued = 120'000;
    t.wait_until(start + 700);
    cr_assert(t.link.current() == phase::closed);
}

Test(server_connection, a_last_answer_that_nobody_reads_is_given_up) {
    talk t(short_times);
    t.send("GET");
    t.takes = 0;
    t.wait_until(start + 50);
    cr_assert(t.link.current() == phase::writing);
    t.wait_until(start + 749);
    cr_assert(t.link.current() == phase::writing);
    t.wait_until(start + 750);
    cr_assert(t.link.current() == phase::closed);
}
