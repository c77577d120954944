// Calls over a WebSocket: by callbox::connection, to a server of this process.
#include "server/hosted.hpp"
#include "server/scripted.hpp"
#include "support/folder.hpp"
#include "support/with.hpp"

#include "client/url.hpp"

#include <callbox/connection.hpp>

#include <criterion/criterion.h>

#include <atomic>
#include <string>
#include <string_view>

namespace messages_test { namespace {

using callbox::connection, callbox::json, callbox::options;
using std::string, std::string_view;
using support::with;

std::atomic<int> noted = 0;
constexpr callbox::api methods{
    callbox::thread_safe,
    callbox::method<"echo", [](callbox::json any) { return any; }>("", "any"),
    callbox::method<"slow", [](callbox::json any) { return any; }>("", "any", callbox::blocking),
    callbox::method<"note", [] { ++noted; }>(""),
};

options served(options how = {}) {
    how.websocket = callbox::websocket_mode::on;
    how.limits.linger_timeout_ms = 50;
    if (how.listen == options().listen) how.listen = {"127.0.0.1:0"};
    return how;
}
struct host {
    explicit host(const options& how = served()) : server(methods, how), at(server) {}
    string url() const { return "ws://" + at.where[0] + "/api"; }
    callbox::server server;
    hosted::running at;
};
string shown(const callbox::result<json>& got) {
    return got ? string(got->text())
               : std::to_string(got.error().code) + ": " + got.error().message;
}
json array_of(string_view text) { return *json::parse(string(text)); }

TestSuite(client_messages, .timeout = 60);

Test(client_messages, calls_are_answered_over_one_connection) {
    host one;
    connection to(one.url());
    cr_expect(shown(to.call_json("echo", array_of(R"([{"a":[1.50]}])"))) == R"({"a":[1.50]})");
    cr_expect(shown(to.call_json("slow", array_of("[null]"))) == "null");
    const string large = '"' + string(200'000, 'x') + '"';
    cr_expect(shown(to.call_json("echo", array_of('[' + large + ']'))) == large);
    cr_expect(to.call_json("none").error().code == -32601);
}

Test(client_messages, a_notification_is_executed) {
    host one;
    connection to(one.url());
    cr_expect(static_cast<bool>(to.notify_json("note")));
    cr_expect(noted == 1);
    cr_expect(shown(to.call_json("echo", array_of("[2]"))) == "2");
}

Test(client_messages, a_refused_handshake_is_reported) {
    host off(with(&options::websocket, callbox::websocket_mode::off, served()));
    const auto got = connection(off.url()).call_json("echo");
    cr_expect(got.error().code == callbox::transport::other_status);
    cr_expect(shown(got).find("405 Method Not Allowed") != string::npos, "%s", shown(got).c_str());
    const support::folder folder;
    const string token = "0123456789abcdef0";
    host guarded(with(&options::token_file, folder.put("tokens", "a " + token + " *\n"),
                      served()));
    using callbox::transport::unauthorized;
    cr_expect(connection(guarded.url()).call_json("echo").error().code == unauthorized);
    connection right(guarded.url(), {.token = token});
    cr_expect(shown(right.call_json("echo", array_of("[1]"))) == "1");
    scripted_server wrong({{"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                            "Connection: Upgrade\r\nSec-WebSocket-Accept: wrong\r\n\r\n"}});
    const auto accept = connection("ws://" + wrong.where()).call_json("echo");
    cr_expect(shown(accept).find("Sec-WebSocket-Accept") != string::npos, "%s",
              shown(accept).c_str());
}

Test(client_messages, a_server_that_stops_is_reported_or_left) {
    host one;
    connection to(one.url());
    cr_expect(shown(to.call_json("echo", array_of("[1]"))) == "1");
    one.server.stop();
    one.at.end();
    cr_expect(to.call_json("echo", array_of("[1]")).error().code ==
              callbox::transport::cannot_connect);
}

Test(client_messages, a_unix_socket_has_a_url_too) {
    const support::folder folder;
    host one(with(&options::listen, {folder.address()}, served()));
    connection to("ws+unix:" + folder.path() + ":/api");
    cr_expect(shown(to.call_json("echo", array_of("[1]"))) == "1");
}

Test(client_messages, urls) {
    const auto parsed = [](string_view text) {
        callbox::net::url out;
        const string why = callbox::net::parse_endpoint(text, out);
        if (!why.empty()) return why;
        return string(out.websocket ? "ws " : "http ") + out.host + out.socket + ' ' + out.target;
    };
    cr_expect(parsed("ws://localhost:8080/x") == "ws localhost /x");
    cr_expect(parsed("WS://[::1]") == "ws [::1] /api");
    cr_expect(parsed("ws+unix:/run/x.sock:/y") == "ws /run/x.sock /y");
    cr_expect(parsed("http://localhost/x") == "http localhost /x");
    cr_expect(parsed("unix:/run/x.sock") == "http /run/x.sock /api");
    for (const string_view wrong : {"ws+http://a/", "ws:/a", "ws+://a", "wss://a/"})
        cr_expect(!parsed(wrong).starts_with("ws ") && !parsed(wrong).starts_with("http "), "%s",
                  parsed(wrong).c_str());
}

}}  // namespace messages_test
