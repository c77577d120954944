// Calls that are answered later in the log, the metrics and rpc.status.
#include "later.hpp"

#include <algorithm>
#include <array>
#include <thread>

namespace later_log_test { namespace {

using namespace answered_later;

TestSuite(server_later_log, .timeout = 30);

// The only line about calls of this method, from its duration on. Waits for it.
std::string end_of(const program& server, const std::string& method, std::string_view id) {
    const std::string begin = "call method=" + method + " id=" + std::string(id) + " us=";
    cr_assert(wire::says(server, begin), "%s", server.said().c_str());
    const std::string said = server.said();
    const std::size_t at = said.find(begin);
    cr_expect(said.find("call method=" + method + " ", at + 1) == said.npos, "%s", said.c_str());
    return said.substr(at + begin.size(), said.find('\n', at) - at - begin.size());
}

Test(server_later_log, the_log_has_one_line_at_the_end_of_a_call) {
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

Test(server_later_log, a_call_that_has_timed_out_is_logged_and_counted_at_its_end) {
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

Test(server_later_log, a_call_whose_client_is_gone_is_logged_and_counted) {
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

Test(server_later_log, a_call_that_throws_is_logged_once) {
    program server(program::options(true));
    caller one(server);
    cr_expect(slow::has(one.ask("keep.throws", R"(["a"])", "9"), "-32603"));
    cr_expect(one.ask("give", R"(["b"])") == answered("1"));
    cr_expect(slow::has(end_of(server, "keep.throws", "9"), " code=-32603 "));
    cr_expect(one.metric("callbox_calls_total{method=\"keep.throws\"}") == "1");
    (void)server.stop();
}

Test(server_later_log, a_call_that_a_stop_abandons_is_logged) {
    program server(with(&callbox::limits::drain_timeout_ms, 50, program::options(true)));
    caller one(server), other(server);
    one.call("keep", R"(["a"])", "10");
    cr_assert(other.counts(1));
    server.terminate();
    cr_expect(slow::has(end_of(server, "keep", "10"), " code=-32003 "));
    cr_expect(server.ended_within(10'000));
}

// Ada may call rpc.status.
callbox::options with_status(const support::folder& place, bool logs_calls) {
    callbox::options how = program::options(logs_calls);
    how.limits.drain_timeout_ms = 10;
    how.token_file = place.put("tokens", "ada aaaaaaaaaaaaaaaaaaaa keep keep.* rpc.status\n");
    return how;
}
void ask(caller& by, const std::string& body) {
    by.send(made_up::posted(body, "Authorization: Bearer aaaaaaaaaaaaaaaaaaaa\r\n"));
}

Test(server_later_log, the_status_lists_those_that_are_pending) {
    const support::folder place;
    program server(with_status(place, true));
    caller one(server), other(server);
    ask(other, made_up::notified("keep.one", R"(["a"])"));
    (void)other.next();
    ask(one, sent("keep.parked", R"(["a"])"));
    cr_expect(slow::has(one.body(), "-32003"));
    ask(one, sent("keep", R"(["a"])"));
    cr_expect(until([&] {
        ask(other, sent("rpc.status", "[]"));
        const std::string all = other.body();
        return std::ranges::all_of(std::array{"keep.one", "keep.parked", "keep"}, [&](auto name) {
            const std::size_t at = all.find(std::string("{\"method\":\"") + name + "\",\"seconds");
            return slow::has(all.substr(std::min(at, all.size()), 150), R"(,"token":"ada"})");
        });
    }));
    (void)server.stop();
}

Test(server_later_log, the_status_has_the_peer_of_a_caller_that_is_not_kept) {
    const support::folder place;
    program server(with_status(place, false));
    caller one(server), other(server);
    ask(one, sent("keep", R"(["a"])"));
    cr_expect(until([&] {
        ask(other, sent("rpc.status", "[]"));
        const std::string all = other.body();
        const std::size_t at = all.find(R"("pending":[{"method":"keep","seconds":)");
        return at != std::string::npos && slow::has(all.substr(at), R"(,"peer":"127.0.0.1:)");
    }));
    (void)server.stop();
}

Test(server_later_log, a_notification_is_counted_at_its_end) {
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

}}  // namespace later_log_test
