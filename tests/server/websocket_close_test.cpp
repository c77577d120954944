// What ends a WebSocket besides its peer's frames and time: a peer that does not read, memory, a
// server that stops, a revoked token.
#include "rpc/later.hpp"
#include "websocket.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <string>
#include <string_view>
#include <utility>

namespace websocket_close_test { namespace {

using namespace net_test;
using callbox::websocket::close_code;
using frames::close, frames::frame, frames::ping, frames::pong, frames::text;
using made_up::answered, made_up::batch, made_up::sent;
namespace memory = callbox::memory;

Test(server_websocket_close, unsent_output_stops_the_reading) {
    websocket_peer s;
    s.takes = 10;
    s.send(call_text("quick", "[1]") + call_text("slow", "[2]", "2"));
    cr_assert(s.is_in(phase::writing));
    cr_assert(s.link.deadline() == s.now + s.how.limits.write_timeout_ms);
    std::size_t memory = s.link.memory();
    for (int i = 0; i < 1000; ++i) s.send(call_text("quick", "[3]", "3"));
    s.answer(1);
    cr_assert(s.is_in(phase::writing));
    cr_assert(eq(sz, s.link.memory(), memory));
    s.takes = SIZE_MAX;
    s.go();
    cr_assert(s.heard().starts_with(lines_of({answered("1"), answered("2", "2"),
                                              answered("3", "3")})));
    cr_assert(eq(sz, s.link.memory(), 0));
}

Test(server_websocket_close, a_peer_that_reads_too_slowly_is_dropped) {
    websocket_peer s(with(&callbox::limits::write_rate_min, 1000,
                          with(&callbox::limits::write_timeout_ms, 1000)));
    s.takes = 10;
    s.send(call_text("quick", "[\"" + std::string(100'000, 'x') + "\"]"));
    cr_assert(s.is_in(phase::writing));
    s.takes = 2000;
    s.go();
    s.now = s.link.deadline();
    s.link.expired(s.now, 0);
    cr_assert(s.is_in(phase::writing));  // 2000 bytes in a second
    s.now = s.link.deadline();
    s.link.expired(s.now, 0);
    cr_assert(s.is_in(phase::closed));
    cr_assert(eq(u64, s.closed_with("1006"), 1));
}

// In one step no more than pipelined_answers_max frames are handled: others have their turn.
Test(server_websocket_close, a_flood_of_frames_is_handled_in_steps) {
    for (const std::string& each : {call_text("quick", "[1]"), ping("x"), pong("x")}) {
        websocket_peer s(with(&callbox::limits::pipelined_answers_max, 10));
        std::string flood;
        for (int i = 0; i < 25; ++i) flood += each;
        const std::span<char> to = s.link.room(s.now);
        std::copy(flood.begin(), flood.end(), to.begin());
        s.link.received(flood.size(), s.now);
        int turns = 0;
        for (; s.link.current() == phase::writing || s.link.runnable(); ++turns) {
            if (s.link.current() == phase::writing) s.write();
            else s.link.run(s.now);
        }
        cr_expect(turns >= 2);
        cr_expect(s.link.current() == phase::websocket);
        cr_expect(eq(sz, s.link.memory(), 0));
        std::string all;
        const std::string shown = each == pong("x") ? "" : each == ping("x") ? "pong:x\n"
                                                                            : answered("1") + '\n';
        for (int i = 0; i < 25; ++i) all += shown;
        cr_expect(eq(str, s.heard(), std::move(all)));
    }
}

// In the last step of the server.
Test(server_websocket_close, a_full_one_closes_too_when_the_server_stops) {
    websocket_peer s(with(&callbox::limits::pipelined_answers_max, 2));
    s.send(call_text("slow", "[1]", "1") + call_text("slow", "[2]", "2") +
           call_text("quick", "[3]", "3"));
    cr_assert(s.is_in(phase::calling));
    s.common.closes_websockets = close_code::going_away;
    s.link.stop(s.now);
    s.go();
    cr_assert(s.is_in(phase::calling));
    s.common.is_last_step = true;
    for (const callbox::rpc::ticket t : {1u, 2u}) s.link.fill(t, nullptr);
    cr_assert(s.link.runnable());
    s.link.run(s.now);  // one step
    s.write();
    const std::string heard = s.heard();
    cr_assert(heard.find("-32003") != heard.npos && heard.ends_with("close:1001\n"));
    cr_assert(heard.find(answered("3", "3")) == heard.npos);
}

Test(server_websocket_close, a_server_that_stops_answers_and_closes) {
    for (const auto& [code, name] :
         {std::pair(close_code::going_away, "1001"), {close_code::service_restart, "1012"}}) {
        const std::string closed = std::string("close:") + name + '\n';
        websocket_peer idle, waiting, writing, reading;
        for (websocket_peer* each : {&idle, &waiting, &writing, &reading})
            each->common.closes_websockets = code;
        idle.link.stop(idle.now);
        cr_assert(idle.link.runnable());
        idle.go();
        cr_expect(eq(str, idle.heard(), std::string(closed)));
        cr_expect(idle.is_in(phase::lingering));

        waiting.common.closes_websockets.reset();
        waiting.send(call_text("slow", "[1]") + frame(0x01, "{"));
        waiting.common.closes_websockets = code;
        waiting.link.stop(waiting.now);
        waiting.go();
        cr_expect(waiting.is_in(phase::closing));
        cr_expect(eq(str, waiting.say(call_text("quick", "[2]")), ""));
        cr_expect(eq(str, waiting.heard_after(1), answered("1") + '\n' + closed));
        cr_expect(waiting.is_in(phase::lingering));

        writing.common.closes_websockets.reset();
        writing.takes = 5;
        writing.send(call_text("quick", "[1]"));
        writing.common.closes_websockets = code;
        writing.link.stop(writing.now);
        cr_expect(writing.is_in(phase::writing));
        writing.takes = SIZE_MAX;
        writing.go();
        cr_expect(eq(str, writing.heard(), answered("1") + '\n' + closed));

        cr_expect(eq(str, reading.say(call_text("quick", "[1]") + call_text("quick", "[2]", "2") +
                                      frame(0x01, "{")),
                     lines_of({answered("1"), answered("2", "2")}) + closed));
        cr_expect(eq(u64, reading.closed_with(name), 1));
    }
}

Test(server_websocket_close, one_that_opens_while_the_server_stops_is_closed) {
    line l(with_websockets());
    l.common.closes_websockets = close_code::going_away;
    l.common.draining = true;
    l.send(handshake());
    cr_assert(l.received.starts_with("HTTP/1.1 101 "));
    cr_assert(l.received.find("Connection: close") == std::string::npos);
    cr_assert(eq(str, shown_frames(l.received.substr(l.received.find("\r\n\r\n") + 4)),
                 "close:1001\n"));
}

Test(server_websocket_close, reports_of_progress_are_sent_until_the_close_frame) {
    for (const bool by_client : {true, false}) {
        websocket_peer s;
        s.send(call_text("slow", "[1]"));
        if (by_client) {
            s.send(close(1001));
        } else {
            s.common.closes_websockets = close_code::going_away;
            s.link.stop(s.now);
            s.go();
        }
        cr_assert(s.is_in(phase::closing));
        const time_ms due = s.link.deadline();
        callbox::rpc::report one{.of = 1, .next_from = 0};
        one.members.append(R"("progress":1})");
        s.now += 500;
        cr_expect(s.link.pass(one, s.now));
        s.go();
        cr_expect(eq(str, s.heard(), R"({"jsonrpc":"2.0","method":"rpc.progress",)"
                                     R"("params":{"id":1,"progress":1}})" "\n"));
        cr_expect(s.is_in(phase::closing) && s.link.deadline() == due);
        cr_expect(eq(str, s.heard_after(1), answered("1") + "\nclose:1001\n"));
        cr_expect(s.link.pass(one, s.now) == false);
        cr_expect(eq(str, s.heard(), ""));
    }
}

// Of many in a step, and of those that the socket still holds.
Test(server_websocket_close, a_server_that_stops_answers_all_calls_that_have_arrived) {
    websocket_peer s(with(&callbox::limits::pipelined_answers_max, 2));
    s.common.draining = true;
    s.common.closes_websockets = close_code::going_away;
    std::string all, expected;
    for (int i = 0; i < 9000; ++i) {
        all += call_text("quick", "[1]");
        expected += answered("1") + '\n';
    }
    cr_assert(all.size() > 2 * callbox::net::input_bytes);
    cr_assert(s.say(all) == expected + "close:1001\n");
}

Test(server_websocket_close, a_late_call_is_answered_with_an_error_before_the_close) {
    websocket_peer s;
    s.send(call_text("slow", "[1]"));
    s.common.closes_websockets = close_code::going_away;
    s.link.stop(s.now);
    s.go();
    s.give_up(1);
    const std::string heard = s.heard();
    cr_assert(heard.find("-32003") != std::string::npos && heard.ends_with("close:1001\n"));
}

Test(server_websocket_close, a_message_that_memory_does_not_suffice_for_ends_it) {
    websocket_peer s;
    s.send(call_text("slow", "[1]") + text(std::string(50'000, ' ')).substr(0, 9000));
    memory::limit(memory::taken() + 3000);
    s.send(std::string(9'000, ' '));
    cr_assert(s.is_in(phase::closing));
    cr_assert(eq(sz, s.link.memory(), 0));
    cr_assert(eq(str, s.heard_after(1), answered("1") + "\nclose:1013\n"));
    cr_assert(s.is_in(phase::lingering));
}

Test(server_websocket_close, when_memory_is_scarce_only_whole_messages_are_taken) {
    websocket_peer s;
    memory::limit(memory::taken() + 40'000);
    cr_assert(memory::is_under_pressure());
    cr_assert(eq(str, s.say(call_text("quick", "[1]")), answered("1") + '\n'));
    cr_assert(eq(str, s.say(call_text("quick", "[2]") + call_text("quick", "[3]").substr(0, 9)),
                 answered("2") + "\nclose:1013\n"));
}

Test(server_websocket_close, a_response_that_memory_does_not_suffice_for_ends_it) {
    websocket_peer s;
    s.send(call_text("slow.repeat", "[60000]", "1") + call_text("slow", "[2]", "2"));
    auto large = s.answer_to(1);
    memory::limit(memory::taken() + 20'000);
    s.link.fill(1, std::move(large));
    s.go();
    cr_assert(s.is_in(phase::closing));
    cr_assert(eq(str, s.heard_after(2), answered("2", "2") + "\nclose:1013\n"));
    cr_assert(s.is_in(phase::lingering));
}

Test(server_websocket_close, without_memory_the_handshake_gets_503) {
    line l(with_websockets());
    l.send(post(sent("quick", "[1]")));
    memory::limit(memory::taken() + 60);
    l.send(handshake());
    memory::limit(SIZE_MAX);
    cr_assert(eq(int, l.answers().back().status, 503));
    cr_assert(l.link.current() == phase::lingering);
    cr_assert(eq(u64, l.common.websockets.open.get(), 0));
}

Test(server_websocket_close, when_memory_runs_out_while_calls_are_handed_over_it_ends) {
    websocket_peer s;
    s.slow.room = 1;
    s.slow.memory = false;
    s.send(text(batch({sent("slow", "[1]", "1"), sent("slow", "[2]", "2")})));
    cr_assert(eq(str, s.heard(), "close:1013\n"));
    s.answer(1);
    cr_assert(eq(str, s.heard(), ""));
}

constexpr std::string_view first_token = "0123456789abcdef0", second_token = "0123456789abcdef1";

callbox::site::tokens tokens_of(std::string_view text) {
    callbox::site::tokens all;
    cr_assert(callbox::site::tokens::read(text, all).empty());
    return all;
}

// Of two tokens the first is revoked; the second moves to another line with other scopes.
Test(server_websocket_close, a_revoked_token_closes_and_others_get_their_new_scopes) {
    const callbox::options how =
        with_websockets(with(&callbox::options::token_file, "/tokens"));
    support::kept_log log;
    log.log_calls(true);
    made_up::kept_calls slow;
    callbox::site::site site(slow_methods, nullptr, how, true, log, &slow);
    callbox::net::shared_state common(site, how.limits);
    common.date = "Sun, 06 Nov 1994 08:49:37 GMT";
    site.admit(tokens_of("one " + std::string(first_token) + " *\ntwo " +
                         std::string(second_token) + " quick\n"));
    const callbox::net::peer from[] = {two_links<>::peer_at(7), two_links<>::peer_at(8)};
    callbox::net::connection links[] = {callbox::net::connection(common),
                                        callbox::net::connection(common)};
    const auto exchange = [&](int which, std::string_view bytes) {
        callbox::net::connection& link = links[which];
        if (link.runnable()) link.run(0);
        if (!bytes.empty()) {
            std::copy(bytes.begin(), bytes.end(), link.room(0).begin());
            link.received(bytes.size(), 0);
        }
        std::string all;
        while (link.current() == phase::writing || link.runnable()) {
            if (link.current() == phase::writing) {
                all += link.unsent();
                link.sent(link.unsent().size(), 0);
            } else {
                link.run(0);
            }
        }
        return bytes.starts_with("GET") ? "" : shown_frames(all);
    };
    for (const int i : {0, 1}) {
        links[i].open(0, &from[i]);
        const std::string token(i == 0 ? first_token : second_token);
        (void)exchange(i, handshake("Authorization: Bearer " + token + "\r\n"));
        cr_assert(links[i].current() == phase::websocket);
    }
    cr_expect(eq(str, exchange(0, call_text("slow", "[1]")), ""));
    cr_expect(exchange(1, call_text("slow", "[1]")).find("-32601") != std::string::npos);

    callbox::site::tokens next = tokens_of("two " + std::string(second_token) + " slow\n");
    for (callbox::net::connection& each : links) each.admit(next, site.views_of(next));
    site.admit(std::move(next));
    cr_expect(exchange(1, call_text("quick", "[1]")).find("-32601") != std::string::npos);
    cr_expect(eq(str, exchange(1, call_text("slow", "[1]")), ""));
    cr_expect(eq(str, exchange(0, ""), ""));
    cr_expect(links[0].current() == phase::closing);
    callbox::site::tokens again = tokens_of("two " + std::string(second_token) + " slow\n");
    for (callbox::net::connection& each : links) each.admit(again, site.views_of(again));
    site.admit(std::move(again));
    auto late = std::make_unique<callbox::rpc::deferred_result>();
    late->response.append(answered("1"));
    links[0].fill(1, std::move(late));
    cr_expect(eq(str, exchange(0, ""), answered("1") + "\nclose:1008\n"));
    cr_expect(exchange(1, close(1000, "bye")) == "");
    const std::string lines = log.text();
    for (const std::string_view line :
         {"websocket_open peer=127.0.0.1:7 token=one\n",
          "websocket_open peer=127.0.0.1:8 token=two\n",
          "websocket_close peer=127.0.0.1:7 token=one code=1008 reason=\"the token is revoked\"\n",
          "websocket_close peer=127.0.0.1:8 token=two code=1000 reason=bye\n",
          "peer=127.0.0.1:8 token=two via=websocket"})
        cr_expect(lines.find(line) != std::string::npos, "%s", lines.c_str());
}

}}  // namespace websocket_close_test
