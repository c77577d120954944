// Calls over a WebSocket to a server that pings, sends events, closes and misbehaves.
#include "server/scripted.hpp"
#include "websocket_peer.hpp"

#include <callbox/connection.hpp>

#include <criterion/criterion.h>

#include <future>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace messages_peer_test { namespace {

using namespace client_test;
using callbox::connection, callbox::json;
using std::string, std::string_view;
namespace transport = callbox::transport;

string answer(int id, string_view result = "true") {
    return server_text(R"({"jsonrpc":"2.0","result":)" + string(result) + R"(,"id":)" +
                       std::to_string(id) + '}');
}
string sent(int id, string_view method = "a") {
    return R"(text {"jsonrpc":"2.0","method":")" + string(method) + R"(","id":)" +
           std::to_string(id) + '}';
}
constexpr const char* noted = R"(text {"jsonrpc":"2.0","method":"a"})";
constexpr string_view event = R"({"jsonrpc":"2.0","method":"tick","params":[1]})";
constexpr string_view unread =
    R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"unread"},"id":null})";

// "true", or "-32301: message" without the URL.
template <class T> string shown_of(const callbox::result<T>& got, const string& url) {
    if (!got) {
        const string begin = url + ": ";
        const string& why = got.error().message;
        return std::to_string(got.error().code) + ": " +
               (why.starts_with(begin) ? why.substr(begin.size()) : why);
    }
    if constexpr (std::is_void_v<T>) return "sent";
    else return string(got->text());
}
string called(websocket_script& server, callbox::client_options how = {}) {
    return shown_of(connection(server.url(), std::move(how)).call_json("a"), server.url());
}
string notified(websocket_script& server) {
    return shown_of(connection(server.url()).notify_json("a"), server.url());
}
void expect(const std::vector<string>& heard, const std::vector<string>& wanted) {
    string all;
    for (const string& each : heard) all += "[" + each + "]";
    cr_expect(heard == wanted, "%s", all.c_str());
}

TestSuite(client_messages_peer, .timeout = 60);

Test(client_messages_peer, frames_along_with_the_handshake_are_read) {
    websocket_script server({[](peer& p) {
        p.shake(server_ping("early") + server_text(event));
        for (int i = 0; i < 2; ++i) (void)p.next();
        p.send(answer(1));
        p.read_all();
    }});
    cr_expect(called(server) == "true");
    const auto& heard = server.heard();
    cr_assert(heard.size() == 4);
    cr_expect(heard[0] == "pong early" || heard[1] == "pong early");
    cr_expect(heard[0] == sent(1) || heard[1] == sent(1));
    cr_expect(heard[2] == "close 1000" && heard[3] == "end");
}

Test(client_messages_peer, a_close_along_with_the_handshake_is_reported) {
    websocket_script server({[](peer& p) {
        p.shake(server_close(1013));
        p.read_all();
    }});
    cr_expect(called(server) == "-32302: the server closed the WebSocket with code 1013");
}

Test(client_messages_peer, a_close_before_a_notification_is_not_its_echo) {
    websocket_script server({[](peer& p) {
        p.shake(server_close(1000));
        p.read_all();
    }});
    cr_expect(notified(server) == "-32302: the server closed the WebSocket with code 1000");
}

Test(client_messages_peer, a_notification_is_sent_once_its_close_is_echoed) {
    const auto answered = [](const string& bytes) {
        websocket_script server({[&](peer& p) {
            p.shake();
            (void)p.next();
            (void)p.next();
            p.send(bytes);
            p.read_all();
        }});
        const string outcome = notified(server);
        expect(server.heard(), {noted, "close 1000", "end"});
        return outcome;
    };
    cr_expect(answered(server_close(1000)) == "sent");
    cr_expect(answered(server_text(event) + server_ping("") + server_close(1000)) == "sent");
    for (const unsigned code : {1001u, 1008u, 1011u, 1012u, 4000u})
        cr_expect(answered(server_close(code)) ==
                  "-32302: the server closed the WebSocket with code " + std::to_string(code));
    cr_expect(answered(server_frame(0x88, "")) ==
              "-32302: the server closed the WebSocket with code 1005");
    cr_expect(answered(server_text(unread) + server_close(1000)) == "-32700: unread");
}

Test(client_messages_peer, after_a_refused_notification_the_next_call_reconnects) {
    const auto refuse = [](peer& p) {
        p.shake();
        (void)p.next();
        (void)p.next();
        p.send(server_text(unread));
        p.read_all();
    };
    const auto serve = [](peer& p) {
        p.shake();
        if (p.next() == sent(1)) p.send(answer(1));
    };
    websocket_script server({refuse, serve});
    connection to(server.url());
    cr_expect(shown_of(to.notify_json("a"), server.url()) == "-32700: unread");
    cr_expect(shown_of(to.call_json("a"), server.url()) == "true");
}

Test(client_messages_peer, a_notification_without_an_echo_is_lost) {
    websocket_script server({[](peer& p) {
        p.shake();
        (void)p.next();
        (void)p.next();
    }});
    cr_expect(notified(server) == "-32302: the connection was closed without a response");
}

Test(client_messages_peer, pings_and_events_between_calls_keep_the_connection) {
    std::promise<void> first, second;
    websocket_script server({[&](peer& p) {
        p.shake();
        (void)p.next();
        p.send(answer(1) + server_ping("along"));
        first.get_future().wait();
        p.send(server_ping("between") + server_text(event));
        second.set_value();
        p.read_until(sent(2));
        p.send(answer(2));
        p.read_all();
    }});
    {
        connection to(server.url());
        cr_expect(shown_of(to.call_json("a"), server.url()) == "true");
        first.set_value();
        second.get_future().wait();
        cr_expect(shown_of(to.call_json("a"), server.url()) == "true");
    }
    string all;
    for (const string& each : server.heard()) all += each + '\n';
    cr_expect(all.find("pong between\n") < all.find("close 1000\n"), "%s", all.c_str());
}

Test(client_messages_peer, a_close_between_calls_is_echoed_and_the_next_call_reconnects) {
    const auto serve = [](int id, unsigned code) {
        return [=](peer& p) {
            p.shake();
            (void)p.next();
            p.send(answer(id) + server_close(code));
            p.read_all();
        };
    };
    websocket_script server({serve(1, 1012), serve(2, 1001)});
    {
        connection to(server.url());
        for (int i = 0; i < 2; ++i)
            cr_expect(shown_of(to.call_json("a"), server.url()) == "true");
    }
    const auto& heard = server.heard();
    cr_assert(heard.size() == 6);
    cr_expect(heard[1] == "close 1012" && heard[2] == "end" && heard[3] == sent(2));
}

// The client cannot send: its message is longer than the buffers of the sockets.
Test(client_messages_peer, of_a_flood_of_pings_the_last_has_a_pong) {
    constexpr int pings = 20'000;
    websocket_script server({[](peer& p) {
        p.shake();
        p.wait();
        for (int i = 1; i <= pings; ++i) p.send(server_ping(std::to_string(i)));
        p.read_until("pong " + std::to_string(pings));
        p.send(answer(1));
        p.read_all();
    }});
    {
        connection to(server.url());
        const json params = *json::parse("[\"" + string(8 << 20, 'x') + "\"]");
        cr_expect(shown_of(to.call_json("a", params), server.url()) == "true");
    }
    cr_expect(server.heard().size() < pings / 10, "%zu", server.heard().size());
}

Test(client_messages_peer, a_message_is_sent_whole_though_its_response_came_first) {
    websocket_script server({[](peer& p) {
        p.shake();
        p.wait();
        p.send(answer(1));
        (void)p.next();
        (void)p.next();
        p.send(answer(2));
        p.read_all();
    }});
    {
        connection to(server.url());
        const json params = *json::parse("[\"" + string(8 << 20, 'x') + "\"]");
        cr_expect(shown_of(to.call_json("long", params), server.url()) == "true");
        cr_expect(shown_of(to.call_json("a"), server.url()) == "true");
    }
    const auto& heard = server.heard();
    cr_assert(heard.size() == 4);
    cr_expect(heard[0].starts_with(R"(text {"jsonrpc":"2.0","method":"long")"));
    expect({heard[1], heard[2], heard[3]}, {sent(2), "close 1000", "end"});
}

Test(client_messages_peer, a_handshake_is_accepted_by_all_of_its_fields) {
    const auto shaken = [](const string& fields, string_view version = "HTTP/1.1") {
        websocket_script server({[&](peer& p) {
            p.shake("", fields, version);
            if (p.next() == sent(1)) p.send(answer(1));
        }});
        return called(server);
    };
    const string good(peer::upgrade);
    cr_expect(shaken(good) == "true");
    cr_expect(shaken("Upgrade: WebSocket\r\nConnection: keep-alive, upgrade\r\n") == "true");
    cr_expect(shaken(good + "Sec-WebSocket-Protocol: callbox\r\n") == "true");
    struct {
        string fields, wrong;
    } rows[] = {
        {"Connection: Upgrade\r\n", "Upgrade"},
        {"Upgrade: h2c\r\nConnection: Upgrade\r\n", "Upgrade"},
        {"Upgrade: websockets\r\nConnection: Upgrade\r\n", "Upgrade"},
        {"Upgrade: websocket\r\n", "Connection"},
        {"Upgrade: websocket\r\nConnection: keep-alive\r\n", "Connection"},
        {"Upgrade: websocket\r\nConnection: Upgrade, close\r\n", "Connection"},
        {good + "Sec-WebSocket-Accept: $x\r\n", "Sec-WebSocket-Accept"},
        {good + "Sec-WebSocket-Accept: $\r\nSec-WebSocket-Accept: $\r\n", "Sec-WebSocket-Accept"},
        {good + "Sec-WebSocket-Extensions: permessage-deflate\r\n", "Sec-WebSocket-Extensions"},
        {good + "Sec-WebSocket-Protocol: chat\r\n", "Sec-WebSocket-Protocol"},
        {good + "Sec-WebSocket-Protocol: Callbox\r\n", "Sec-WebSocket-Protocol"},
        {good + "Sec-WebSocket-Protocol: jsonrpc\r\n", "Sec-WebSocket-Protocol"},
        {good + "Sec-WebSocket-Protocol: callbox, jsonrpc\r\n", "Sec-WebSocket-Protocol"},
        {good + "Sec-WebSocket-Protocol: callbox\r\nSec-WebSocket-Protocol: callbox\r\n",
         "Sec-WebSocket-Protocol"},
    };
    for (const auto& each : rows) {
        const string got = shaken(each.fields);
        cr_expect(got == "-32303: invalid handshake: " + each.wrong, "%s: %s",
                  each.fields.c_str(), got.c_str());
    }
    cr_expect(shaken(good, "HTTP/1.0") == "-32303: invalid handshake: Connection");
}

Test(client_messages_peer, a_response_to_the_handshake_is_not_one_to_the_request) {
    const auto answered = [](const string& response) {
        const auto refuse = [&](peer& p) {
            p.read_head();
            p.send(response);
        };
        websocket_script server({refuse, refuse});
        const string outcome = called(server);
        cr_expect(notified(server) == outcome);
        return outcome;
    };
    const string body = R"({"jsonrpc":"2.0","result":true,"id":1})";
    cr_expect(answered(answer_of(body)) ==
              "-32303: invalid handshake: the server answered 200 OK");
    cr_expect(answered("HTTP/1.1 204 No Content\r\n\r\n") ==
              "-32303: invalid handshake: the server answered 204 No Content");
    cr_expect(answered(answer_of(body, "502 Bad Gateway")) ==
              "-32308: the server answered 502 Bad Gateway");
    cr_expect(answered(answer_of(R"({"id":"x","error":{"code":1,"message":"busy"}})", "503 No")) ==
              "-32307: the server answered 503 No: busy");
}

Test(client_messages_peer, the_fields_of_an_interim_response_are_not_those_of_the_handshake) {
    websocket_script server({[](peer& p) {
        p.send("HTTP/1.1 103 Early Hints\r\nUpgrade: websocket\r\n\r\n");
        p.shake("", "Connection: Upgrade\r\n");
        p.read_all();
    }});
    cr_expect(called(server) == "-32303: invalid handshake: Upgrade");
}

Test(client_messages_peer, an_invalid_frame_is_closed_with_its_code) {
    struct {
        string bytes, code, why;
    } rows[] = {
        {frames::text("{}"), "1002", "a frame is masked"},
        {server_frame(0xc1, "{}"), "1002", "a reserved bit of a frame is set"},
        {server_frame(0x88, "x"), "1002", "truncated close code"},
        {server_frame(0x82, "{}"), "1003", "a message is binary"},
        {server_text("\xff"), "1007", "a message is not UTF-8"},
        {server_text(string(101, 'x')).substr(0, 2), "1009", "a message is longer than 100 bytes"},
    };
    for (const auto& each : rows) {
        websocket_script server({[&](peer& p) {
            p.shake();
            (void)p.next();
            p.send(each.bytes);
            p.read_all();
        }});
        const string got = called(server, {.response_bytes_max = 100});
        cr_expect(got == "-32303: invalid WebSocket: " + each.why, "%s", got.c_str());
        expect(server.heard(), {sent(1), "close " + each.code, "end"});
    }
}

Test(client_messages_peer, a_close_in_place_of_a_response_is_echoed) {
    websocket_script server({[](peer& p) {
        p.shake();
        (void)p.next();
        p.send(server_close(1001));
        p.read_all();
    }});
    cr_expect(called(server) == "-32302: the server closed the WebSocket with code 1001");
    expect(server.heard(), {sent(1), "close 1001", "end"});
}

// The outcome of a call that is answered with the messages and `last`.
string answered_after(const std::vector<string_view>& messages, const string& last) {
    websocket_script server({[&](peer& p) {
        p.shake();
        (void)p.next();
        for (const string_view each : messages) p.send(server_text(each));
        p.send(last);
        p.read_all();
    }});
    return called(server);
}

Test(client_messages_peer, messages_that_are_not_the_response_are_skipped) {
    const std::vector<string_view> others{
        event, R"({"jsonrpc":"2.0","method":"tick","id":1})",
        R"({"jsonrpc":"2.0","result":false,"id":2})",
        R"({"jsonrpc":"2.0","result":false,"id":"1"})",
        R"({"jsonrpc":"2.0","result":false,"id":null})", R"({"jsonrpc":"2.0","result":false})",
        R"([{"jsonrpc":"2.0","result":false,"id":1}])", "[]", "1", "hello", "{"};
    cr_expect(answered_after(others, answer(1)) == "true");
    cr_expect(answered_after(others, server_text(unread)) == "-32700: unread");
    cr_expect(answered_after({}, server_text(R"({"\u0069d":1,"result":"\u0061"})")) ==
              R"("\u0061")");
}

Test(client_messages_peer, the_response_to_a_batch_is_an_array) {
    const std::vector<string> others{string(event), R"({"result":1,"id":1})", "[]",
                                     '[' + string(event) + ']'};
    const auto answered = [&](string_view last) {
        websocket_script server({[&](peer& p) {
            p.shake();
            (void)p.next();
            for (const string& each : others) p.send(server_text(each));
            p.send(server_text(last));
            p.read_all();
        }});
        connection to(server.url());
        const auto [a, b] = to.batch(to.of<int>({"a"}), to.of<int>({"a"}));
        return a && b ? std::to_string(*a) + std::to_string(*b) : a.error().message;
    };
    cr_expect(answered(R"([{"result":5,"id":2},{"result":4,"id":1}])") == "45");
    cr_expect(answered(unread) == "unread");
}

Test(client_messages_peer, events_do_not_extend_the_deadline) {
    websocket_script server({[](peer& p) {
        p.shake();
        (void)p.next();
        while (p.send(server_text(event))) {}
    }});
    cr_expect(called(server, {.timeout_ms = 200}) == "-32301: no response in time");
}

}}  // namespace messages_peer_test
