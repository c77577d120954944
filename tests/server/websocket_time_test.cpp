// The deadlines of a WebSocket: pings, and the time of a message.
#include "websocket.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <string>
#include <string_view>
#include <utility>

namespace websocket_time_test { namespace {

using namespace net_test;
using frames::close, frames::frame, frames::ping, frames::pong, frames::text;
using made_up::answered;

const std::string one = answered("1") + '\n';

callbox::options pinging(std::uint32_t ms) {
    return with(&callbox::limits::ping_interval_ms, ms);
}

Test(server_websocket_time, a_silent_peer_gets_a_ping_and_is_dropped) {
    websocket_peer s(pinging(700));
    const time_ms begin = s.now;
    s.wait();
    cr_assert(eq(i64, s.now, begin + 700));
    cr_assert(eq(str, s.heard(), "ping:\n"));
    s.wait();
    cr_assert(eq(i64, s.now, begin + 1400));
    cr_assert(eq(str, s.heard(), ""));
    cr_assert(s.is_in(phase::closed));
    cr_assert(eq(u64, s.closed_with("1006"), 1));
}

Test(server_websocket_time, any_received_byte_counts_as_life) {
    for (const std::string& bytes : {pong(), call_text("quick", "[1]")}) {
        websocket_peer s(pinging(700));
        s.now += 500;
        s.send(bytes);
        (void)s.heard();
        cr_assert(eq(i64, s.link.deadline(), s.now + 700));
        s.wait();
        cr_assert(eq(str, s.heard(), "ping:\n"));
        s.now += 600;
        s.send(bytes.substr(0, 1));
        s.now += 100;
        s.send(bytes.substr(1));
        cr_assert(eq(i64, s.link.deadline(), s.now + 700));
        (void)s.heard();
        s.wait();
        cr_assert(eq(str, s.heard(), "ping:\n"));
    }
}

// As for the body of a POST: from its first byte on, unless it is faster than body_rate_min.
Test(server_websocket_time, a_message_has_its_time) {
    const callbox::options chosen = with(&callbox::limits::body_timeout_ms, 2000,
                                         with(&callbox::limits::body_rate_min, 100));
    const std::string call = call_text("quick", "[1]");
    for (const std::string& start :
         {call.substr(0, 1), call.substr(0, 9), frame(0x01, ""), frame(0x01, "{") + ping()}) {
        websocket_peer s(chosen);
        s.send(call_text("slow", "[1]") + call);
        s.now += 500;
        s.send(start);
        (void)s.heard();
        cr_assert(s.is_in(phase::message));
        cr_assert(eq(i64, s.link.deadline(), s.now + 2000));
        s.wait();
        cr_assert(s.is_in(phase::closing));
        cr_assert(eq(str, s.heard_after(1), answered("1") + "\nclose:1008\n"));
        cr_assert(eq(u64, s.closed_with("1008"), 1));
    }
    websocket_peer fast(chosen);
    const std::string large = text(std::string(10'000, ' '));
    fast.send(large.substr(0, 9));
    const time_ms begin = fast.now;
    for (std::size_t at = 9; at < 9000; at += 150, fast.now += 1000) {
        cr_assert(fast.is_in(phase::message) && fast.link.deadline() >= fast.now);
        fast.send(large.substr(at, 150));
    }
    cr_assert(fast.now > begin + 20'000);
}

// Neither do pings extend the time of a message, nor does the end of a message leave its time to
// the next one.
Test(server_websocket_time, each_message_has_its_own_time) {
    const callbox::options chosen = with(&callbox::limits::body_timeout_ms, 2000,
                                         with(&callbox::limits::body_rate_min, 1000));
    websocket_peer s(chosen);
    s.send(frame(0x01, "{"));
    time_ms due = s.now + 2000;
    for (int i = 0; i < 9; ++i) {
        s.now += 100;
        s.send(ping());
        cr_assert(eq(i64, s.link.deadline(), due));
    }
    websocket_peer steady(chosen);
    const std::string call = call_text("quick", "[1]");
    steady.send(call.substr(0, 20));
    for (int i = 0; i < 50; ++i) {
        steady.now += 1500;
        steady.send(call.substr(20) + call.substr(0, 20));
        cr_assert(steady.is_in(phase::message));
        cr_assert(eq(i64, steady.link.deadline(), steady.now + 2000));
    }
}

Test(server_websocket_time, what_is_sent_is_no_sign_of_life) {
    websocket_peer s(pinging(700));
    s.send(call_text("slow", "[1]"));
    time_ms due = s.link.deadline();
    s.now += 500;
    cr_assert(eq(str, s.heard_after(1), answered("1") + '\n'));
    cr_assert(eq(i64, s.link.deadline(), due));
}

Test(server_websocket_time, one_that_is_not_read_gets_pings_and_stays) {
    websocket_peer s(with(&callbox::limits::pipelined_answers_max, 1, pinging(700)));
    s.send(call_text("slow", "[1]") + pong());
    const time_ms begin = s.now;
    for (int i = 1; i <= 3; ++i) {
        s.wait();
        cr_expect(eq(str, s.heard(), "ping:\n"));
        cr_expect(s.is_in(phase::calling) && s.now == begin + 700 * i);
    }
    cr_expect(eq(str, s.heard_after(1), std::string(one)));
    cr_expect(s.is_in(phase::websocket));
    s.wait();
    cr_expect(s.is_in(phase::closed));
}

Test(server_websocket_time, the_calls_of_a_client_that_has_left_have_drain_timeout_ms) {
    for (const std::string_view code : {"1001", "1005"}) {
        websocket_peer s(with(&callbox::limits::drain_timeout_ms, 800));
        s.send(call_text("slow", "[1]", "1") + call_text("slow", "[2]", "2"));
        if (code == "1001") s.send(close(1001));
        s.end();
        cr_expect(s.is_in(phase::closing));
        time_ms due = s.link.deadline();
        cr_expect(due == s.now + 800);
        s.now += 700;
        cr_expect(eq(str, s.heard_after(2), answered("2", "2") + '\n'));
        cr_expect(s.link.deadline() == due);
        s.wait();
        const std::string heard = s.heard();
        cr_expect(heard.find("-32003") != heard.npos, "%s", heard.c_str());
        cr_expect(heard.ends_with("\nclose:" + std::string(code) + '\n'), "%s", heard.c_str());
        cr_expect(s.is_in(code == "1001" ? phase::closed : phase::lingering));
        cr_expect(eq(sz, s.link.waits_for(), 0));
    }
}

// Calls that take long, of many connections: nothing is read until all received ones are answered.
Test(server_websocket_time, received_calls_that_wait_for_their_turn_keep_it_open) {
    websocket_peer s(with(&callbox::limits::pipelined_answers_max, 2,
                          with(&callbox::limits::body_timeout_ms, 700, pinging(700))));
    const std::string call = call_text("quick", "[1]");
    std::string flood;
    for (int i = 0; i < 20; ++i) flood += call;
    flood += call.substr(0, 9);
    std::copy(flood.begin(), flood.end(), s.link.room(s.now).begin());
    s.link.received(flood.size(), s.now);
    for (; s.link.current() == phase::writing || s.link.runnable(); s.now += 300) {
        cr_assert(s.link.deadline() > s.now);
        if (s.link.current() == phase::writing) s.write();
        else s.link.run(s.now);
    }
    std::string all;
    for (int i = 0; i < 20; ++i) all += answered("1") + '\n';
    cr_assert(eq(str, s.heard(), std::move(all)));
    cr_assert(s.is_in(phase::message));
    cr_assert(s.link.deadline() > s.now);
}

// A step that ends with the last late response answers one more message at most.
Test(server_websocket_time, calls_after_late_responses_are_answered_in_steps) {
    websocket_peer s(with(&callbox::limits::pipelined_answers_max, 2));
    std::string calls = call_text("slow", "[1]") + call_text("slow", "[1]");
    for (int i = 0; i < 20; ++i) calls += call_text("quick", "[1]");
    s.send(calls);
    for (const callbox::rpc::ticket t : {1u, 2u}) s.link.fill(t, s.answer_to(t));
    s.link.run(s.now);
    s.write();
    cr_assert(eq(str, s.heard(), one + one + one));
    s.go();
    cr_assert(eq(sz, s.heard().size(), 19 * one.size()));
}

// Two steps' worth of late responses are ready when the time of the message is over.
Test(server_websocket_time, a_slow_message_loses_no_late_response) {
    websocket_peer s(with(&callbox::limits::body_timeout_ms, 2000));
    s.send(call_text("slow.repeat", "[70000]", "1") + call_text("slow.repeat", "[70000]", "2") +
           call_text("slow", "[3]", "3") + frame(0x01, "{"));
    for (const callbox::rpc::ticket t : {1u, 2u}) s.link.fill(t, s.answer_to(t));
    s.now = s.link.deadline();
    s.link.expired(s.now);
    cr_assert(s.is_in(phase::writing));
    s.go();
    cr_assert(s.is_in(phase::closing));
    const std::string responses = s.heard();
    for (const std::string_view id : {R"("id":1})", R"("id":2})"})
        cr_assert(responses.find(id) != responses.npos);
    cr_assert(eq(str, s.heard_after(3), answered("3", "3") + "\nclose:1008\n"));
}

}}  // namespace websocket_time_test
