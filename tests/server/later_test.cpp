// Methods that answer later, in a program, over HTTP, WebSockets and MCP.
#include "blocking.hpp"

#include "socket_client.hpp"
#include "support/frames.hpp"

#include <callbox/later.hpp>

#include <signal.h>

#include <memory>
#include <mutex>
#include <vector>

namespace later_test { namespace {

using callbox::later, callbox::method;
using namespace std::chrono_literals;
using slow::client, support::until, support::with;
using made_up::answered, made_up::batch, made_up::sent, net_test::post;

// Of the program.
std::mutex at_a_time;
std::vector<later<std::string>> kept;

void keep(std::string, later<std::string> done) {
    const std::lock_guard guard(at_a_time);
    kept.push_back(std::move(done));
}
std::vector<later<std::string>> take() {
    const std::lock_guard guard(at_a_time);
    return std::exchange(kept, {});
}
std::size_t give(std::string text) {
    auto all = take();
    for (auto& each : all) each(text);
    return all.size();
}
std::size_t give_on_threads(std::string text) {
    auto all = take();
    std::vector<std::thread> threads;
    for (auto& each : all) threads.emplace_back([&] { each(text); });
    for (auto& each : threads) each.join();
    return all.size();
}
std::size_t count(bool those_gone) {
    const std::lock_guard guard(at_a_time);
    return static_cast<std::size_t>(std::ranges::count_if(
        kept, [&](const auto& each) { return each.gone() == those_gone; }));
}
void soon(std::uint32_t ms, later<std::uint32_t> done) {
    std::thread([ms, d = std::move(done)]() mutable {
        std::this_thread::sleep_for(std::chrono::milliseconds(ms));
        d(ms);
    }).detach();
}

void keep_and_throw(std::string text, later<std::string> done) {
    keep(std::move(text), std::move(done));
    throw std::runtime_error("on purpose");
}

constexpr callbox::api methods{
    callbox::thread_safe,
    method<"keep", keep>("Answers with what is given.", "text"),
    method<"here", [](later<int> done) { done(1); }>("Answers in the function."),
    method<"keep.parked", keep>("Not for long.", "text", callbox::timeout(slow::parked_ms)),
    method<"keep.one", keep>("One at a time.", "text", callbox::at_once(1)),
    method<"keep.throws", keep_and_throw>("Keeps the call in vain.", "text"),
    method<"give", give>("Answers all.", "text"),
    method<"give.threads", give_on_threads>("Answers each on a thread.", "text",
                                            callbox::blocking),
    method<"drop", [] { return take().size(); }>("Answers none."),
    method<"count", count>("Calls that are kept.", "gone"),
    method<"soon", soon>("Answers after that time.", "ms"),
    method<"echo", slow::echo>("Gives it back.", "any", callbox::blocking),
    method<"ping", [] { return std::string_view("pong"); }>("Answers pong."),
};

struct program : wire::served {
    static callbox::options options(bool logs_calls = false) {
        callbox::options how = slow::with(2, 8);
        if (logs_calls) how.log_level = callbox::log_level::info;
        how.websocket = callbox::websocket_mode::on;
        how.mcp = true;
        return how;
    }
    explicit program(const callbox::options& how = options())
        : wire::served(how, [](const callbox::options& o) { return callbox::serve(methods, o); }) {}
};

struct caller : client {
    explicit caller(const program& to) : client(to.connect()) {}
    bool counts(int wanted, bool gone = false) {
        const std::string params = gone ? "[true]" : "[false]";
        return until([&] { return ask("count", params) == answered(std::to_string(wanted)); });
    }
    std::string metric(std::string_view name) {
        send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        const std::string all = body();
        const std::size_t at = all.find("\n" + std::string(name) + " ");
        return at == all.npos ? "" : all.substr(at + 2 + name.size(),
                                                all.find('\n', at + 1) - at - 2 - name.size());
    }
};

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

// The only line about calls of this method, from its duration on. Waits for it.
std::string end_of(const program& server, const std::string& method, std::string_view id) {
    const std::string begin = "call method=" + method + " id=" + std::string(id) + " us=";
    cr_assert(wire::says(server, begin), "%s", server.said().c_str());
    const std::string said = server.said();
    const std::size_t at = said.find(begin);
    cr_expect(said.find("call method=" + method + " ", at + 1) == said.npos, "%s", said.c_str());
    return said.substr(at + begin.size(), said.find('\n', at) - at - begin.size());
}

Test(server_later, the_log_has_one_line_at_the_end_of_a_call) {
    program server(program::options(true));
    caller one(server), other(server);
    one.call("keep", R"(["a"])", "\"first\"");
    cr_assert(other.counts(1));
    std::this_thread::sleep_for(20ms);
    cr_expect(other.ask("give", R"(["b"])") == answered("1"));
    cr_expect(one.body() == answered(R"("b")", R"("first")"));
    const std::string end = end_of(server, "keep", "\"first\"");
    cr_expect(std::stod(end) >= 20'000 && slow::has(end, " code=0 bytes=43 peer=127.0.0.1:"));
    (void)server.stop();
}

Test(server_later, a_call_that_has_timed_out_is_logged_and_counted_at_its_end) {
    program server(program::options(true));
    caller one(server), other(server);
    cr_expect(slow::has(one.ask("keep.parked", R"(["a"])", "7"), "-32003"));
    std::this_thread::sleep_for(50ms);
    cr_expect(other.ask("give", R"(["b"])") == answered("1"));
    const std::string end = end_of(server, "keep.parked", "7");
    cr_expect(std::stod(end) >= 350'000 && slow::has(end, " code=-32003 bytes=0 peer=127.0.0.1:"),
              "%s", end.c_str());
    cr_expect(other.metric("callbox_calls_total{method=\"keep.parked\"}") == "1");
    cr_expect(other.metric("callbox_call_errors_total{method=\"keep.parked\",code=\"-32003\"}") ==
              "1");
    (void)server.stop();
}

Test(server_later, a_call_whose_client_is_gone_is_logged_and_counted) {
    for (const char* end : {"give", "drop"}) {
        program server(program::options(true));
        caller gone(server), other(server);
        gone.call("keep", R"(["a"])", "8");
        cr_assert(other.counts(1));
        gone.reset();
        cr_expect(other.counts(1, true));
        cr_expect(other.ask(end, end[0] == 'g' ? R"(["b"])" : "[]") == answered("1"));
        cr_expect(slow::has(end_of(server, "keep", "8"), " code=0 bytes=0 peer=127.0.0.1:"));
        cr_expect(other.metric("callbox_calls_total{method=\"keep\"}") == "1");
        cr_expect(other.metric("callbox_call_errors_total{method=\"keep\",code=\"-32603\"}") == "");
        (void)server.stop();
    }
}

Test(server_later, a_call_that_throws_is_logged_once) {
    program server(program::options(true));
    caller one(server);
    cr_expect(slow::has(one.ask("keep.throws", R"(["a"])", "9"), "-32603"));
    cr_expect(one.ask("give", R"(["b"])") == answered("1"));
    cr_expect(slow::has(end_of(server, "keep.throws", "9"), " code=-32603 "));
    cr_expect(one.metric("callbox_calls_total{method=\"keep.throws\"}") == "1");
    (void)server.stop();
}

Test(server_later, a_call_that_a_stop_abandons_is_logged) {
    program server(with(&callbox::limits::drain_timeout_ms, 50, program::options(true)));
    caller one(server), other(server);
    one.call("keep", R"(["a"])", "10");
    cr_assert(other.counts(1));
    server.terminate();
    cr_expect(slow::has(end_of(server, "keep", "10"), " code=-32003 "));
    cr_expect(server.ended_within(10'000));
}

Test(server_later, the_status_lists_those_that_are_pending) {
    const support::folder place;
    callbox::options how = program::options();
    how.limits.drain_timeout_ms = 10;
    how.token_file = place.put("tokens", "all aaaaaaaaaaaaaaaaaaaa keep rpc.status\n");
    program server(how);
    caller one(server), other(server);
    const auto ask = [](caller& by, const std::string& body) {
        by.send(made_up::posted(body, "Authorization: Bearer aaaaaaaaaaaaaaaaaaaa\r\n"));
    };
    ask(one, sent("keep", R"(["a"])"));
    cr_expect(until([&] {
        ask(other, sent("rpc.status", "[]"));
        const std::string all = other.body();
        return slow::has(all, R"("pending":[{"method":"keep","seconds":)") &&
               slow::has(all, R"(,"peer":"127.0.0.1:)");
    }));
    wire::expect_end(server);
}

Test(server_later, a_notification_is_counted_at_its_end) {
    program server;
    caller one(server);
    one.notify("keep", R"(["a"])");
    cr_expect(one.counts(1));
    constexpr std::string_view calls = "callbox_calls_total{method=\"keep\"}";
    cr_expect(one.metric(calls) == "0");
    cr_expect(one.ask("give", R"(["b"])") == answered("1"));
    cr_expect(until([&] { return one.metric(calls) == "1"; }));
    cr_expect(one.metric("callbox_calls_pending") == "0");
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
