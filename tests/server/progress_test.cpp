// What calls tell about their progress, in a program, over HTTP, WebSockets and MCP.
#include "calling.hpp"
#include "socket_client.hpp"
#include "stdio_client.hpp"
#include "support/allocations.hpp"
#include "support/frames.hpp"

#include <callbox/later.hpp>

#include <signal.h>

#include <cmath>
#include <mutex>
#include <optional>
#include <vector>

namespace progress_test { namespace {

using callbox::arg, callbox::later, callbox::method;
using namespace std::chrono_literals;
using slow::begun, slow::has, slow::here, slow::open, support::until, support::with;
using made_up::answered, made_up::batch, made_up::sent;

// Tells the first half, and waits at a gate.
std::size_t halves(const callbox::caller& who, std::uint8_t gate) {
    who.progress(1, 2, "half \"way\"");
    return slow::attend(who, gate);
}
// Tells everything for that time; returns how often.
int burst(const callbox::caller& who, int ms) {
    int told = 0;
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(ms);
    while (std::chrono::steady_clock::now() < end) who.progress(++told);
    return told;
}
void odd(const callbox::caller& who) {
    who.progress(std::nan(""));
    who.progress(INFINITY);
    who.progress(1, NAN);
    who.progress(1, 2, "\xff");
    who.progress(-3, -4, std::string(999, 'x') + "\xc3\xa9");
}
int plain(const callbox::caller& who) {
    who.progress(1);
    return 1;
}

std::mutex at_a_time;
std::vector<later<int>> kept;
void keep(later<int> done) {
    done.progress(0.5);  // too early
    const std::lock_guard guard(at_a_time);
    kept.push_back(std::move(done));
    kept.back().progress(1);
}
std::size_t tell(double done, std::optional<double> total) {
    const std::lock_guard guard(at_a_time);
    for (auto& each : kept) each.progress(done, total);
    return kept.size();
}
std::size_t gone() {
    const std::lock_guard guard(at_a_time);
    return static_cast<std::size_t>(std::ranges::count_if(kept, &later<int>::gone));
}
int give(int n) {
    const std::lock_guard guard(at_a_time);
    for (auto& each : std::exchange(kept, {})) each(n);
    return n;
}

constexpr callbox::api methods{
    callbox::thread_safe,
    method<"halves", halves>("", "gate", callbox::blocking),
    method<"burst", burst>("", "ms", callbox::blocking),
    method<"odd", odd>("", callbox::blocking),
    method<"plain", plain>(""),
    method<"keep", keep>(""),
    method<"tell", tell>("", "done", arg("total") = {}),
    method<"gone", gone>(""),
    method<"give", give>("", "n"),
    method<"ping", [] { return std::string_view("pong"); }>("Answers pong."),
};

struct program : wire::served {
    explicit program(const callbox::options& how = options())
        : wire::served(how, [](const callbox::options& o) { return callbox::serve(methods, o); }) {}
    static callbox::options options() {
        callbox::options how = slow::with(2, 8);
        how.websocket = callbox::websocket_mode::on;
        how.mcp = true;
        return how;
    }
};

std::string reported(std::string_view id, std::string_view members) {
    return R"({"jsonrpc":"2.0","method":"rpc.progress","params":{"id":)" + std::string(id) + "," +
           std::string(members) + "}}";
}
const std::string half_way = R"("progress":1,"total":2,"message":"half \"way\"")";

// The data of one stream, a line for each event.
class stream {
public:
    explicit stream(const program& server, std::string_view body,
                    std::string_view accept = "text/event-stream",
                    std::string_view path = "/api")
        : socket_(server.connect()) {
        const std::string fields = "Accept: " + std::string(accept) + "\r\nConnection: close\r\n";
        const std::string request = made_up::posted(body, fields, path);
        (void)::send(socket_.get(), request.data(), request.size(), MSG_NOSIGNAL);
    }
    // The next event; empty at the end.
    std::string next() {
        for (;;) {
            const std::size_t at = got_.find("data: "), end = got_.find("\n\n", at);
            if (at != got_.npos && end != got_.npos) {
                const std::string data = got_.substr(at + 6, end - at - 6);
                got_.erase(0, end + 2);
                return data;
            }
            if (!receive()) return "";
        }
    }
    // What the connection has until it ends, without events that were read.
    std::string rest() {
        while (receive()) {}
        return std::exchange(got_, {});
    }
    void leave() { socket_.close(); }

private:
    bool receive() {
        pollfd one{socket_.get(), POLLIN, 0};
        std::array<char, 16384> some;
        if (::poll(&one, 1, 10'000) != 1) return false;
        const ssize_t count = ::recv(socket_.get(), some.data(), some.size(), 0);
        if (count > 0) got_.append(some.data(), static_cast<std::size_t>(count));
        return count > 0;
    }

    callbox::fd socket_;
    std::string got_;
};

struct caller : slow::client {
    explicit caller(const program& to) : client(to.connect()) {}
};

TestSuite(server_progress, .timeout = 30);

Test(server_progress, a_post_that_accepts_only_a_stream_gets_it_before_the_response) {
    program server;
    stream one(server, sent("halves", "[0]", R"("a")"));
    cr_expect(one.next() == reported(R"("a")", half_way));
    open(0);
    cr_expect(one.next() == answered("0", R"("a")"));
    cr_expect(one.rest() == "\r\n0\r\n\r\n");
    stream refused(server, sent("halves", "[-1]", "2"));
    cr_expect(has(refused.next(), R"("code":-32602)"));
    wire::expect_end(server);
}

Test(server_progress, the_stream_has_its_head_at_once) {
    program server;
    const callbox::fd socket = server.connect();
    const std::string call = made_up::posted(sent("keep", "[]"), "Accept: text/event-stream\r\n");
    (void)::send(socket.get(), call.data(), call.size(), MSG_NOSIGNAL);
    std::array<char, 1024> some;
    const ssize_t count = ::recv(socket.get(), some.data(), some.size(), 0);
    cr_assert(count > 0);
    const std::string got(some.data(), static_cast<std::size_t>(count));
    cr_expect(got.starts_with("HTTP/1.1 200 OK\r\n"));
    for (const auto* field :
         {"\r\nContent-Type: text/event-stream\r\n", "\r\nConnection: close\r\n",
          "\r\nCache-Control: no-store\r\n", "\r\nTransfer-Encoding: chunked\r\n"})
        cr_expect(has(got, field), "%s", got.c_str());
    cr_expect(!has(got, "retry:"));
    caller(server).ask("give", "[1]");
    wire::expect_end(server);
}

Test(server_progress, others_get_only_the_response) {
    program server;
    open(0);
    for (const auto* accept : {"application/json", "*/*", "text/event-stream, application/json",
                               "text/event-stream;q=0"}) {
        stream one(server, sent("halves", "[0]"), accept);
        cr_expect(one.next().empty() && has(one.rest(), "\r\n\r\n" + answered("0")), "%s", accept);
    }
    stream one(server, sent("plain", "[]"));
    cr_expect(one.next().empty() && has(one.rest(), "\r\n\r\n" + answered("1")));
    wire::expect_end(server);
}

Test(server_progress, a_websocket_gets_it_with_the_id_of_the_call) {
    program server;
    slow::socket_client socket(server);
    caller other(server);
    socket.send(frames::text(sent("halves", "[0]", "7")));
    cr_expect(socket.next() == reported("7", half_way) + "\n");
    socket.send(frames::text(sent("keep", "[]", R"("k")")));
    cr_expect(socket.next() == reported(R"("k")", R"("progress":1)") + "\n");
    open(0);
    cr_expect(socket.next() == answered("0", "7") + "\n");
    cr_expect(other.ask("give", "[5]") == answered("5"));
    cr_expect(socket.next() == answered("5", R"("k")") + "\n");
    wire::expect_end(server);
}

Test(server_progress, each_report_has_more_than_the_last) {
    program server;
    stream one(server, sent("keep", "[]"));
    caller other(server);
    cr_expect(one.next() == reported("1", R"("progress":1)"));
    std::atomic<bool> stops = false;
    std::thread tells([&] {  // in vain, until a tenth of a second has passed
        caller by(server);
        for (const auto* what : {"[1]", "[0.5,2]", "[2.5,1e3]"})
            for (int i = 0; i < 50 && !stops; ++i) {
                (void)by.ask("tell", what);
                std::this_thread::sleep_for(5ms);
            }
    });
    cr_expect(one.next() == reported("1", R"("progress":2.5,"total":1000)"));
    stops = true;
    tells.join();
    cr_expect(other.ask("give", "[3]") == answered("3"));
    cr_expect(one.next() == answered("3"));
    wire::expect_end(server);
}

Test(server_progress, ten_a_second_are_sent) {
    program server;
    const auto begin = std::chrono::steady_clock::now();
    stream one(server, sent("burst", "[350]"));
    int count = 0;
    std::string last;
    for (std::string next = one.next(); has(next, "rpc.progress"); next = one.next()) ++count;
    const auto took = std::chrono::steady_clock::now() - begin;
    cr_expect(count >= 2 && count <= took / 100ms + 1, "%d", count);
    wire::expect_end(server);
}

Test(server_progress, what_json_cannot_express_is_not_told) {
    program server;
    stream one(server, sent("odd", "[]"));
    cr_expect(one.next() == reported("1", R"("progress":-3,"total":-4,"message":")" +
                                              std::string(999, 'x') + '"'));
    cr_expect(one.next() == answered("null"));
    wire::expect_end(server);
}

Test(server_progress, a_client_that_closes_its_stream_is_gone) {
    program server;
    caller other(server);
    stream blocks(server, sent("halves", "[1]"));
    stream waits(server, sent("keep", "[]"));
    cr_assert(!blocks.next().empty() && !waits.next().empty() && begun(1));
    blocks.leave();
    waits.leave();
    cr_expect(until([] { return here.alone == 1; }));
    cr_expect(until([&] { return other.ask("gone", "[]") == answered("1"); }));
    cr_expect(other.ask("give", "[3]") == answered("3"));
    wire::expect_end(server);
}

Test(server_progress, a_batch_names_the_call) {
    program server;
    open(0);
    stream one(server, batch({sent("halves", "[0]", "1"), sent("keep", "[]", "2"),
                              sent("plain", "[]", "3")}));
    const std::string first = one.next(), second = one.next();
    const std::string of_1 = reported("1", half_way), of_2 = reported("2", R"("progress":1)");
    cr_expect((first == of_1 && second == of_2) || (first == of_2 && second == of_1));
    cr_expect(caller(server).ask("give", "[4]") == answered("4"));
    cr_expect(one.next() == batch({answered("0", "1"), answered("4", "2"), answered("1", "3")}));
    wire::expect_end(server);
}

Test(server_progress, a_tool_tells_it_to_its_token) {
    program server;
    open(0);
    const auto call = [](std::string_view meta) {
        return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"halves",)"
               R"("arguments":{"gate":0},"_meta":{)" + std::string(meta) + "}}}";
    };
    const std::string both = "application/json, text/event-stream", path = "/api/mcp";
    const std::string answer = answered(
        R"({"content":[{"type":"text","text":"0"}],"structuredContent":{"result":0}})");
    for (const auto* token : {R"("t\u0031")", "12"}) {
        stream one(server, call(R"("progressToken":)" + std::string(token)), both, path);
        cr_expect(one.next() == R"({"jsonrpc":"2.0","method":"notifications/progress",)"
                                R"("params":{"progressToken":)" + std::string(token) + "," +
                                    half_way + "}}");
        cr_expect(one.next() == answer);
        cr_expect(one.rest() == "\r\n0\r\n\r\n");
    }
    for (const auto* meta : {"", R"("progressToken":null)", R"("progressToken":{})"}) {
        stream one(server, call(meta), both, path);
        cr_expect(one.next().empty() && has(one.rest(), "\r\n\r\n" + answer));
    }
    stream one(server, call(R"("progressToken":1)"), "application/json", path);
    cr_expect(one.next().empty() && has(one.rest(), "\r\n\r\n" + answer));
    wire::expect_end(server);
}

Test(server_progress, a_stop_waits_for_the_response_of_a_stream) {
    program server;
    stream one(server, sent("halves", "[0]"));
    slow::socket_client socket(server);
    cr_assert(!one.next().empty() && begun(1));
    server.terminate();
    cr_expect(has(socket.rest(), "close:1001"));  // WebSockets and streams of events close now
    open(0);
    cr_expect(one.next() == answered("0"));
    cr_expect(one.rest() == "\r\n0\r\n\r\n");
    wire::expect_end(server);
}

Test(server_progress, after_drain_timeout_ms_the_stream_has_an_error) {
    program server(with(&callbox::limits::drain_timeout_ms, 100, program::options()));
    stream one(server, sent("keep", "[]"));
    cr_assert(!one.next().empty());
    server.terminate();
    cr_expect(has(one.next(), R"("code":-32003)"));
    cr_expect(one.rest() == "\r\n0\r\n\r\n");
    wire::expect_end(server);
}

callbox::rpc::report report_of(callbox::rpc::ticket t) {
    callbox::rpc::report one{.of = t, .next_from = 0};
    one.members.append(R"("progress":1,"message":")" + std::string(900, 'x') + "\"}");
    return one;
}

template <class Line> void expect_bounded(Line& one) {
    one.takes = 0;
    for (int i = 0; i < 1'000; ++i) {
        cr_assert(one.link.pass(report_of(1), one.now));
        one.go();
    }
    cr_expect(one.link.memory() < 16'384, "%zu", one.link.memory());
    one.takes = SIZE_MAX;
    one.received.clear();
    one.answer(1);
    const std::string end = answered("5");
    cr_expect(one.received.find(end) != std::string::npos, "%s", one.received.c_str());
    std::size_t count = 0;
    for (std::size_t at = 0; (at = one.received.find("rpc.progress", at)) != std::string::npos;)
        ++at, ++count;
    cr_expect(count >= 1 && count <= 16, "%zu", count);
}

Test(server_progress, a_client_that_reads_nothing_costs_a_bounded_memory) {
    net_test::websocket_peer socket;
    socket.send(frames::text(sent("slow", "[5]")));
    expect_bounded(socket);
    net_test::line http(made_up::posted(sent("slow", "[5]"), "Accept: text/event-stream\r\n"));
    cr_assert(http.link.current() == net_test::phase::streaming);
    expect_bounded(http);
    cr_expect(http.link.current() == net_test::phase::lingering);
}

Test(server_progress, a_stream_that_waits_has_comments) {
    net_test::line http(made_up::posted(sent("slow", "[5]"), "Accept: text/event-stream\r\n"));
    http.received.clear();
    http.now = http.link.deadline();
    http.link.expired(http.now);
    http.go();
    cr_expect(http.received == "3\r\n:\n\n\r\n");
    http.answer(1);
    cr_expect(http.received.ends_with("\r\n0\r\n\r\n") && slow::has(http.received, answered("5")));
}

#if ALLOCATIONS_CAN_FAIL
Test(server_progress, a_stream_that_finds_no_memory_answers_no_other_client) {
    callbox::options how;
    how.caller_headers = {"X-Tenant"};
    const std::string call = made_up::posted(sent("slow", "[5]"), "Accept: text/event-stream\r\n");
    const std::string quick = made_up::posted(sent("quick", "[7]", "2"));
    for (std::size_t count = 0, failed = 1; failed > 0; ++count) {
        net_test::line one(how);
        one.unread = call;
        one.received.reserve(10'000);
        {
            const support::failing_allocations one_fails(count, 1);
            try { one.go(); } catch (const std::bad_alloc&) {}  // of the test's executor
            failed = one_fails.failed();
        }
        callbox::net::connection other(one.common);
        other.open(one.now);
        quick.copy(other.room(one.now).data(), quick.size());
        other.received(quick.size(), one.now);
        cr_expect(other.unsent().ends_with("\r\n\r\n" + answered("7", "2")), "%zu", count);
        other.close();
    }
}
#endif

}}  // namespace progress_test
