// Calls over a WebSocket to a server that pings, sends events, closes and misbehaves.
#include "server/scripted.hpp"
#include "websocket_peer.hpp"

#include <callbox/connection.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <type_traits>

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
constexpr string_view event = R"({"jsonrpc":"2.0","method":"tick","params":[1]})";

// "true", or "-32301: message" without the URL.
template <class T> string shown_of(const callbox::result<T>& got, const string& url) {
    if (!got) {
        const string begin = url + ": ";
        const string& why = got.failure().message;
        return std::to_string(got.failure().code) + ": " +
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

}}  // namespace messages_peer_test
