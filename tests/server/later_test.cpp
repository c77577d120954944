// Methods that answer later, in a program, over HTTP, WebSockets and MCP.
#include "later.hpp"

#include "socket_client.hpp"
#include "support/frames.hpp"

#include <signal.h>

#include <memory>
#include <thread>
#include <vector>

namespace later_test { namespace {

using namespace answered_later;

TestSuite(server_later, .timeout = 30);

Test(server_later, another_call_answers_it_while_the_loop_serves) {
    program server;
    caller waits(server), also(server), other(server);
    waits.call("keep", R"(["a"])", "1");
    also.call("keep", R"(["b"])", "2");
    cr_assert(other.counts(2));
    cr_expect(other.pings() && waits.is_quiet());
    cr_expect(other.ask("give", R"(["c"])") == answered("2"));
    cr_expect(waits.body() == answered(R"("c")", "1"));
    cr_expect(also.body() == answered(R"("c")", "2"));
    cr_expect(waits.ask("ping", "[]") == answered(R"("pong")"));
    wire::expect_end(server);
}

Test(server_later, threads_answer_many_at_a_time) {
    program server;
    std::vector<std::unique_ptr<caller>> all;
    for (int i = 0; i < 50; ++i) {
        all.push_back(std::make_unique<caller>(server));
        all.back()->call("keep", R"(["a"])", std::to_string(i));
    }
    caller other(server);
    cr_assert(other.counts(50));
    cr_expect(other.ask("give.threads", R"(["c"])") == answered("50"));
    for (int i = 0; i < 50; ++i)
        cr_expect(all[static_cast<std::size_t>(i)]->body() ==
                  answered(R"("c")", std::to_string(i)));
    wire::expect_end(server);
}

Test(server_later, a_batch_waits_for_all_kinds_of_calls) {
    program server;
    caller one(server);
    one.send(post(batch({sent("keep", R"(["a"])", "1"), sent("echo", "[2]", "2"),
                         sent("ping", "[]", "3"), sent("soon", "[1]", "4"),
                         sent("give", R"(["b"])", "5")})));
    cr_expect(one.body() == batch({answered(R"("b")", "1"), answered("2", "2"),
                                   answered(R"("pong")", "3"), answered("1", "4"),
                                   answered("1", "5")}));
    wire::expect_end(server);
}

Test(server_later, after_its_time_the_client_is_told_and_the_function_sees_it) {
    program server;
    caller one(server), other(server);
    const std::string late = one.ask("keep.parked", R"(["a"])");
    cr_expect(late.find(R"("code":-32003)") != late.npos, "%s", late.c_str());
    cr_expect(other.counts(1, true));
    cr_expect(other.metric("callbox_calls_abandoned_total") == "1");
    cr_expect(other.ask("give", R"(["b"])") == answered("1"));
    cr_expect(one.pings());
    wire::expect_end(server);
}

Test(server_later, beyond_the_limits_it_is_busy) {
    program server(with(&callbox::limits::pending_calls_max, 2, program::options()));
    caller first(server), second(server), third(server);
    first.call("keep.one", R"(["a"])");
    cr_assert(third.counts(1));
    const auto is_busy = [&](std::string_view name) {
        return third.ask(name, R"(["x"])").find(R"("code":-32002)") != std::string::npos;
    };
    cr_expect(is_busy("keep.one"));
    cr_expect(third.metric("callbox_calls_total{method=\"keep.one\"}") == "1");
    second.call("keep", R"(["a"])");
    cr_assert(third.counts(2));
    cr_expect(is_busy("keep"));
    cr_expect(third.metric("callbox_calls_pending") == "2");
    cr_expect(third.ask("give", R"(["b"])") == answered("2"));
    cr_expect(first.body() == answered(R"("b")") && second.body() == answered(R"("b")"));
    cr_expect(third.metric("callbox_calls_pending") == "0");
    first.call("keep.one", R"(["a"])");
    cr_assert(third.counts(1));
    cr_expect(third.ask("drop", "[]") == answered("1"));
    cr_expect(first.body().find(R"("code":-32603)") != std::string::npos);
    cr_expect(wire::says(server, "destroyed its later<T> without an answer"));
    (void)server.stop();
}

Test(server_later, a_client_that_is_gone_is_seen_and_not_answered) {
    program server;
    caller gone(server), other(server);
    gone.send(post(batch({sent("keep", R"(["a"])", "1"), sent("keep", R"(["b"])", "2")})));
    cr_assert(other.counts(2));
    gone.reset();
    cr_expect(other.counts(2, true));
    cr_expect(other.metric("callbox_calls_abandoned_total") == "2");
    caller next(server);
    next.call("keep", R"(["c"])", "3");
    cr_assert(other.counts(1));
    cr_expect(other.ask("give", R"(["d"])") == answered("3"));
    cr_expect(next.body() == answered(R"("d")", "3"));
    cr_expect(next.is_quiet());
    wire::expect_end(server);
}

Test(server_later, over_a_websocket_they_hold_up_nothing_and_can_be_cancelled) {
    program server;
    slow::socket_client socket(server);
    caller other(server);
    const auto say = [&](const std::string& message) { socket.send(frames::text(message)); };
    say(sent("keep", R"(["a"])", "1"));
    say(sent("keep", R"(["a"])", R"("two")"));
    say(sent("ping", "[]", "3"));
    cr_assert(other.counts(2));
    cr_expect(socket.next() == answered(R"("pong")", "3") + "\n");
    say(made_up::notified("$/cancelRequest", R"({"id":"two"})"));
    cr_expect(other.counts(1, true));
    cr_expect(other.counts(1, false));
    say(sent("$/cancelRequest", R"({"id":9})", "4"));
    cr_expect(socket.next() == answered("null", "4") + "\n");
    cr_expect(other.ask("give", R"(["b"])") == answered("2"));
    const std::string first = answered(R"("b")", "1"), second = answered(R"("b")", R"("two")");
    cr_expect(socket.next(first.size() + second.size() + 4) == first + "\n" + second + "\n");
    cr_expect(other.metric("callbox_calls_abandoned_total") == "0");
    wire::expect_end(server);
}

Test(server_later, a_tool_answers_later) {
    program server;
    caller one(server);
    one.send(made_up::posted(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"soon",)"
        R"("arguments":{"ms":1}}})", "", "/api/mcp"));
    const std::string got = one.body();
    cr_expect(got.find(R"("structuredContent":{"result":1})") != got.npos, "%s", got.c_str());
    wire::expect_end(server);
}

Test(server_later, a_notification_that_throws_does_not_hold_up_the_stop) {
    program server;
    caller one(server);
    one.notify("keep.throws", R"(["a"])");
    cr_expect(one.counts(1, true));
    cr_expect(one.ask("keep.throws", R"(["b"])").find("-32603") != std::string::npos);
    cr_expect(one.counts(2, true));
    server.terminate();
    cr_expect(server.ended_within(5'000));
}

Test(server_later, an_answer_in_the_function_leaves_its_place) {
    program server(with(&callbox::limits::pending_calls_max, 1, program::options()));
    caller one(server);
    for (int i = 0; i < 3; ++i) cr_expect(one.ask("here", "[]") == answered("1"));
    cr_expect(one.metric("callbox_calls_pending") == "0");
    wire::expect_end(server);
}

Test(server_later, a_stop_waits_for_the_answer) {
    program server;
    caller one(server), other(server);
    one.call("soon", "[100]");
    other.notify("keep", R"(["never answered"])");
    cr_expect(one.body() == answered("100"));
    one.call("soon", "[200]");
    cr_expect(other.pings());
    server.terminate();
    cr_expect(one.body() == answered("200"));
    wire::expect_end(server);
}

Test(server_later, a_stop_does_not_wait_for_ever) {
    program server(with(&callbox::limits::drain_timeout_ms, 100, program::options()));
    caller one(server), other(server);
    one.call("keep", R"(["a"])");
    cr_assert(other.counts(1));
    server.terminate();
    const std::string late = one.body();
    cr_expect(late.find(R"("code":-32003)") != late.npos, "%s", late.c_str());
    wire::expect_end(server);
}

Test(server_later, a_second_signal_ends_it_at_once) {
    program server;
    caller one(server), other(server);
    one.call("keep", R"(["a"])");
    cr_assert(other.counts(1));
    (void)::kill(server.pid(), SIGTERM);
    cr_assert(until([&] { return slow::has(server.said(), "draining"); }));
    (void)::kill(server.pid(), SIGTERM);
    cr_expect(one.next().status == 0);
    cr_expect(server.ended_within(10'000));
}

}}  // namespace later_test
