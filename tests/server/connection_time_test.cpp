// What a connection does about time, about a peer that does not read, and about memory.
#include "talk.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

namespace connection_time_test { namespace {

using namespace net_test;
namespace net = callbox::net;
namespace memory = callbox::memory;

// Each differs from the others, so that a deadline tells its kind.
constexpr callbox::limits short_times{.header_timeout_ms = 50, .body_timeout_ms = 300,
                                      .idle_timeout_ms = 6000, .write_timeout_ms = 700,
                                      .linger_timeout_ms = 20};
const std::string big = repeated(200'000);

std::string head_of(std::size_t length) {
    return "POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
           std::to_string(length) + "\r\n\r\n";
}

callbox::limits with_rate(std::uint32_t bytes_a_second) {
    callbox::limits times = short_times;
    times.body_rate_min = bytes_a_second;
    return times;
}

// Idle connections are closed without a word, and what is slow gets 408 and is not executed.
Test(server_connection, what_is_not_there_in_time_is_not_waited_for) {
    const std::string length = post(call("a"));
    const std::string chunks = chunked_head() + chunk(call("a"));
    const struct {
        time_ms begins;
        std::string first, rest;
        phase in;
        time_ms due;
    } rows[] = {
        {0, "", "", phase::idle, 6000},
        {10, "G", "ET /livez HTTP/1.1\r\nHost: localhost\r\n", phase::head, 60},
        {0, length.substr(0, 10), length.substr(10, length.size() - 11), phase::body, 340},
        {0, chunks.substr(0, 10), chunks.substr(10), phase::body, 340},
    };
    for (const auto& [begins, first, rest, in, due] : rows) {
        talk t(short_times);
        t.now = start + begins;
        t.send(first);
        cr_assert(t.link.current() == (first.empty() ? phase::idle : phase::head));
        t.now = start + 40;
        t.send(rest);
        cr_assert(t.link.deadline() == start + due, "%s", first.c_str());
        cr_assert(t.phase_at(start + due - 1) == in, "%s", first.c_str());
        t.wait_until(start + due);
        cr_assert(t.statuses() == (first.empty() ? "" : "408"), "%s", first.c_str());
        cr_assert(first.empty() || t.answers()[0].has("Connection: close"));
        cr_assert(t.link.current() == (first.empty() ? phase::closed : phase::lingering));
        cr_assert(first.empty() == (t.link.deadline() == callbox::never));
        cr_assert(eq(int, t.called.count, 0));
    }
}

Test(server_connection, idle_time_begins_anew_with_each_answer) {
    talk t(short_times);
    t.now = start + 5000;
    t.send(get("/livez"));
    cr_assert(eq(i64, t.link.deadline(), start + 11000));
}

Test(server_connection, empty_lines_are_no_request_and_win_no_time) {
    talk t(short_times);
    t.now = start + 10;
    for (const char c : std::string_view("\r\n\r\n\r")) t.send({&c, 1});
    cr_assert(t.link.current() == phase::idle);
    cr_assert(eq(i64, t.link.deadline(), start + 6000));
    t.send("\n" + get("/livez"));
    cr_assert(eq(str, t.statuses(), "200"));
}

// 300 ms and 1000 bytes a second: 300 bytes.
Test(server_connection, a_body_that_is_fast_enough_wins_its_time_again) {
    for (const std::size_t count : {299, 300, 301}) {
        talk t(with_rate(1000));
        t.send(head_of(1000));
        t.now = start + 200;
        t.send(std::string(298, ' '));
        cr_assert(eq(i64, t.link.deadline(), start + 300));
        t.now = start + 250;
        t.send(std::string(count - 298, ' '));
        const bool won = count >= 300;
        cr_assert(eq(i64, t.link.deadline(), start + (won ? 550 : 300)));
        t.wait_until(start + 300);
        cr_assert(eq(str, t.statuses(), won ? "" : "408"));
        if (!won) continue;
        t.now = start + 540;
        t.send(std::string(200, ' '));
        t.wait_until(start + 550);
        cr_assert(eq(str, t.statuses(), "408"));
    }
}

Test(server_connection, what_came_of_the_last_body_does_not_count_for_the_next) {
    talk t(with_rate(1000));
    const std::string body = call(std::string(280 - call("").size(), 'x'));
    t.send(post(body).substr(0, post(body).size() - 1));
    t.send("}");
    t.send(head_of(1000));
    t.now = start + 100;
    t.send(std::string(100, ' '));
    cr_assert(eq(i64, t.link.deadline(), start + 300));
}

Test(server_connection, without_a_rate_bytes_of_a_body_win_no_time) {
    talk t(with_rate(0));
    t.send(head_of(100));
    for (int i = 1; i < 30; ++i) {
        t.wait_until(start + 10 * i);
        t.send("x");
    }
    t.wait_until(start + 300);
    cr_assert(eq(str, t.statuses(), "408"));
}

Test(server_connection, lingering_drops_what_comes_and_ends) {
    talk t(short_times);
    t.send("nonsense\r\n\r\n");
    cr_assert(t.link.current() == phase::lingering);
    cr_assert(eq(i64, t.link.deadline(), start + 20));
    t.now = start + 19;
    t.send(post(call("a")) + std::string(100'000, 'x'));
    cr_assert(eq(int, t.called.count, 0));
    cr_assert(eq(sz, t.link.memory(), 0));
    cr_assert(eq(i64, t.link.deadline(), start + 20));
    cr_assert(t.phase_at(start + 20) == phase::closed);
}

Test(server_connection, the_peers_end_ends_lingering) {
    talk t("nonsense\r\n\r\n");
    t.end();
    cr_assert(t.link.current() == phase::closed);
}

Test(server_connection, sending_byte_by_byte_gives_the_same_bytes) {
    const std::string bytes = post(call("a", 1)) + get("/nowhere") + post(call("b", 2)) + "bad\r\n";
    talk whole;
    whole.send(bytes);
    talk t;
    t.takes_once = 1;
    t.send(bytes);
    cr_assert(eq(str, t.received, whole.received));
    cr_assert(t.is_at("200 404 200 400", phase::lingering), "%s", t.statuses().c_str());
}

Test(server_connection, unsent_output_stops_the_input) {
    talk t;
    t.takes = 10;
    std::string many;
    for (int i = 0; i < 100; ++i) many += post(call("x", i));
    t.send(many);
    cr_assert(t.link.current() == phase::writing);
    cr_assert(not (t.link.runnable()));
    cr_assert(eq(int, t.called.count, static_cast<int>(callbox::limits{}.pipelined_answers_max)));
    t.take_all();
    cr_assert(t.link.runnable());
    t.finish();
    cr_assert(eq(int, t.called.count, 100));
    cr_assert(eq(str, t.answers()[99].body, result("x", 99)));
}

Test(server_connection, a_request_that_is_begun_waits_for_the_output) {
    const std::string next = post(call("next", 2));
    for (const std::size_t at : {std::size_t{5}, next.size() - 5}) {
        talk t(short_times);
        t.takes = 10;
        t.send(post(call("a")) + next.substr(0, at));
        cr_assert(t.link.current() == phase::writing);
        t.now = start + 500;
        t.take_all();
        cr_assert(t.link.current() == (at == 5 ? phase::head : phase::body));
        cr_assert(eq(i64, t.link.deadline(), start + 500 + (at == 5 ? 50 : 300)));
        t.send(next.substr(at));
        cr_assert(eq(str, t.answers()[1].body, result("next", 2)));
    }
}

Test(server_connection, the_peers_end_is_seen_behind_slow_output) {
    talk t;
    t.takes = 10;
    t.send("nonsense\r\n\r\n");
    t.take_all();
    t.end();
    cr_assert(t.is_at("400", phase::closed), "%s", t.statuses().c_str());
}

Test(server_connection, the_400_for_an_early_end_waits_for_the_reader) {
    talk t("GET /livez");
    t.takes = 10;
    t.end();
    cr_assert(t.link.current() == phase::writing);
    t.take_all();
    cr_assert(t.is_at("400", phase::closed), "%s", t.statuses().c_str());
}

Test(server_connection, an_idle_connection_owns_no_memory) {
    talk t;
    cr_assert(eq(sz, t.link.memory(), 0));
    t.send(post(call("a")));
    cr_assert(eq(sz, t.link.memory(), 0));
    const std::string request = post(call(std::string(200'000, 'x')));
    t.send(request.substr(0, 150'000));
    cr_assert(gt(sz, t.link.memory(), 0));
    t.send(request.substr(150'000));
    cr_assert(eq(sz, t.link.memory(), 0));
    t.takes = 1;
    t.send(post(big));
    cr_assert(gt(sz, t.link.memory(), 199'000));
    t.take_all();
    cr_assert(eq(sz, t.link.memory(), 0));
}

Test(server_connection, a_large_output_buffer_is_not_kept) {
    talk t(post(repeated(3'000'000)));
    cr_assert(eq(str, t.statuses(), "200"));
    cr_assert(t.common.output.capacity() <= net::output_kept_max);
}

Test(server_connection, a_whole_request_is_read_where_it_came) {
    talk t;
    cr_assert(eq(ptr, t.link.room(t.now).data(), t.common.input.get()));
    cr_assert(t.link.room(t.now).size() == net::input_bytes);
    t.send("GET ");
    cr_assert(ne(ptr, t.link.room(t.now).data(), t.common.input.get()));
}

Test(server_connection, a_promised_body_costs_little_before_it_comes) {
    talk t(head_of(1048576));
    cr_assert(t.link.current() == phase::body);
    (void)t.link.room(t.now);
    cr_assert(le(sz, t.link.memory(), 8 << 10));
    std::size_t sent = 0;
    while (sent < 1048576) {
        cr_assert(le(sz, t.link.memory(), (16 << 10) + 4 * sent));
        const std::size_t count = std::min<std::size_t>(10'000, 1048576 - sent);
        t.send(std::string(count, ' '));
        sent += count;
    }
    cr_assert(eq(str, t.statuses(), "200"));
}

Test(server_connection, no_more_of_a_body_is_asked_for_than_is_missing) {
    talk t(head_of(100) + "abc");
    cr_assert(eq(sz, t.link.room(t.now).size(), 97));
}

Test(server_connection, chunks_cost_no_more_than_their_data) {
    talk t(chunked_head());
    for (int i = 0; i < 20'000; ++i) t.send("1\r\n \r\n");
    cr_assert(t.link.current() == phase::body);
    cr_assert(le(sz, t.link.memory(), 60'000));
}

// Whole, all but its last byte, and in chunks that end too soon.
Test(server_connection, when_memory_is_scarce_only_calls_that_come_whole_are_taken) {
    const std::string whole = post(call("b"));
    const std::string part = whole.substr(0, whole.size() - 1);
    for (const std::string& late : {part, chunked_head() + chunk(call("c")),
                                    chunked_head() + chunk(call("c")) + "0\r\n\r"}) {
        talk t;
        memory::limit(memory::taken() * 4 / 3 + 40'000);  // just not scarce
        t.send(post(call("a")));
        cr_assert(memory::take(40'000));
        cr_assert(memory::is_under_pressure());
        t.send(get("/livez") + whole + chunked_head() + chunk(call("d")) + "0\r\n\r\n" + late);
        cr_assert(eq(str, t.statuses(), "200 200 200 200 503"));
        cr_assert(eq(int, t.called.count, 3));
        cr_assert(t.answers().back().has("Retry-After: 1"));
        cr_assert(t.answers().back().has("Connection: close"));
        cr_assert(t.link.current() == phase::lingering);
        memory::give(40'000);
    }
}

Test(server_connection, what_has_begun_is_finished_when_memory_is_scarce) {
    talk t;
    const std::string request = post(call("a"));
    t.send(request.substr(0, request.size() - 5));
    memory::limit(memory::taken() + 8000);
    cr_assert(memory::is_under_pressure());
    t.send(request.substr(request.size() - 5));
    cr_assert(eq(str, t.statuses(), "200"));
}

Test(server_connection, when_memory_is_used_up_a_request_that_grows_gets_503) {
    talk t(head_of(100000));
    memory::limit(memory::taken() + 3000);
    t.send(std::string(9'000, ' '));
    cr_assert(t.is_at("503", phase::lingering), "%s", t.statuses().c_str());
}

}}  // namespace connection_time_test
