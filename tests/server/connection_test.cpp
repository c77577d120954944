// What a connection answers to bytes, however they are cut.
#include "talk.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

namespace connection_test { namespace {

using namespace net_test;
namespace net = callbox::net;

const std::string several = get("/livez") + post(call("one", 1)) + "\r\n" + chunked_head() +
                            chunk(call("two", 2).substr(0, 20)) + "14;a=\"b\"\r\n" +
                            call("two", 2).substr(20, 20) + "\r\n" +
                            chunk(call("two", 2).substr(40)) + "0\r\nTrailer: x\r\n\r\n" +
                            post(call("three", 3), "Connection: close\r\n");

const std::string bad =
    post(call("a")) + "GET / HTTP/1.1\r\nHost: a b\r\n\r\n" + get("/livez");

std::string answers_of(std::string_view bytes) {
    talk t(bytes);
    return t.received;
}

Test(server_connection, any_cut_gives_the_same_bytes) {
    talk whole;
    whole.send(several);
    cr_assert(eq(str, whole.statuses(), "200 200 200 200"));
    cr_assert(eq(int, whole.called.count, 3));
    cr_assert(eq(str, whole.answers()[2].body, result("two", 2)));
    talk crumbs;
    for (const char c : several) crumbs.send({&c, 1});
    cr_assert(eq(str, crumbs.received, whole.received));
    cr_assert(eq(int, crumbs.called.count, 3));
    for (const std::string& bytes : {several, bad}) {
        const std::string wanted = answers_of(bytes);
        for (std::size_t at = 0; at <= bytes.size(); ++at) {
            talk t(std::string_view(bytes).substr(0, at));
            t.send(std::string_view(bytes).substr(at));
            cr_assert(t.received == wanted, "cut at %zu of %s", at, bytes.c_str());
            cr_assert(t.link.current() == (bytes == bad ? phase::lingering : phase::closed));
        }
    }
}

Test(server_connection, answers_of_pipelined_requests_leave_in_one_write) {
    talk t;
    t.takes = 0;
    t.send(post(call("a", 1)) + post(call("b", 2)) + post(call("c", 3)));
    const std::string_view out = t.link.unsent();
    cr_assert(out.find(result("a", 1)) < out.find(result("b", 2)));
    cr_assert(out.find(result("c", 3)) != std::string_view::npos);
}

Test(server_connection, a_step_answers_a_bounded_number_of_requests) {
    talk t;
    t.turns = false;
    std::string many;
    for (int i = 0; i < 150; ++i) many += post(call("x", i));
    t.send(many);
    cr_assert(eq(int, t.called.count, static_cast<int>(callbox::limits{}.pipelined_answers_max)));
    cr_assert(t.link.runnable());
    t.turns = true;
    t.finish();
    cr_assert(not (t.link.runnable()));
    cr_assert(eq(int, t.called.count, 150));
    cr_assert(eq(str, t.answers()[149].body, result("x", 149)));
    cr_assert(eq(sz, t.link.memory(), 0));
}

Test(server_connection, a_step_gathers_a_bounded_output) {
    talk t;
    t.turns = false;
    const std::string big = post(repeated(40'000));
    t.send(big + big + big);
    cr_assert(eq(int, t.called.count, 2));
    cr_assert(t.link.runnable());
    t.turns = true;
    t.finish();
    cr_assert(eq(str, t.statuses(), "200 200 200"));
}

Test(server_connection, requests_left_for_later_may_end_with_an_incomplete_one) {
    talk t;
    std::string many;
    for (int i = 0; i < 100; ++i) many += post(call("x", i));
    const std::string last = post(call("last", 100));
    t.send(many + last.substr(0, 30));
    cr_assert(eq(int, t.called.count, 100));
    cr_assert(t.link.current() == phase::head);
    t.send(last.substr(30));
    cr_assert(eq(int, t.called.count, 101));
}

Test(server_connection, draining_answers_all_that_came_and_closes_with_the_last) {
    talk t;
    t.common.draining = true;
    t.send(post(call("a")) + post(call("b")) + post(call("c")));
    cr_assert(eq(str, t.statuses(), "200 200 200"));
    cr_assert(not(t.answers()[0].has("Connection: close")));
    cr_assert(t.answers()[2].has("Connection: close"));
    cr_assert(t.link.current() == phase::lingering);
}

Test(server_connection, draining_waits_for_the_rest_of_a_request_that_has_begun_to_come) {
    talk t;
    t.common.draining = true;
    const std::string second = post(call("b"));
    t.send(post(call("a")) + second.substr(0, 20));
    cr_assert(t.link.current() == phase::head);
    t.send(second.substr(20));
    cr_assert(eq(str, t.statuses(), "200 200"));
    cr_assert(t.answers()[1].has("Connection: close"));
}

Test(server_connection, a_body_larger_than_what_is_read_at_once_is_served) {
    const std::string text(300'000, 'x');
    talk t(post(call(text)) + chunked_head());
    const std::string body = call(text, 2);
    for (std::size_t at = 0; at < body.size(); at += 70'001) t.send(chunk(body.substr(at, 70'001)));
    t.send("0\r\n\r\n");
    cr_assert(eq(str, t.statuses(), "200 200"));
    cr_assert(eq(str, t.answers()[0].body, result(text)));
    cr_assert(eq(str, t.answers()[1].body, result(text, 2)));
}

Test(server_connection, who_sends_the_body_at_once_or_has_none_is_not_told) {
    talk t(post(call("a"), "Expect: 100-continue\r\n"));
    t.send("GET /livez HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n");
    cr_assert(t.is_at("200 200", phase::idle), "%s", t.statuses().c_str());
}

Test(server_connection, whole_requests_before_the_peers_end_are_all_answered) {
    talk t;
    std::string many;
    for (int i = 0; i < 150; ++i) many += post(call("x", i));
    t.send(many);
    t.end();
    cr_assert(eq(int, t.called.count, 150));
    cr_assert(t.link.current() == phase::closed);
}

Test(server_connection, an_end_between_requests_closes_without_a_word) {
    for (const std::string_view part : {"", "\r\n", "\r"}) {
        talk t(part);
        t.end();
        cr_assert(eq(str, t.received, ""));
        cr_assert(t.link.current() == phase::closed);
        cr_assert(eq(sz, t.link.memory(), 0));
    }
}

Test(server_connection, who_is_turned_away_gets_503_and_is_not_read) {
    talk t;
    t.link.turn_away(t.now);
    t.finish();
    cr_assert(eq(str, t.statuses(), "503"));
    cr_assert(t.answers()[0].has("Retry-After: "));
    cr_assert(t.answers()[0].has("Connection: close"));
    cr_assert(t.link.current() == phase::lingering);
    t.send(post(call("a")));
    cr_assert(eq(int, t.called.count, 0));
    t.end();
    cr_assert(t.link.current() == phase::closed);
}

Test(server_connection, a_slot_serves_one_peer_after_the_other) {
    talk t(chunked_head() + "5\r\nab");
    t.link.close();
    t.link.open(t.now);
    t.send(post(call("a"), "Connection: close\r\n"));
    t.link.open(t.now);
    t.send(post(call("b")));
    cr_assert(t.is_at("200 200", phase::idle), "%s", t.statuses().c_str());
}

}}  // namespace connection_test
