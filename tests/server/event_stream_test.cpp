// Events as the response to a POST, in memory.
#include "events.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace event_stream_test { namespace {

using namespace published;

std::string stream_request(std::string_view body, std::string_view version = "1.1",
                           std::string_view accept = "text/event-stream") {
    return "POST /api HTTP/" + std::string(version) + "\r\nHost: localhost\r\nAccept: " +
           std::string(accept) + "\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + std::string(body);
}

struct stream {
    store state;
    line http{{}, true, {rows, state}};

    explicit stream(std::string_view request) { http.send(request); }
    std::string taken() {
        http.go();
        return std::exchange(http.received, {});
    }
};

std::string chunk(const std::string& text) {
    char size[17];
    (void)std::snprintf(size, sizeof size, "%zx", text.size());
    return size + ("\r\n" + text) + "\r\n";
}
std::string without_line_end(std::string text) {
    text.pop_back();
    return text;
}

Test(server_event_stream, a_post_that_accepts_a_stream_gets_one) {
    stream s(stream_request(sent("changed", "[]")));
    const std::string got = s.taken();
    const std::size_t end = got.find("\r\n\r\n");
    cr_expect(eq(str, got.substr(0, end),
                 "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
                 "Content-Type: text/event-stream\r\nConnection: close\r\n"
                 "Cache-Control: no-store\r\nX-Accel-Buffering: no\r\n"
                 "Transfer-Encoding: chunked\r\nX-Content-Type-Options: nosniff"));
    cr_expect(eq(str, got.substr(end + 4),
                 chunk("retry: 1000\n") +
                     chunk("data: " + without_line_end(response("\"1\"")) + "\n\n")));
    s.state.receive("A", 1);
    cr_expect(eq(str, s.taken(),
                 chunk("data: " + without_line_end(change_of("1", "A", 1)) + "\n\n")));
    cr_expect(s.http.link.current() == phase::streaming);
    s.http.now = s.http.link.deadline();
    s.http.link.expired(s.http.now);
    cr_expect(eq(str, s.taken(), chunk(":\n\n")));
    cr_expect(s.http.link.deadline() == s.http.now + 15'000);  // of the next comment
    s.http.end();
    cr_expect(s.http.link.current() == phase::closed);
}

Test(server_event_stream, with_http_1_0_the_stream_lasts_until_the_connection_closes) {
    stream s(stream_request(sent("changed", "[]"), "1.0"));
    const std::string got = s.taken();
    cr_expect(got.find("Transfer-Encoding") == got.npos);
    cr_expect(got.ends_with("\r\n\r\nretry: 1000\ndata: " +
                            without_line_end(response("\"1\"")) + "\n\n"), "%s", got.c_str());
    s.state.receive("A", 1);
    cr_expect(eq(str, s.taken(), "data: " + without_line_end(change_of("1", "A", 1)) + "\n\n"));
}

Test(server_event_stream, only_a_single_call_of_an_event_begins_a_stream) {
    const std::string call = sent("changed", "[]");
    const std::string others[] = {
        stream_request(sent("count", "[]")), stream_request(batch({call})),
        stream_request(sent("changed", "[1]")), stream_request(call, "1.1", "*/*"),
        stream_request(call, "1.1", "application/json, text/event-stream;q=0"),
        stream_request("{"), stream_request(notified("changed", "[]"))};
    for (const std::string& each : others) {
        stream s(each);
        cr_expect(s.http.link.current() == phase::idle, "%s", each.c_str());
        const std::string got = s.taken();
        cr_expect(got.find("Type: text/event-stream") == got.npos, "%s", got.c_str());
    }
    for (const std::string_view accept :
         {"application/json, text/event-stream", "Text/Event-Stream;q=0.5", "text/event-stream"}) {
        stream s(stream_request(call, "1.1", accept));
        cr_expect(s.http.link.current() == phase::streaming, "%s", std::string(accept).c_str());
    }
}

Test(server_event_stream, a_stream_ends_with_its_subscription) {
    stream s(stream_request(sent("changed", R"(["broken"])")));
    (void)s.taken();
    s.state.receive("A", 1);
    cr_expect(eq(str, s.taken(),
                 chunk("data: " + without_line_end(end_of("changed", "1", "filter", 0)) +
                       "\n\n") + "0\r\n\r\n"));
    cr_expect(s.http.link.current() == phase::lingering);
}

Test(server_event_stream, a_server_that_stops_ends_streams) {
    stream s(stream_request(sent("changed", "[]")));
    (void)s.taken();
    s.http.common.closes_websockets = callbox::websocket::close_code::going_away;
    s.http.link.stop(s.http.now);
    cr_expect(eq(str, s.taken(), "0\r\n\r\n"));
    cr_expect(s.http.link.current() == phase::lingering);
}

Test(server_event_stream, a_stream_that_is_being_written_ends_too) {
    stream s("");
    s.http.takes = 5;
    s.http.send(stream_request(sent("changed", "[]")));
    cr_assert(s.http.link.current() == phase::writing);
    s.http.common.closes_websockets = callbox::websocket::close_code::going_away;
    s.http.link.stop(s.http.now);
    s.http.takes = SIZE_MAX;
    cr_expect(s.taken().ends_with("0\r\n\r\n"));
    cr_expect(s.http.link.current() == phase::lingering);
}

Test(server_event_stream, a_stream_that_begins_while_the_server_stops_ends) {
    stream s("");
    s.http.common.closes_websockets = callbox::websocket::close_code::going_away;
    s.http.send(stream_request(sent("changed", "[]")));
    cr_expect(s.taken().ends_with("\n\n\r\n0\r\n\r\n"));
    cr_expect(s.http.link.current() == phase::lingering);
}

// ------------------------------------------------------------------------------------------ hooks

callbox::result<void> only_some(const callbox::seen_call& c) {
    if (c.params.find("refused") != c.params.npos) return callbox::failure{403, "not you"};
    return {};
}
void check(const callbox::seen_call& c, const callbox::seen_end& end) {
    if (c.method == "said" && !end.error_code) throw std::runtime_error("on purpose");
}
constexpr callbox::api hooked =
    callbox::with<rows>(callbox::after<check>, callbox::before<only_some>,
                        callbox::fails(403, "not you"));

Test(server_event_stream, a_call_that_fails_by_a_hook_leaves_no_subscription) {
    for (const bool is_websocket : {true, false}) {
        store state;
        line http(with_websockets(), true, {hooked, state});
        if (is_websocket) http.send(handshake());
        const auto subscribe = [&](std::string_view name, std::string_view params) {
            http.received.clear();
            const std::string call = sent(name, params);
            http.send(is_websocket ? frames::text(call) : stream_request(call));
            return http.received;
        };
        cr_expect(subscribe("said", "[]").find("-32603") != std::string::npos);
        cr_expect(subscribe("changed", R"(["refused"])").find("403") != std::string::npos);
        cr_expect(eq(u64, http.site.events()->counts().subscriptions.get(), 0));
        state.said.publish("text");
        state.receive("refused", 1);
        http.received.clear();
        http.go();
        cr_expect(eq(str, http.received, ""));
        cr_expect(subscribe("changed", "[]").find("\"result\":\"") != std::string::npos);
        if (is_websocket) cr_expect(subscribe("said", "[]").find("-32603") != std::string::npos);
        state.receive("A", 1);
        http.go();
        cr_expect(http.received.find("\"sku\":\"A\"") != std::string::npos, "it stays");
    }
}

// ----------------------------------------------------------------------------------------- tokens

constexpr std::string_view token = "0123456789abcdef0";

callbox::site::tokens holders(std::string_view scopes) {
    callbox::site::tokens all;
    std::string line = "one " + std::string(token) + ' ' + std::string(scopes) + '\n';
    if (scopes.empty()) line = "other 0123456789abcdef1 *\n";
    cr_assert(callbox::site::tokens::read(line, all).empty());
    return all;
}

// A client with a token that is replaced by SIGHUP.
struct authorized {
    store state;
    line http{with_websockets(with(&callbox::options::token_file, "/tokens")), true,
              {rows, state}};

    authorized() { http.site.admit(holders("*")); }
    std::string taken() {
        http.go();
        return std::exchange(http.received, {});
    }
    static std::string field() { return "Authorization: Bearer " + std::string(token) + "\r\n"; }
    void replace(std::string_view scopes) {
        callbox::site::tokens next = holders(scopes);
        std::vector<callbox::rpc::view> views = http.site.views_of(next);
        http.link.admit(next, views);
        http.site.admit(std::move(next), std::move(views));
    }
};

Test(server_event_stream, a_stream_ends_when_its_token_loses_the_right) {
    for (const std::string_view scopes : {"count", ""}) {
        authorized a;
        std::string request = stream_request(sent("changed", "[]"));
        request.insert(request.find("Accept"), authorized::field());
        a.http.send(request);
        cr_expect(a.taken().find("200 OK") != std::string::npos);
        a.replace("chang*");
        a.state.receive("A", 1);
        cr_expect(eq(str, a.taken(),
                     chunk("data: " + without_line_end(change_of("1", "A", 1)) + "\n\n")));
        a.replace(scopes);
        a.state.receive("A", 2);
        cr_expect(eq(str, a.taken(),
                     chunk("data: " + without_line_end(end_of("changed", "1", "scope", 1)) +
                           "\n\n") + "0\r\n\r\n"));
    }
}

Test(server_event_stream, subscriptions_outside_the_new_scopes_end) {
    authorized a;
    a.http.send(handshake(authorized::field()));
    a.http.send(frames::text(sent("changed", "[]")) + frames::text(sent("state", "[]")));
    (void)a.taken();
    a.replace("state");
    a.state.receive("A", 1);
    a.state.state.publish(2);
    const std::string got = shown_frames(a.taken());
    const std::string ended = end_of("changed", "1", "scope", 1);
    cr_expect(got.find(ended) != got.npos, "%s", got.c_str());
    cr_expect(got.find(event_of("state", "2", R"("result":2)")) != got.npos, "%s", got.c_str());
    cr_expect(got.find("\"sku\"") == got.npos, "%s", got.c_str());
    a.http.send(frames::text(sent("changed", "[]")));
    cr_expect(shown_frames(a.taken()).find("-32601") != std::string::npos);
}

}}  // namespace event_stream_test
