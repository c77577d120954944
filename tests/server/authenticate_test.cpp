// options::authenticate: the program recognizes the senders of requests and of WebSockets.
#include "events.hpp"
#include "socket_client.hpp"

#include <criterion/criterion.h>

#include <sys/socket.h>

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace authenticate_test { namespace {

using namespace slow;
using callbox::failure, callbox::identity, callbox::request_head, callbox::result;
using namespace std::chrono_literals;

std::string who(const callbox::caller& from) { return std::string(from.token); }
std::string trace(const callbox::caller& from) {
    return std::string(from.header("x-request-id").value_or("none")) + ' ' +
           std::string(from.header("Authorization").value_or("none"));
}

constexpr callbox::api of_senders{
    callbox::thread_safe,
    method<"who", who>("The sender."),
    method<"secret", who>("For some.", callbox::scope("admin")),
    method<"trace", trace>("A header field."),
    method<"trace.slowly", trace>("The same.", blocking),
    method<"ping", [] { return std::string_view("pong"); }>("Answers pong."),
};

// Gates of the stage: whether the program still knows "left".
constexpr std::size_t forgets_left = 1;

result<identity> recognized(const request_head& head) {
    ++here.begun;
    const std::string name(head.bearer);
    if (name == "throws") throw std::runtime_error("on purpose");
    if (name == "banned") return failure{403, "\"banned\" may do nothing"};
    if (name == "left" && here.open[forgets_left]) return failure{401, "gone"};
    if (name == "session" && head.field("x-session") == "7" && head.field("HOST") == "localhost" &&
        !head.field("X-Other") && head.peer.starts_with("127.0.0.1:") && !head.uid)
        return identity{"of session", {"who", "secret"}};
    if (name == "root") return identity{"root", {"*", "scope:admin"}, 10min};
    if (name.empty()) return failure{401, "say who you are"};
    return identity{name, {"ping", "said", "trace*", "who"}};
}

callbox::options open_to_senders() {
    callbox::options how = net_test::with_websockets(with(1, 8));
    how.authenticate = recognized;
    how.log_level = callbox::log_level::info;
    return how;
}
struct server_of_senders : wire::served {
    explicit server_of_senders(const callbox::options& how = open_to_senders())
        : wire::served(how, [](const callbox::options& all) {
              return callbox::serve(of_senders, all);
          }) {}
};

std::string request(std::string_view method, std::string_view fields,
                    std::string_view path = "/api") {
    const std::string body = sent(method, "[]");
    return "POST " + std::string(path) + " HTTP/1.1\r\nHost: localhost\r\n" +
           std::string(fields) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
           body;
}
std::string bearer(std::string_view name) {
    return "Authorization: Bearer " + std::string(name) + "\r\n";
}
wire::answer answer_to(client& by, std::string_view method, std::string_view fields) {
    by.send(request(method, fields));
    return by.next();
}

void end(wire::served& server) {
    server.terminate();
    cr_expect(server.exit_status(10'000) == 0);
}

TestSuite(server_authenticate, .timeout = 60);

Test(server_authenticate, it_names_the_sender_and_what_it_may_call) {
    server_of_senders server;
    client one(server.connect());
    cr_expect(answer_to(one, "who", bearer("ann")).body == answered("\"ann\""));
    cr_expect(has(answer_to(one, "secret", bearer("ann")).body, "-32601"));
    cr_expect(answer_to(one, "secret", bearer("root")).body == answered("\"root\""));
    cr_expect(answer_to(one, "secret", bearer("session") + "X-Session: 7\r\n").body ==
              answered("\"of session\""));
    cr_expect(answer_to(one, "who", bearer("session") + "X-Session: 8\r\n").body ==
              answered("\"session\""));
    end(server);
    cr_expect(has(server.said(), " token=\"of session\""), "%s", server.said().c_str());
}

Test(server_authenticate, it_refuses_with_its_reason) {
    server_of_senders server;
    client one(server.connect());
    const wire::answer unknown = answer_to(one, "who", "");
    cr_expect(unknown.status == 401 && has(unknown.body, "Invalid Request: say who you are"), "%s",
              unknown.body.c_str());
    cr_expect(*unknown.field("WWW-Authenticate") == "Bearer realm=\"callbox\"");
    const wire::answer banned = answer_to(one, "who", bearer("banned"));
    cr_expect(banned.status == 403 && has(banned.body, R"(\"banned\" may do nothing)"));
    const wire::answer thrown = answer_to(one, "who", bearer("throws"));
    cr_expect(thrown.status == 500 && has(thrown.body, "the sender cannot be recognized"));
    one.send("GET /api/openrpc.json HTTP/1.1\r\nHost: localhost\r\n\r\n");
    cr_expect(one.next().status == 401);
    one.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
    cr_expect(one.next().status == 200);
    end(server);
    cr_expect(has(server.said(), "authenticate threw"));
}

Test(server_authenticate, it_is_asked_for_each_request_unless_its_answer_is_remembered) {
    server_of_senders server;
    client one(server.connect());
    for (int i = 0; i < 10; ++i)
        cr_expect(answer_to(one, "who", bearer("ann")).body == answered("\"ann\""));
    cr_expect(here.begun == 10, "%d", here.begun.load());
    for (int i = 0; i < 10; ++i)
        cr_expect(answer_to(one, "who", bearer("root")).body == answered("\"root\""));
    const int asked = here.begun;
    for (int i = 0; i < 10; ++i)
        cr_expect(answer_to(one, "who", bearer("root")).body == answered("\"root\""));
    cr_expect(here.begun == asked, "%d, %d", asked, here.begun.load());
    end(server);
}

Test(server_authenticate, a_websocket_ends_when_its_sender_is_refused) {
    server_of_senders server;
    socket_client one(server, bearer("left"));
    one.call("who", "[]");
    cr_expect(one.next() == answered("\"left\"") + '\n');
    one.call("secret", "[]");
    cr_expect(has(one.next(), "-32601"));
    const int asked = here.begun;
    cr_expect(until([&] { return here.begun > asked; }));
    one.call("who", "[]");
    cr_expect(one.next() == answered("\"left\"") + '\n');
    open(forgets_left);
    cr_expect(one.rest() == "close:1008\n");
    end(server);
    cr_expect(has(server.said(), "token=left code=1008 reason=\"the sender is no longer recogni"),
              "%s", server.said().c_str());
}

Test(server_authenticate, a_browsers_token_is_the_bearer) {
    server_of_senders server;
    socket_client one(server, "Sec-WebSocket-Protocol: callbox, bearer.cm9vdA\r\n");
    one.call("secret", "[]");
    cr_expect(one.next() == answered("\"root\"") + '\n');
    server.terminate();
    cr_expect(one.rest() == "close:1001\n");
    cr_expect(server.exit_status(10'000) == 0);
}

Test(server_authenticate, functions_read_the_header_fields_that_are_listed) {
    callbox::options how = open_to_senders();
    how.caller_headers = {"X-Session", "X-Request-ID"};
    server_of_senders server(how);
    client one(server.connect());
    const std::string id = bearer("ann") + "X-Request-Id:  r 1 \r\nX-Request-Id: r 2\r\n";
    for (const std::string_view method : {"trace", "trace.slowly"}) {
        cr_expect(answer_to(one, method, id).body == answered("\"r 1 none\""));
        cr_expect(answer_to(one, method, bearer("ann")).body == answered("\"none none\""));
    }
    socket_client socket(server, id);
    for (const std::string_view method : {"trace", "trace.slowly"}) {
        socket.call(method, "[]");
        cr_expect(socket.next() == answered("\"r 1 none\"") + '\n');
    }
    server.terminate();
    cr_expect(socket.rest() == "close:1001\n");
    cr_expect(server.exit_status(10'000) == 0);
}

Test(server_authenticate, a_stream_of_events_ends_too) {
    wire::served server(open_to_senders(), [](const callbox::options& all) {
        static published::store state;
        return callbox::serve(published::rows, state, all);
    });
    const std::string fields = bearer("left") + "Accept: text/event-stream\r\n";
    client one(server.connect());
    cr_expect(has(answer_to(one, "changed", fields).body, "-32601"));
    const callbox::fd socket = server.connect();
    const std::string stream = request("said", fields);
    cr_assert(::send(socket.get(), stream.data(), stream.size(), MSG_NOSIGNAL) ==
              static_cast<ssize_t>(stream.size()));
    cr_assert(until([] { return here.begun > 2; }));  // the stream is recognized again
    open(forgets_left);
    std::string all;
    std::array<char, 4096> some;
    for (ssize_t count = 1; count > 0 && all.size() < 10'000;) {
        count = ::recv(socket.get(), some.data(), some.size(), 0);
        if (count > 0) all.append(some.data(), static_cast<std::size_t>(count));
    }
    cr_expect(all.starts_with("HTTP/1.1 200 ") && has(all, R"("reason":"scope")"), "%s",
              all.c_str());
    end(server);
}

Test(server_authenticate, a_token_file_beside_it_is_an_error) {
    const place folder;
    callbox::options how = open_to_senders();
    how.token_file = folder.put("tokens", "one 0123456789abcdef *\n");
    const std::string why = callbox::server(of_senders, how).start();
    cr_expect(has(why, "there is a token file, and the program recognizes senders"), "%s",
              why.c_str());
}

}}  // namespace authenticate_test
