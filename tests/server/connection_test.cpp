// What a connection answers to bytes, however they are cut.
#include "talk.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

using namespace net_test;
namespace net = callbox::net;

namespace {

const std::string several = get("/livez") + post(call("one", 1)) + "\r\n" + chunked_head() +
                            chunk(call("two", 2).substr(0, 20)) + "14;a=\"b\"\r\n" +
                            call("two", 2).substr(20, 20) + "\r\n" +
                            chunk(call("two", 2).substr(40)) + "0\r\nTrailer: x\r\n\r\n" +
                            post(call("three", 3), "Connection: close\r\n");

std::string answers_of(std::string_view bytes) {
    talk t;
    t.send(bytes);
    return t.received;
}

}  // namespace

Test(server_connection, a_request_is_answered_and_the_next_may_come) {
    talk t;
    t.send(post(call("hello")));
    cr_assert(eq(str, t.statuses(), "200"));
    cr_assert(eq(str, t.answers()[0].body, result("hello")));
    cr_assert(t.link.current() == phase::idle);
    t.send(post(call("again", 2)));
    cr_assert(eq(str, t.answers()[1].body, result("again", 2)));
}

Test(server_connection, any_cut_in_two_gives_the_same_bytes) {
    std::string whole = answers_of(several);
    for (std::size_t at = 0; at <= several.size(); ++at) {
        talk t;
        t.send(std::string_view(several).substr(0, at));
        t.send(std::string_view(several).substr(at));
        cr_assert(eq(str, t.received, whole), "cut at %zu", at);
        cr_assert(t.link.current() == phase::closed);
    }
}

Test(server_connection, byte_by_byte_gives_the_same_bytes) {
    talk t;
    for (const char c : several) t.send({&c, 1});
    cr_assert(eq(str, t.received, answers_of(several)));
    cr_assert(eq(str, t.statuses(), "200 200 200 200"));
    cr_assert(eq(int, t.called.count, 3));
    cr_assert(eq(str, t.answers()[2].body, result("two", 2)));
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
    const std::string big = post(R"({"jsonrpc":"2.0","id":1,"method":"repeat","params":[40000]})");
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

Test(server_connection, nothing_behind_a_bad_request_is_read) {
    const std::string bad[] = {
        "POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "POST /api HTTP/1.1\r\nHost : localhost\r\n\r\n",
        "POST /api HTTP/1.1\r\n\r\n",
        "nonsense\r\n\r\n",
        "\n",
        chunked_head() + "zz\r\n",
        chunked_head() + "3\r\nabcd\r\n0\r\n\r\n",
        chunked_head() + "3\nabc\r\n0\r\n\r\n",
    };
    for (const std::string& each : bad) {
        talk t;
        t.send(post(call("before")) + each + post(call("behind")));
        cr_assert(eq(str, t.statuses(), "200 400"), "after %s", each.c_str());
        cr_assert(eq(int, t.called.count, 1), "after %s", each.c_str());
        cr_assert(t.answers()[1].has("Connection: close"));
        cr_assert(t.link.current() == phase::lingering);
        t.send(post(call("later")));
        cr_assert(eq(int, t.called.count, 1));
    }
}

Test(server_connection, a_bad_request_gives_the_same_bytes_at_any_cut) {
    const std::string bytes =
        post(call("a")) + "GET / HTTP/1.1\r\nHost: a b\r\n\r\n" + get("/livez");
    std::string whole = answers_of(bytes);
    for (std::size_t at = 0; at <= bytes.size(); ++at) {
        talk t;
        t.send(std::string_view(bytes).substr(0, at));
        t.send(std::string_view(bytes).substr(at));
        cr_assert(eq(str, t.received, whole), "cut at %zu", at);
    }
}

Test(server_connection, chunks_over_the_limit_are_refused_and_nothing_is_executed) {
    const std::string body = call(std::string(900, 'x'));
    talk t({.request_bytes_max = body.size() - 1});
    t.send(chunked_head() + chunk(body.substr(0, 500)) + chunk(body.substr(500)) + "0\r\n\r\n");
    cr_assert(eq(str, t.statuses(), "413"));
    cr_assert(eq(int, t.called.count, 0));
    cr_assert(t.link.current() == phase::lingering);
}

Test(server_connection, a_body_larger_than_what_is_read_at_once_is_served) {
    const std::string text(300'000, 'x');
    talk t;
    t.send(post(call(text)) + chunked_head());
    const std::string body = call(text, 2);
    for (std::size_t at = 0; at < body.size(); at += 70'001) t.send(chunk(body.substr(at, 70'001)));
    t.send("0\r\n\r\n");
    cr_assert(eq(str, t.statuses(), "200 200"));
    cr_assert(eq(str, t.answers()[0].body, result(text)));
    cr_assert(eq(str, t.answers()[1].body, result(text, 2)));
}

Test(server_connection, who_sends_the_body_at_once_or_has_none_is_not_told) {
    talk t;
    t.send(post(call("a"), "Expect: 100-continue\r\n"));
    t.send("GET /livez HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n\r\n");
    cr_assert(eq(str, t.statuses(), "200 200"));
    cr_assert(t.link.current() == phase::idle);
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

Test(server_connection, an_end_inside_a_request_is_a_bad_request) {
    const std::string request = post(call("a"));
    const std::string chunked = chunked_head() + chunk(call("a"));
    for (const std::string& part : {request.substr(0, 1), request.substr(0, 30),
                                    request.substr(0, request.size() - 1), chunked_head(),
                                    chunked, chunked + "0\r\n"}) {
        talk t;
        t.send(post(call("before")) + part);
        t.end();
        cr_assert(eq(str, t.statuses(), "200 400"), "after %s", part.c_str());
        cr_assert(eq(int, t.called.count, 1));
        cr_assert(t.link.current() == phase::closed);
    }
}

Test(server_connection, an_end_between_requests_closes_without_a_word) {
    for (const std::string_view part : {"", "\r\n", "\r"}) {
        talk t;
        t.send(part);
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
    talk t;
    t.send(chunked_head() + "5\r\nab");
    t.link.close();
    t.link.open(t.now);
    t.send(post(call("a"), "Connection: close\r\n"));
    t.link.open(t.now);
    t.send(post(call("b")));
    cr_assert(eq(str, t.statuses(), "200 200"));
    cr_assert(t.link.current() == phase::idle);
}
