// Events as the response to a POST, in memory.
#include "events.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <cstdio>
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
    s.http.link.stop(s.http.now);
    cr_expect(eq(str, s.taken(), "0\r\n\r\n"));
}

}}  // namespace event_stream_test
