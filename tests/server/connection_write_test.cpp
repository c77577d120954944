// What a connection does about a peer that takes its answer slowly, or not at all.
#include "talk.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

namespace connection_write_test { namespace {

using namespace net_test;

constexpr callbox::limits short_times{.header_timeout_ms = 50, .write_timeout_ms = 700};
const std::string big = repeated(200'000);

// A client that takes 100 kB of a large answer, of which so many bytes wait at its socket.
struct slow_reader : talk {
    slow_reader(const callbox::limits& times, std::size_t waiting) : talk(times) {
        takes = 100'000;
        send(post(big));
        queued = waiting;
    }
};

Test(server_connection, who_reads_nothing_is_closed) {
    talk t(short_times);
    t.takes = 100;
    t.send(post(big));
    cr_assert(t.link.current() == phase::writing);
    cr_assert(t.phase_at(start + 699) == phase::writing);
    cr_assert(t.phase_at(start + 700) == phase::closed);
    cr_assert(eq(sz, t.link.memory(), 0));
    cr_assert(eq(sz, t.received.size(), 100));
}

// The socket's buffer has so little room that nothing more is sent for a long time.
Test(server_connection, who_reads_steadily_but_slowly_is_not_cut_off) {
    slow_reader t(short_times, 100'000);
    for (int times = 1; times <= 20; ++times) {
        t.queued -= 5'000;
        cr_assert(t.phase_at(start + 700 * times) == phase::writing, "%d", times);
        cr_assert(eq(i64, t.link.deadline(), start + 700 * (times + 1)));
    }
    t.take_all();
    cr_assert(t.is_at("200", phase::idle), "%s", t.statuses().c_str());
}

// 700 ms and 1000 bytes a second: 700 bytes.
Test(server_connection, who_takes_less_than_write_rate_min_is_closed) {
    callbox::limits times = short_times;
    times.write_rate_min = 1000;
    for (const std::size_t count : {699, 700, 701}) {
        slow_reader t(times, 90'000);
        cr_assert(t.phase_at(start + 700) == phase::writing);
        t.now = start + 800;
        t.takes = 1;
        t.flush();  // a byte for the socket is none for the client
        cr_assert(eq(i64, t.link.deadline(), start + 1400));
        t.queued = 90'001 - count;
        const phase in = count < 700 ? phase::closed : phase::writing;
        cr_assert(t.phase_at(start + 1400) == in, "%zu", count);
    }
}

Test(server_connection, without_a_rate_each_byte_that_is_taken_wins_time) {
    callbox::limits times = short_times;
    times.write_rate_min = 0;
    slow_reader t(times, 99'999);
    cr_assert(t.phase_at(start + 700) == phase::writing);
    cr_assert(t.phase_at(start + 1400) == phase::closed);
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
    cr_assert(t.phase_at(start + 700) == phase::closed);
}

Test(server_connection, a_last_answer_that_nobody_reads_is_given_up) {
    talk t(short_times);
    t.send("GET");
    t.takes = 0;
    cr_assert(t.phase_at(start + 50) == phase::writing);
    cr_assert(t.phase_at(start + 749) == phase::writing);
    cr_assert(t.phase_at(start + 750) == phase::closed);
}

}}  // namespace connection_write_test
