// Methods that block, on threads of their own: a server in a process of its own, whose slow calls
// go on when the test says so.
#include "blocking.hpp"

#include <deque>
#include <set>
#include <utility>
#include <vector>

namespace blocking_test { namespace {

using namespace slow;

constexpr std::string_view busy = R"("code":-32002,"message":"Busy")";
constexpr std::string_view timed_out = R"("code":-32003,"message":"Timed out")";
constexpr std::string_view not_begun = "\ncallbox: a call timed out before it started\n";

TestSuite(server_blocking, .timeout = 30);

// ------------------------------------------------------------------------- beside each other

Test(server_blocking, slow_calls_leave_the_loop_free) {
    program server(with(64, 0));
    client waiting(server), other(server);
    std::vector<std::string> calls(64, sent("hold", "[0]"));
    waiting.send(post(batch(calls)));
    cr_assert(begun(64));
    for (int i = 0; i < 100; ++i) cr_expect(other.pings());
    cr_expect(client(server).pings());
    cr_expect(waiting.is_quiet());
    open(0);
    cr_expect(waiting.body() == batch(std::vector<std::string>(64, answered("0"))));
    expect_end(server);
}

Test(server_blocking, those_of_a_batch_run_beside_each_other) {
    program server(with(4, 0));
    client one(server);
    one.send(post(batch({sent("hold", "[0]", "1"), sent("ping", "[]", "2"), "7",
                         sent("hold", "[1]", "3"), sent("hold", "[2]", "4"),
                         R"({"jsonrpc":"2.0","method":"hold","params":[3]})"})));
    cr_assert(begun(4));
    for (const int gate : {2, 1, 0}) {
        cr_expect(one.is_quiet());
        open(static_cast<std::size_t>(gate));
        cr_expect(until([=] { return here.ended == 3 - gate; }));
    }
    const std::string got = one.body();
    cr_expect(wire::is_like(got, batch({answered("0", "1"), answered(R"("pong")", "2"),
                                        R"({"jsonrpc":"2.0","error":{"code":-32600,..."id":null})",
                                        answered("1", "3"), answered("2", "4")})),
              "%s", got.c_str());
    open(3);
    expect_end(server);
    cr_expect(here.ended == 4);
}

Test(server_blocking, notifications_run_and_nobody_waits) {
    program server(with(3, 0));
    client one(server);
    one.notify("hold", "[0]");
    const std::string hold = R"({"jsonrpc":"2.0","method":"hold","params":[0]})";
    one.send(post(batch({hold, hold})));
    cr_expect(one.next().status == 204);
    cr_expect(begun(3));
    cr_expect(here.ended == 0);
    open(0);
    cr_expect(until([] { return here.ended == 3; }));
    one.notify("fail", "[7]");
    const char* const failed = "callbox: notification failed method=fail peer=127";
    cr_expect(until([&] { return has(server.said(), failed); }));
    cr_expect(has(server.said(), " code=7 error=\"as it likes\"\n"), "%s", server.said().c_str());
    expect_end(server);
}

Test(server_blocking, many_workers_share_the_threads_and_each_gets_its_answers) {
    program server(with(2, 64, 4));
    std::deque<client> all;
    std::set<std::string> loops, hands;
    for (int i = 0; i < 16; ++i) {
        loops.insert(all.emplace_back(server).ask("who", "[]"));
        hands.insert(all.back().ask("slow.who", "[]"));
    }
    cr_expect(loops.size() > 1);
    cr_expect(hands.size() <= 2);
    for (const std::string& thread : hands) cr_expect(loops.count(thread) == 0);
    for (int round = 0; round < 10; ++round) {
        const auto id = [=](std::size_t i) { return std::to_string(i * 1000 + round); };
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i].call("echo", "[\"" + id(i) + "\"]", id(i));
        for (std::size_t i = 0; i < all.size(); ++i)
            cr_expect(all[i].body() == answered('"' + id(i) + '"', id(i)));
    }
    expect_end(server);
}

// ------------------------------------------------------------------------- too many, too late

Test(server_blocking, busy_is_who_finds_neither_a_thread_nor_a_place_in_line) {
    for (const std::size_t queue : {0u, 1u}) {
        here.begun = here.ended = 0;
        here.open[0] = false;
        program server(with(2, queue));
        std::deque<client> waiting;
        while (waiting.size() < 2 + queue) waiting.emplace_back(server).call("hold", "[0]");
        cr_assert(begun(2));
        cr_assert(client(server).pings());
        client more(server);
        cr_expect(has(more.ask("hold", "[0]"), busy));
        more.notify("hold", "[0]");
        cr_expect(until([&] { return has(server.said(), " code=-32002 error=Busy\n"); }));
        cr_expect(more.pings());
        open(0);
        for (client& each : waiting) cr_expect(each.body() == answered("0"));
        cr_expect(more.ask("echo", "[1]") == answered("1"));
        expect_end(server);
        cr_expect(here.begun == static_cast<int>(2 + queue));
    }
}

Test(server_blocking, a_timeout_is_told_in_time_and_the_late_result_is_nobodys) {
    program server(with(2, 2));
    client one(server);
    const auto begin = std::chrono::steady_clock::now();
    const std::string got = one.ask("parked", "[0]", "1.0");
    const auto took = std::chrono::steady_clock::now() - begin;
    cr_expect(has(got, timed_out) && has(got, R"("id":1.0)"), "%s", got.c_str());
    cr_expect(took >= slow::parked_ms - 1ms && took < 8s);
    cr_expect(one.pings());
    one.call("hold", "[1]", "2");
    cr_assert(begun(2));
    open(0);
    cr_expect(until([] { return here.ended == 1; }));
    cr_expect(client(server).pings());
    cr_expect(one.is_quiet());
    open(1);
    cr_expect(one.body() == answered("1", "2"));
    cr_expect(one.pings());
    expect_end(server);
}

Test(server_blocking, one_of_a_batch_that_is_late_keeps_the_others_no_longer) {
    program server(with(4, 0));
    client one(server);
    one.send(post(batch({sent("parked", "[0]", "1"), sent("echo", "[2]", "2"),
                         sent("parked", "[0]", "3"), sent("hold", "[1]", "4")})));
    cr_assert(begun(3));
    std::this_thread::sleep_for(slow::parked_ms + 20ms);
    cr_expect(one.is_quiet());
    open(1);
    const std::string got = one.body();
    cr_expect(wire::is_like(got, R"([{"jsonrpc":"2.0","error":{"code":-32003,..."id":1},)" +
                                     answered("2", "2") + R"(,{..."code":-32003,..."id":3},)" +
                                     answered("1", "4") + "]"),
              "%s", got.c_str());
    open(0);
    expect_end(server);
}

Test(server_blocking, a_call_whose_time_is_over_before_a_thread_is_free_is_not_made) {
    program server(with(1, 8));
    client first(server), late(server), told(server);
    begin(first, "hold", "[0]");
    told.notify("parked", "[1]");
    cr_expect(has(late.ask("parked", "[1]"), timed_out));
    open(0);
    cr_expect(first.body() == answered("0"));
    cr_expect(late.ask("echo", "[1]") == answered("1"));
    cr_expect(here.begun == 1);
    expect_end(server);
    const std::string said = server.said();
    cr_expect(has(said, not_begun) && said.find(not_begun) != said.rfind(not_begun));
}

// The loop is kept while the time passes, and hears of the call that was not begun before it looks
// at the clock.
Test(server_blocking, a_call_that_comes_back_unbegun_has_timed_out) {
    for (const bool in_batch : {false, true}) {
        here.begun = 0;
        here.open[0] = false;
        program server(with(1, 8));
        client first(server), late(server), keeps(server);
        begin(first, "hold", "[0]");
        const std::string parked = sent("parked", "[1]", "2");
        late.send(post(in_batch ? batch({parked}) : parked));
        cr_expect(client(server).pings());  // the loop has read what came before
        keeps.call("nap", "[600]");
        std::this_thread::sleep_for(slow::parked_ms + 50ms);
        open(0);
        const wire::answer got = late.next();
        cr_expect(has(got.body, timed_out) && wire::is_json(got.body), "%d %s", got.status,
                  got.body.c_str());
        expect_end(server);
        cr_expect(has(server.said(), not_begun));
    }
}

// ------------------------------------------------------------------------- what goes wrong

Test(server_blocking, slow_methods_fail_like_others) {
    const std::vector<std::pair<std::string, std::string>> rows{
        {sent("echo", R"([{"\u0061":"\u00e9"}])", R"("a\u0062")"),
         answered(R"({"\u0061":"\u00e9"})", R"("a\u0062")")},
        {sent("echo", R"({"\u0061n\u0079":-0})", "1e3"), answered("-0", "1e3")},
        {sent("echo", "[null]", "null"), answered("null", "null")},
        {sent("hold", R"(["x"])", "-0"),
         R"({..."code":-32602,..."path":"/0","expected":"integer",..."id":-0})"},
        {sent("hold", R"({"gat":1})"), R"({...unexpected parameter \"gat\"..."id":1})"},
        {sent("fail", "[7]"),
         R"({"jsonrpc":"2.0","error":{"code":7,"message":"as it likes"},"id":1})"},
        {sent("fail", "[-32601]"), R"({..."code":-32603,..."data":{"incident":"..."}},"id":1})"},
        {sent("throws", "[]"), R"({..."code":-32603,..."data":{"incident":"..."}},"id":1})"},
        {sent("repeat", "[9999]"), R"({..."code":-32001,..."id":1})"},
    };
    program server(with(&callbox::limits::response_bytes_max, 1'000, with(2, 8)));
    client one(server);
    for (const auto& [request, pattern] : rows) {
        one.send(post(request));
        const std::string got = one.body();
        cr_expect(wire::is_like(got, pattern), "%s\n  got %s", request.c_str(), got.c_str());
    }
    one.send(post(batch({sent("repeat", "[400]", "1"), sent("repeat", "[400]", "2"),
                         sent("repeat", "[400]", "3")})));
    const std::string got = one.body();
    cr_expect(got.find("-32001") != got.npos && got.find("-32001") == got.rfind("-32001"), "%s",
              got.c_str());
    cr_expect(has(server.said(), ": throws threw: on purpose\n"));
    expect_end(server);
}

// ----------------------------------------------------------------------------------- as tools

Test(server_blocking, a_tool_that_blocks_is_answered_when_it_is_ready) {
    callbox::options how = with(2, 0);
    how.mcp = true;
    how.server_timing = true;
    program server(how);
    client waiting(server), other(server);
    const auto call = [](std::string_view tool, std::string_view arguments) {
        const std::string body =
            sent("tools/call", R"({"name":")" + std::string(tool) + R"(","arguments":)" +
                                   std::string(arguments) + "}");
        return "POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
               "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    };
    waiting.send(call("hold", R"({"gate":0})"));
    cr_assert(begun(1));
    cr_expect(other.pings());
    cr_expect(waiting.is_quiet());
    open(0);
    const wire::answer one = waiting.next();
    const std::string wanted = answered(R"({"content":[{"type":"text","text":"0"}],)"
                                        R"("structuredContent":{"result":0}})");
    cr_expect(one.status == 200 && one.body == wanted, "%d %s", one.status, one.body.c_str());
    const std::string* const type = one.field("Content-Type");
    cr_expect(type != nullptr && *type == "application/json");
    cr_expect(one.field("Server-Timing") != nullptr);
    waiting.send(call("fail", R"({"code":5})"));
    const wire::answer failed = waiting.next();
    cr_expect(failed.status == 200 && has(failed.body, R"("isError":true)"), "%s",
              failed.body.c_str());
    cr_expect(waiting.pings());
    expect_end(server);
}

}}  // namespace blocking_test
