// A connection whose calls are answered elsewhere, in memory: in any order, before and after what
// was said earlier is written, late, or never.
#include "calling.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace calling_test { namespace {

using namespace net_test;
using made_up::answered, made_up::batch, made_up::sent;
namespace rpc = callbox::rpc;

const std::string mixed =
    post(sent("slow", "[1]")) + get("/livez") + chunked_head() +
    chunk(sent("slow", R"(["\u0061"])", R"("\u0062")").substr(0, 20)) +
    chunk(sent("slow", R"(["\u0061"])", R"("\u0062")").substr(20)) + "0\r\n\r\n\r\n" +
    post(batch({sent("slow", "[2]", "2"), sent("quick", "[3]", "3"), sent("slow", "{}", "4"),
                R"({"jsonrpc":"2.0","method":"slow","params":[0]})", sent("slow", "[5]", "5")})) +
    post(R"({"jsonrpc":"2.0","method":"slow","params":[0]})") +
    post(sent("slow.repeat", "[500]", "6")) + post(sent("slow", "[]", "7")) +
    post(sent("slow", "[8]", "8"), "Connection: close\r\n") + post(sent("slow", "[9]", "9"));

std::string late_answers_to(std::string_view bytes) {
    line l;
    l.answers_at_once = true;
    l.send(bytes);
    return l.received;
}

// As if every call had been made where it was read.
void expect_answers_of_calls_made_here(std::size_t each_cut) {
    line here({}, false);
    here.send(mixed);
    cr_assert(here.slow.all.empty());
    cr_assert(here.link.current() == phase::lingering);
    cr_assert(eq(str, here.received, late_answers_to(mixed)));
    for (std::size_t at = 0; at <= mixed.size(); at += each_cut) {
        line l;
        l.answers_at_once = true;
        l.send(mixed.substr(0, at));
        l.send(mixed.substr(at));
        cr_assert(l.received == here.received, "cut at %zu", at);
        cr_assert(l.slow.all.size() == 10);
    }
    line single;
    single.answers_at_once = true;
    for (const char c : mixed) single.send({&c, 1});
    cr_assert(single.received == here.received);
}

Test(server_calling, an_answer_that_comes_late_is_the_answer) {
    line l(post(sent("slow", "[1]")));
    cr_assert(l.link.current() == phase::calling);
    cr_assert(eq(str, l.received, ""));
    cr_assert(eq(str, l.body_after(1), answered("1")));
    cr_assert(l.link.current() == phase::idle);
    cr_assert(eq(sz, l.link.memory(), 0));
}

Test(server_calling, nothing_is_too_late_while_it_waits) {
    line l(post(sent("slow", "[1]")));
    cr_assert(l.link.deadline() == callbox::never);
    l.now += 1'000'000'000;
    cr_assert(eq(str, l.body_after(1), answered("1")));
    cr_assert(l.link.deadline() == l.now + l.how.limits.idle_timeout_ms);
}

Test(server_calling, where_the_bytes_are_cut_the_answers_are_those_of_calls_made_here) {
    expect_answers_of_calls_made_here(13);
}
Test(long_server_calling, however_the_bytes_are_cut_the_answers_are_those_of_calls_made_here) {
    expect_answers_of_calls_made_here(1);
}

Test(server_calling, a_call_waits_for_the_answers_before_it) {
    line l(post(sent("slow", "[1]", "1")) + post(sent("slow", "[2]", "2")) +
           post(sent("quick", "[3]", "3")) + post(sent("slow", "[4]", "4")));
    cr_assert(eq(sz, l.slow.all.size(), 1));
    cr_assert(eq(str, l.received, ""));
    l.answer(1);
    cr_assert(eq(sz, l.slow.all.size(), 2));
    cr_assert(eq(str, l.body(), answered("1", "1")));
    l.answer(2);
    cr_assert(eq(sz, l.slow.all.size(), 3));
    cr_assert(eq(str, l.body(), answered("3", "3")));
    cr_assert(eq(str, l.body_after(3), answered("4", "4")));
    cr_assert(eq(sz, l.answers().size(), 4));
    cr_assert(eq(sz, l.link.memory(), 0));
}

Test(server_calling, what_is_answered_before_it_leaves_at_once) {
    line l(post(sent("quick", "[1]")) + get("/livez") + post(sent("slow", "[2]")));
    cr_assert(eq(sz, l.answers().size(), 2));
    cr_assert(l.link.current() == phase::calling);
}

Test(server_calling, what_comes_meanwhile_is_neither_read_nor_kept) {
    line l(post(sent("slow", "[1]")));
    std::size_t memory = l.link.memory();
    for (int i = 0; i < 1000; ++i) l.send(post(sent("quick", "[2]", "2")));
    cr_assert(eq(sz, l.link.memory(), memory));
    l.answer(1);
    cr_assert(eq(sz, l.answers().size(), 1001));
    cr_assert(eq(sz, l.link.memory(), 0));
}

Test(server_calling, a_batch_waits_for_its_last) {
    std::vector<rpc::ticket> order{1, 2, 3};
    do {
        line l(post(batch({sent("slow", "[1]", "1"), sent("slow", "[2]", "2"),
                           sent("quick", "[3]", "3"), sent("slow", "[4]", "4")})));
        l.answer(order[0]);
        l.answer(order[1]);
        cr_assert(eq(str, l.received, ""));
        l.answer(order[2]);
        cr_assert(eq(str, l.body(), batch({answered("1", "1"), answered("2", "2"),
                                           answered("3", "3"), answered("4", "4")})));
    } while (std::next_permutation(order.begin(), order.end()));
}

Test(server_calling, notifications_are_answered_at_once) {
    const std::string one = R"({"jsonrpc":"2.0","method":"slow","params":[0]})";
    line l(post(one) + post(batch({one, one})));
    cr_assert(eq(sz, l.answers().size(), 2));
    cr_assert(l.answers()[0].status == 204 && l.answers()[1].status == 204);
    cr_assert(eq(sz, l.slow.all.size(), 3));
}

// Where nobody reads the answer to what came before, the phase is writing and not calling.
Test(server_calling, calls_come_back_while_output_is_unsent) {
    for (const bool late : {false, true}) {
        line l;
        l.takes = 10;
        l.send(get("/livez") + post(batch({sent("slow", "[1]", "1"), sent("slow", "[2]", "2")})) +
               post(sent("quick", "[3]", "3")));
        cr_assert(l.link.current() == phase::writing);
        l.answer(2);
        late ? l.give_up(1) : l.answer(1);
        cr_assert(l.link.current() == phase::writing);
        cr_assert(not l.link.runnable());
        l.takes = SIZE_MAX;
        l.go();
        cr_assert(eq(sz, l.answers().size(), 3));
        cr_assert(l.answers()[1].body.find(late ? "-32003" : R"("result":1)") != std::string::npos);
        cr_assert(l.answers()[1].body.find(R"("result":2)") != std::string::npos);
        cr_assert(eq(str, l.body(), answered("3", "3")));
    }
}

Test(server_calling, calls_come_back_after_all_output_is_sent) {
    line l;
    l.takes = 10;
    l.send(get("/livez") + post(sent("slow", "[1]")));
    l.takes = SIZE_MAX;
    l.go();
    cr_assert(l.link.current() == phase::calling);
    cr_assert(eq(sz, l.answers().size(), 1));
    cr_assert(eq(str, l.body_after(1), answered("1")));
}

Test(server_calling, a_large_answer_waits_for_a_slow_reader) {
    line l(post(sent("slow.repeat", "[3000000]")) + post(sent("slow", "[2]", "2")));
    l.takes = 100'000;
    l.answer(1);
    cr_assert(l.link.current() == phase::writing);
    cr_assert(eq(sz, l.slow.all.size(), 1));
    l.takes = SIZE_MAX;
    l.go();
    l.answer(2);
    cr_assert(eq(sz, l.answers()[0].body.size(), 3'000'000 + answered(R"("")").size()));
    cr_assert(eq(str, l.body(), answered("2", "2")));
}

Test(server_calling, what_did_not_come_in_time_is_told_and_the_connection_goes_on) {
    line l(post(sent("slow", "[1]")));
    l.give_up(1);
    cr_assert(l.body().find(R"("code":-32003)") != std::string::npos);
    l.send(post(sent("slow", "[2]", "2")));
    cr_assert(l.link.current() == phase::calling);
    l.link.fill(1, l.answer_to(1));  // an earlier one's
    l.go();
    cr_assert(l.link.current() == phase::calling);
    cr_assert(eq(str, l.body_after(2), answered("2", "2")));
}

Test(server_calling, the_status_is_that_of_the_late_answer) {
    const callbox::options mapped =
        with(&callbox::options::http_status, callbox::status_mode::mapped);
    const std::vector<std::pair<std::string, int>> rows{
        {sent("slow", "[1]"), 200}, {sent("slow", "[]"), 400}, {batch({sent("slow", "[]")}), 200}};
    for (const auto& [message, status] : rows) {
        line l(mapped);
        l.send(post(message));
        l.answer(1);
        cr_assert(l.answers()[0].status == status, "%s", message.c_str());
    }
    line late(mapped);
    late.send(post(sent("slow", "[1]")));
    late.give_up(1);
    cr_assert(eq(int, late.answers()[0].status, 500));
    line busy(mapped);
    busy.slow.room = 0;
    busy.send(post(sent("slow", "[1]")));
    cr_assert(eq(int, busy.answers()[0].status, 500));
}

Test(server_calling, a_page_may_read_the_late_answer) {
    line l(with(&callbox::options::cors_origin, {"https://a.example"}));
    l.send(post(sent("slow", "[1]"), "Origin: https://a.example\r\n") +
           post(sent("quick", "[1]")));
    l.answer(1);
    cr_assert(l.answers()[0].has("Access-Control-Allow-Origin: https://a.example\r\n"));
    cr_assert(l.answers()[0].has("Vary: Origin\r\n"));
    cr_assert(not l.has("Access-Control-Allow-Origin"));
}

Test(server_calling, the_connection_ends_with_the_answer_where_it_should) {
    std::string old = post(sent("slow", "[1]"));
    old.replace(old.find("1.1"), 3, "1.0");
    const std::string close = post(sent("slow", "[1]"), "Connection: close\r\n");
    for (const std::string& request : {old, close}) {
        line l(request);
        cr_assert(eq(str, l.body_after(1), answered("1")));
        cr_assert(l.has("Connection: close\r\n"));
        cr_assert(l.link.current() == phase::closed);
    }
    std::string stay = post(sent("slow", "[1]"), "Connection: keep-alive\r\n");
    stay.replace(stay.find("1.1"), 3, "1.0");
    line l(stay);
    l.answer(1);
    cr_assert(l.has("Connection: keep-alive\r\n"));
    cr_assert(l.link.current() == phase::idle);
}

Test(server_calling, who_drains_says_so_with_the_late_answer) {
    line l(post(sent("slow", "[1]", "1")) + post(sent("slow", "[2]", "2")));
    l.common.draining = true;
    l.answer(1);
    cr_assert(not l.has("Connection: close"));
    cr_assert(eq(str, l.body_after(2), answered("2", "2")));
    cr_assert(l.has("Connection: close\r\n"));
}

Test(server_calling, a_peer_that_sends_no_more_gets_its_answers) {
    line l(post(sent("slow", "[1]", "1")) + post(sent("slow", "[2]", "2")));
    l.end();
    l.answer(1);
    cr_assert(l.link.current() == phase::calling);
    cr_assert(eq(str, l.body_after(2), answered("2", "2")));
    cr_assert(l.link.current() == phase::closed);
}

Test(server_calling, a_peer_that_goes_leaves_nothing) {
    line l(post(sent("slow", "[1]")) + post(sent("slow", "[2]")));
    l.link.close();
    cr_assert(eq(sz, l.link.memory(), 0));
    l.unread.clear();
    l.link.open(l.now);
    l.send(post(sent("slow", "[3]", "3")));
    l.link.fill(1, l.answer_to(1));  // the other's
    l.go();
    cr_assert(eq(str, l.received, ""));
    l.answer(2);
    cr_assert(eq(str, l.received.substr(l.received.find("\r\n\r\n") + 4), answered("3", "3")));
}

Test(server_calling, who_asked_before_it_sent_is_told_to_go_on_first) {
    line l;
    const std::string request = post(sent("slow", "[1]"), "Expect: 100-continue\r\n");
    const std::size_t head = request.find("\r\n\r\n") + 4;
    l.send(request.substr(0, head));
    l.send(request.substr(head));
    cr_assert(eq(str, l.received, "HTTP/1.1 100 Continue\r\n\r\n"));
    cr_assert(eq(str, l.body_after(1), answered("1")));
}

// Some calls of the batch are on their way then, and come back.
Test(server_calling, when_memory_runs_out_while_calls_are_handed_over_the_rest_is_dropped) {
    for (const bool late : {false, true}) {
        line l;
        l.slow.room = 1;
        l.slow.memory = false;
        l.send(post(batch({sent("slow", "[1]", "1"), sent("slow", "[2]", "2")})));
        cr_assert(eq(int, l.answers()[0].status, 503));
        cr_assert(l.link.current() == phase::lingering);
        std::string before = l.received;
        late ? l.give_up(1) : l.answer(1);
        cr_assert(eq(str, l.received, before));
    }
}

}}  // namespace calling_test
