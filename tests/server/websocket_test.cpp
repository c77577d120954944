// A WebSocket in memory: messages, order, control frames, errors, wherever the bytes are cut.
#include "websocket.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <string>
#include <string_view>
#include <vector>

namespace websocket_test { namespace {

using namespace net_test;
using frames::close, frames::frame, frames::ping, frames::pong, frames::text;
using made_up::answered, made_up::batch, made_up::notified, made_up::sent;

std::string one = answered("1") + '\n';

Test(server_websocket, a_message_is_answered_as_the_body_of_a_post) {
    const std::string bodies[] = {
        sent("quick", "[1]"), sent("quick", R"(["\u00e9 \u20ac"])", R"("\u0062")"),
        batch({sent("quick", "[1]", "1"), notified("quick", "[2]"), sent("none", "[]", "3")}),
        sent("none", "[]"), sent("quick", "[1,2]"), "{", "", "[]", "1", R"({"jsonrpc":"1.0"})",
        sent("quick", '[' + std::string(70'000, '1') + ']'), R"({"foo":"boo"})", "[1,2]"};
    websocket_peer s;
    for (const std::string& body : bodies) {
        line http(with_websockets());
        http.send(post(body));
        cr_expect(eq(str, s.say(text(body)), http.body() + '\n'));
    }
    cr_assert(eq(str, s.say(text(notified("quick", "[1]"))), ""));
    cr_assert(eq(str, s.say(text(batch({notified("quick", "[1]"), notified("none", "[]")}))), ""));
    cr_assert(s.is_in(phase::websocket));
    cr_assert(eq(sz, s.link.memory(), 0));
}

Test(server_websocket, known_requests_have_the_same_responses) {
    websocket_peer s;
    line http(with_websockets());
    for (int i = 0; i < 20; ++i) {
        const std::string number = std::to_string(i * 7);
        const std::string body = sent("quick", '[' + number + ']', std::to_string(i));
        http.send(post(body));
        cr_assert(eq(str, s.say(text(body)), http.body() + '\n'));
    }
}

Test(server_websocket, the_caller_has_the_protocol) {
    static callbox::call_protocol via{};
    static constexpr callbox::api methods{callbox::method<"via", [](const callbox::caller& c) {
        via = c.via;
        return std::string(c.peer);
    }>("")};
    const callbox::options how = with_websockets();
    quiet_log log;
    callbox::site::site site(methods, nullptr, how, true, log);
    callbox::net::shared_state common(site, how.limits);
    common.date = "Sun, 06 Nov 1994 08:49:37 GMT";
    const callbox::net::peer from = two_links<>::peer_at(7);
    callbox::net::connection link(common);
    link.open(0, &from);
    for (const std::string& bytes : {handshake(), call_text("via", "[]")}) {
        std::copy(bytes.begin(), bytes.end(), link.room(0).begin());
        link.received(bytes.size(), 0);
        if (bytes.starts_with("GET")) link.sent(link.unsent().size(), 0);
    }
    cr_assert(eq(str, shown_frames(std::string(link.unsent())),
                 answered(R"("127.0.0.1:7")") + '\n'));
    cr_assert(via == callbox::call_protocol::websocket);
}

const std::string second = sent("quick", "[2]", "2");
const std::string conversation =
    call_text("quick", "[1]", "1") + ping("a") + frame(0x01, second.substr(0, 9)) + ping("b") +
    frame(0x00, "") + pong("c") + frame(0x80, second.substr(9)) +
    text(notified("quick", "[0]")) + text("") + call_text("slow", "[3]", "3") +
    text(batch({sent("quick", "[4]", "4"), R"({"jsonrpc":"2.0","result":1,"id":1})"})) +
    text(R"({"jsonrpc":"2.0","error":{"code":1,"message":""},"id":null})") + close(3001, "bye");

Test(server_websocket, wherever_the_bytes_are_cut_the_frames_are_the_same) {
    const auto heard = [](auto send) {
        websocket_peer s;
        s.answers_at_once = true;
        send(s);
        s.answer_all();
        s.go();
        cr_assert(s.is_in(phase::lingering));
        cr_assert(eq(sz, s.link.memory(), 0));
        return s.heard();
    };
    std::string whole = heard([](websocket_peer& s) { s.send(conversation); });
    cr_assert(eq(str, whole, lines_of({answered("1", "1"), "pong:a", "pong:b", answered("2", "2"),
        R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":{"message":)"
        R"("expected a value","offset":0,"line":1,"column":1}},"id":null})",
        batch({answered("4", "4")}), answered("3", "3"), "close:3001"})));
    for (std::size_t at = 1; at < conversation.size(); ++at) {
        const std::string cut = heard([&](websocket_peer& s) {
            s.send(conversation.substr(0, at));
            s.send(conversation.substr(at));
        });
        cr_assert(cut.ends_with("close:3001\n") && cut.size() == whole.size(), "cut at %zu: %s", at,
                  cut.c_str());
    }
    const std::string single = heard([](websocket_peer& s) {
        for (const char c : conversation) s.send({&c, 1});
    });
    cr_assert(eq(sz, single.size(), whole.size()));
}

Test(server_websocket, frames_after_the_handshake_in_the_same_bytes_are_read) {
    line l(with_websockets());
    l.send(handshake() + call_text("quick", "[1]"));
    const std::size_t end = l.received.find("\r\n\r\n") + 4;
    cr_assert(eq(str, shown_frames(l.received.substr(end)), one));
    line pipelined(with_websockets());
    pipelined.send(post(sent("quick", "[1]")) + handshake() + close(1000));
    cr_assert(pipelined.received.starts_with("HTTP/1.1 200 "));
    cr_assert(pipelined.link.current() == phase::lingering);
}

Test(server_websocket, deferred_calls_do_not_hold_up_those_after_them) {
    websocket_peer s;
    cr_assert(eq(str, s.say(call_text("slow", "[1]", "1") + call_text("slow", "[2]", "2") +
                            call_text("quick", "[3]", "3")), answered("3", "3") + '\n'));
    cr_assert(eq(sz, s.link.waits_for(), 2));
    cr_assert(s.is_in(phase::websocket));
    cr_assert(eq(str, s.heard_after(2), answered("2", "2") + '\n'));
    cr_assert(eq(str, s.say(call_text("quick", "[4]", "4")), answered("4", "4") + '\n'));
    cr_assert(eq(str, s.heard_after(1), answered("1", "1") + '\n'));
    cr_assert(eq(sz, s.link.waits_for(), 0));
    s.send(call_text("slow", "[5]", "5"));
    s.give_up(3);
    cr_assert(s.heard().find(R"("code":-32003)") != std::string::npos);
}

Test(server_websocket, a_batch_is_one_response_after_its_last_call) {
    websocket_peer s;
    s.send(text(batch({sent("slow", "[1]", "1"), sent("quick", "[2]", "2"),
                       sent("slow", "[3]", "3")})) + call_text("quick", "[4]", "4"));
    cr_assert(eq(str, s.heard(), answered("4", "4") + '\n'));
    cr_assert(eq(str, s.heard_after(2), ""));
    cr_assert(eq(str, s.heard_after(1),
                 batch({answered("1", "1"), answered("2", "2"), answered("3", "3")}) + '\n'));
}

Test(server_websocket, too_many_deferred_calls_stop_the_reading) {
    websocket_peer s(with(&callbox::limits::pipelined_answers_max, 3));
    std::string many;
    for (int i = 1; i <= 5; ++i) many += call_text("slow", '[' + std::to_string(i) + ']');
    s.send(many + call_text("quick", "[6]"));
    cr_assert(eq(sz, s.slow.all.size(), 3));
    cr_assert(s.is_in(phase::calling));
    cr_assert(s.link.deadline() == s.now + s.how.limits.ping_interval_ms);
    std::size_t memory = s.link.memory();
    for (int i = 0; i < 1000; ++i) s.send(call_text("quick", "[7]"));
    cr_assert(eq(sz, s.link.memory(), memory));
    cr_assert(eq(str, s.heard(), ""));
    cr_assert(eq(str, s.heard_after(2), answered("2") + '\n'));
    cr_assert(eq(sz, s.slow.all.size(), 4));
    cr_assert(s.is_in(phase::calling));
    s.answer(1);
    s.answer(3);
    cr_assert(eq(sz, s.slow.all.size(), 5));
    cr_assert(s.is_in(phase::websocket));
    s.answer(4);
    s.answer(5);
    cr_assert(s.heard().size() > 1000 * (answered("7").size() + 1));
    cr_assert(eq(sz, s.link.memory(), 0));
}

Test(server_websocket, each_deferred_call_of_a_batch_counts) {
    websocket_peer s(with(&callbox::limits::pipelined_answers_max, 3));
    s.send(text(batch({sent("slow", "[1]", "1"), sent("slow", "[2]", "2")})) +
           call_text("slow", "[3]", "3") + call_text("quick", "[4]", "4"));
    cr_assert(eq(sz, s.link.waits_for(), 3));
    cr_assert(s.is_in(phase::calling));
    cr_assert(eq(str, s.heard(), ""));
    cr_assert(eq(str, s.heard_after(2), answered("4", "4") + '\n'));
    cr_assert(eq(sz, s.link.waits_for(), 2));
}

Test(server_websocket, responses_of_the_peer_are_ignored) {
    const std::string response = R"({"jsonrpc":"2.0","result":1,"id":1})";
    const std::string error = R"({"jsonrpc":"2.0","error":{"code":1,"message":"x"},"id":null})";
    websocket_peer s;
    cr_assert(eq(str, s.say(text(response) + text(error) + text(batch({response, error})) +
                            text(R"({"result":1})")), ""));
    cr_assert(eq(str, s.say(text(batch({response, sent("quick", "[1]")}))),
                 batch({answered("1")}) + '\n'));
    for (const std::string& other : {std::string(R"({"jsonrpc":"2.0","id":1})"),
                                     std::string(R"({"result":1,"method":1,"id":1})")})
        cr_assert(s.say(text(other)).find("-32600") != std::string::npos, "%s", other.c_str());
}

Test(server_websocket, errors_of_the_peer_close_after_the_responses) {
    const struct {
        std::string bytes;
        std::string code;
    } rows[] = {
        {frame(0x82, "x"), "1003"},
        {text("\xff"), "1007"},
        {frame(0x01, "\xe2\x82") + frame(0x80, "x"), "1007"},
        {frame(0x81, "x", 0, ""), "1002"},
        {frame(0xc1, "x"), "1002"},
        {frame(0x83, "x"), "1002"},
        {frame(0x09, ""), "1002"},
        {frame(0x89, std::string(126, 'x')), "1002"},
        {close(1005), "1002"},
        {frame(0x81, "x", 2), "1002"},
        {frame(0x81, std::string(1001, ' ')).substr(0, 4), "1009"},
        {frame(0x01, std::string(600, ' ')) + frame(0x80, std::string(401, ' ')), "1009"},
    };
    for (const auto& [bytes, code] : rows) {
        websocket_peer s(with(&callbox::limits::request_bytes_max, 1000));
        s.send(call_text("slow", "[1]", "1") + call_text("quick", "[2]", "2") + bytes +
               call_text("quick", "[3]", "3"));
        cr_expect(eq(str, s.heard(), answered("2", "2") + '\n'));
        cr_assert(s.is_in(phase::closing));
        cr_expect(eq(str, s.heard_after(1), answered("1", "1") + "\nclose:" + code + '\n'));
        cr_expect(s.is_in(phase::lingering));
        cr_expect(eq(u64, s.closed_with(code), 1));
        cr_expect(eq(str, s.say(call_text("quick", "[4]")), ""));
        cr_expect(eq(i64, s.link.deadline(), s.now + s.how.limits.linger_timeout_ms));
    }
}

Test(server_websocket, a_close_is_echoed_without_its_reason) {
    for (const unsigned code : {1000u, 1001u, 1014u, 3000u, 4999u}) {
        websocket_peer s;
        cr_expect(eq(str, s.say(close(code, "done")), "close:" + std::to_string(code) + '\n'));
        cr_expect(s.is_in(phase::lingering));
        s.end();
        cr_expect(s.is_in(phase::closed));
        cr_expect(eq(u64, s.closed_with(code > 1001 ? "other" : std::to_string(code)), 1));
        cr_expect(eq(u64, s.common.websockets.open.get(), 0));
    }
    websocket_peer s;
    cr_expect(eq(str, s.say(frame(0x88, "")), "close:1005\n"));
}

Test(server_websocket, a_close_waits_for_the_calls_before_it) {
    websocket_peer s;
    s.send(call_text("slow", "[1]", "1") + call_text("slow", "[2]", "2") + close(1000) +
           call_text("slow", "[3]", "3"));
    cr_assert(eq(sz, s.slow.all.size(), 2));
    cr_assert(s.is_in(phase::closing));
    cr_assert(eq(str, s.heard_after(2), answered("2", "2") + '\n'));
    cr_assert(eq(str, s.heard_after(1), answered("1", "1") + "\nclose:1000\n"));
    cr_assert(s.is_in(phase::lingering));
    cr_assert(eq(sz, s.link.memory(), 0));
}

Test(server_websocket, a_peer_that_leaves_without_a_close_is_counted) {
    websocket_peer s;
    cr_assert(eq(str, s.say(call_text("quick", "[1]") + frame(0x01, "{")), std::string(one)));
    s.end();
    cr_assert(s.is_in(phase::closed));
    cr_assert(eq(sz, s.link.memory(), 0));
    cr_assert(eq(u64, s.closed_with("1006"), 1));
    s.link.open(s.now);
    s.send(post(sent("quick", "[1]")));
    cr_assert(eq(str, s.body(), answered("1")));
}

Test(server_websocket, a_peer_that_shuts_down_its_sending_side_gets_its_responses) {
    websocket_peer s;
    s.send(call_text("slow", "[1]") + call_text("slow", "[2]", "2") + frame(0x01, "{"));
    s.end();
    cr_assert(s.is_in(phase::closing));
    cr_assert(eq(u64, s.closed_with("1006"), 1));
    cr_assert(eq(str, s.heard_after(2), answered("2", "2") + '\n'));
    cr_assert(eq(str, s.heard_after(1), answered("1") + "\nclose:1005\n"));
    cr_assert(s.is_in(phase::lingering));
    cr_assert(eq(sz, s.link.memory(), 0));
}

Test(server_websocket, metrics_count_messages_and_bytes) {
    websocket_peer s;
    s.send(call_text("quick", "[1]") + ping() + text("") + call_text("slow", "[2]"));
    const auto& counts = s.common.websockets;
    using counters = callbox::net::websocket_counters;
    cr_assert(eq(u64, counts.open.get(), 1));
    cr_assert(eq(u64, counts.messages[counters::received].get(), 3));
    cr_assert(eq(u64, counts.messages[counters::sent].get(), 2));
    cr_assert(eq(u64, counts.bytes[counters::received].get(),
                 sent("quick", "[1]").size() + sent("slow", "[2]").size()));
    const std::uint64_t before = counts.bytes[counters::sent].get();
    s.answer(1);
    cr_assert(eq(u64, counts.bytes[counters::sent].get(), before + answered("2").size()));
}

}}  // namespace websocket_test
