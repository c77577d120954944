// What the loop does with sockets: a server in a process of its own, and clients that read slowly
// or are too many.
#include "blocking.hpp"

#include <deque>
#include <string>

namespace loop_test { namespace {

using namespace slow;

constexpr std::size_t large = 15'000'000;  // more than any socket takes at once

// How much of such an answer comes, when 120 kB a second are read for a while, and then the rest.
std::size_t read_slowly(const program& server, std::chrono::milliseconds how_long) {
    const callbox::fd socket = server.connect();
    const std::string call = post(sent("repeat", "[" + std::to_string(large) + "]"));
    cr_assert(::send(socket.get(), call.data(), call.size(), 0) == ssize_t(call.size()));
    std::string some(1 << 16, 0);
    std::size_t got = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (;;) {
        const auto past = std::chrono::steady_clock::now() - begin;
        const bool is_slow = past < how_long;
        if (is_slow && got > static_cast<std::size_t>(past / 1ms) * 120) {
            std::this_thread::sleep_for(10ms);
            continue;
        }
        const auto count = ::recv(socket.get(), some.data(), is_slow ? 1'000 : some.size(), 0);
        if (count <= 0) return got;
        got += static_cast<std::size_t>(count);
        if (got > large && some[static_cast<std::size_t>(count) - 1] == '}') return got;
    }
}

TestSuite(server_loop, .timeout = 60);

// EPOLLOUT, which comes when a third of the socket's buffer is free, or three quarters of a unix
// socket's, comes too late.
Test(server_loop, who_reads_steadily_but_slowly_is_served_to_the_end) {
    for (const bool is_unix : {false, true}) {
        const place at;
        callbox::options how = with(1, 1);
        if (is_unix) how.listen = {at.address()};
        how.limits.write_timeout_ms = 1'000;
        program server(how);
        cr_expect(read_slowly(server, 2'200ms) > large, "%s", how.listen[0].c_str());
        expect_end(server);
    }
}

Test(server_loop, who_reads_slower_than_write_rate_min_is_closed) {
    callbox::options how = with(1, 1);
    how.limits.write_timeout_ms = 250;
    how.limits.write_rate_min = 50'000'000;
    program server(how);
    cr_expect(read_slowly(server, 3'000ms) < large);  // of which the server needs 250
    expect_end(server);
}

// Beside the one that is served, 64 are told at once.
Test(server_loop, of_connections_over_the_limit_64_are_told_and_the_others_closed) {
    callbox::options how = with(1, 1);
    how.limits.connections_max = 1;
    how.limits.linger_timeout_ms = 20'000;
    program server(how);
    client served(server);
    cr_expect(served.pings());
    std::deque<client> all;
    for (int i = 0; i < 80; ++i) all.emplace_back(server);
    int told = 0;
    for (client& each : all) {
        const wire::answer got = each.next();
        cr_expect(got.status == 503 || got.status == 0, "%d", got.status);
        if (got.status == 503) ++told;
    }
    cr_expect(told == 64, "%d", told);
    cr_expect(served.pings());
    all.clear();
    expect_end(server);
}

}}  // namespace loop_test
