// The promise that a call takes nothing from the heap: the whole way, from bytes in to bytes out.
// And that what is told when there is no memory takes none.
#include "app/methods.hpp"
#include "base/fixed_text.hpp"
#include "observe/logger.hpp"
#include "server/connection.hpp"
#include "server/supervisor.hpp"
#include "support/allocations.hpp"
#include "support/frames.hpp"
#include "support/logs.hpp"
#include "support/with.hpp"

#include <criterion/criterion.h>

#include <poll.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace allocation_test { namespace {

using namespace callbox;

using silence = support::quiet_log;

// A server without sockets that one peer talks to.
struct one_connection {
    explicit one_connection(observe::logger& log_, const callbox::options& with = {})
        : log(log_), how(with) {
        common.date = "Sun, 06 Nov 1994 08:49:37 GMT";
        link.open(0);
    }

    observe::logger& log;
    callbox::options how;
    site::site answers{demo::methods, nullptr, how, true, log};
    net::shared_state common{answers, how.limits};
    net::connection link{common};

    // How often the heap was asked while one read brought these requests and their answers left.
    std::size_t allocations(std::string_view requests, std::string_view status = "200") {
        const auto to = link.room(0);
        std::copy(requests.begin(), requests.end(), to.begin());
        support::allocations();
        link.received(requests.size(), 0);
        const bool answered = link.unsent().substr(9, 3) == status;
        link.sent(link.unsent().size(), 0);
        const auto count = support::allocations();
        cr_assert(answered);
        cr_assert(link.current() == net::phase::idle);
        return count;
    }
};

std::string post(std::string_view body, std::string_view path = "/api",
                 std::string_view fields = "") {
    return "POST " + std::string(path) + " HTTP/1.1\r\nHost: localhost:8080\r\n" +
           std::string(fields) + "Content-Type: application/json\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

// Keeps the last line, without memory of its own.
struct last_line final : support::null_sink {
    std::array<char, 200> text{};
    std::size_t size = 0;
    void put(log_level, std::string_view told, std::uint64_t = 0) override {
        size = told.substr(0, told.size() - 1).copy(text.data(), text.size());
    }
    std::string_view view() const { return {text.data(), size}; }
};

constexpr int learning_max = 4;  // messages until the fast path knows their requests

Test(server_allocation, the_count_sees_what_is_taken) {
    support::allocations();
    const std::string long_enough(1000, 'x');
    cr_assert(long_enough.size() == 1000);
    cr_assert(support::allocations() > 0);
}

Test(server_allocation, a_call_takes_nothing_once_it_is_known) {
    silence log;
    one_connection s(log);
    const std::string ping = post(R"({"jsonrpc":"2.0","method":"ping","id":1})");
    const std::string add = post(R"({"jsonrpc":"2.0","method":"math.add","params":[2,3],"id":1})");
    const std::string mul =
        post(R"({"jsonrpc":"2.0","method":"math.mul","params":{"a":2,"b":3},"id":"\u0061"})");
    for (int i = 0; i < learning_max; ++i) s.allocations(ping + add + mul);
    for (const std::string& request : {ping, add, mul, ping + add + mul, add + add})
        cr_expect(s.allocations(request) == 0, "%s", request.c_str());
}

Test(server_allocation, a_batch_takes_nothing_once_its_requests_are_known) {
    silence log;
    one_connection s(log);
    std::string batch = "[";
    for (int i = 0; i < 100; ++i)
        batch += R"({"jsonrpc":"2.0","method":"math.add","params":[2,3],"id":1},)";
    batch.back() = ']';
    for (int i = 0; i < learning_max; ++i) s.allocations(post(batch));
    cr_expect(s.allocations(post(batch)) == 0);
}

Test(server_allocation, a_call_over_a_websocket_takes_nothing_once_it_is_known) {
    silence log;
    one_connection s(log, support::with(&options::websocket, websocket_mode::on));
    const auto allocations = [&](std::string_view bytes) {
        const auto to = s.link.room(0);
        std::copy(bytes.begin(), bytes.end(), to.begin());
        support::allocations();
        s.link.received(bytes.size(), 0);
        s.link.sent(s.link.unsent().size(), 0);
        cr_assert(s.link.current() == net::phase::websocket);
        return support::allocations();
    };
    cr_expect(allocations("GET /api HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                          "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n") > 0);
    const std::string call =
        frames::text(R"({"jsonrpc":"2.0","method":"math.add","params":[2,3],"id":1})");
    for (int i = 0; i < learning_max; ++i) allocations(call);
    for (const std::string& bytes : {call, call + call, frames::ping("x") + call})
        cr_expect(allocations(bytes) == 0);
}

Test(server_allocation, a_call_of_a_tool_takes_nothing_after_the_first) {
    silence log;
    one_connection s(log, support::with(&options::mcp, true));
    const std::string begin = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)"
                              R"({"name":"math_add","arguments":{"a":2,"b":3})";
    const std::string legacy = post(begin + "}}", "/api/mcp");
    const std::string modern =
        post(begin + R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                     R"("io.modelcontextprotocol/clientCapabilities":{}}}})",
             "/api/mcp",
             "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\n"
             "Mcp-Name: math_add\r\n");
    s.allocations(legacy + modern);
    s.allocations(legacy + modern);
    for (const std::string& request : {legacy, modern, legacy + modern, legacy + legacy})
        cr_expect(s.allocations(request) == 0, "%s", request.c_str());
}

Test(server_allocation, a_refusal_that_is_logged_takes_no_more_than_one_that_is_not) {
    std::size_t taken[2] = {};
    for (const bool is_logged : {false, true}) {
        callbox::options how;
        if (is_logged) how.log_level = log_level::info;
        const observe::log_style style(how);
        observe::logger log(style, 1);
        one_connection s(log);
        const std::string none = "GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n";
        s.allocations(none, "404");
        taken[is_logged ? 1 : 0] = s.allocations(none, "404");
    }
    cr_expect(taken[0] == taken[1], "%zu, %zu", taken[0], taken[1]);
}

Test(server_allocation, an_upgrade_that_fails_takes_nothing) {
    struct row {
        std::vector<std::string> program;
        std::string_view why;
    };
    const row rows[] = {{{"/bin/false"}, "it ended with status 1"},
                        {{"/bin/sh", "-c", "kill -9 $$"}, "signal 9 ended it"}};
    for (const row& each : rows) {
        system::stop_signals stop;
        cr_assert(stop.take());
        last_line last;
        observe::logger log(observe::plain_style, 100, last);
        system::upgrade_helper anew;
        cr_assert(anew.open(each.program, 10'000, {{STDIN_FILENO, false}}).empty());
        net::supervisor supervisor({}, std::move(anew), stop, log);
        (void)::raise(SIGUSR2);
        support::allocations();
        supervisor.on_signal();
        pollfd report{supervisor.get(), POLLIN, 0};
        cr_assert(::poll(&report, 1, 10'000) == 1);
        supervisor.on_readable();
        cr_expect(support::allocations() == 0, "%s", each.program[0].c_str());
        cr_expect(last.view().ends_with(std::string(": ").append(each.why)), "%.*s",
                  static_cast<int>(last.size), last.text.data());
    }
}

Test(server_allocation, a_log_with_lines_left_out_takes_nothing) {
    const observe::log_style style(callbox::options{});
    observe::logger log(style, 1);
    while (now_ms() % 1000 > 900) ::usleep(1'000);  // both lines in one second
    log.warn("one");
    log.warn("one too many");
    const time_ms second = now_ms() / 1000;
    while (now_ms() / 1000 == second) ::usleep(1'000);
    support::allocations();
    log.flush();
    cr_expect(support::allocations() == 0);
}

Test(server_allocation, a_sentence_ends_where_its_room_does) {
    const fixed_text whole{"status ", digits(-2147483648), ", ", digits(0)};
    cr_expect(std::string_view(whole) == "status -2147483648, 0");
    const std::string much(100, 'x');
    const fixed_text cut{much, much};
    cr_expect(std::string_view(cut) == std::string(160, 'x'));
}

}}  // namespace allocation_test
