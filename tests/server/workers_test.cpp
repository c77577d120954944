// Several loops beside each other: a server in a process of its own, and what it says to clients.
#include "support/folder.hpp"
#include "support/load.hpp"
#include "support/program.hpp"
#include "support/served.hpp"
#include "support/side_by_side.hpp"
#include "support/with.hpp"

#include <criterion/criterion.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace workers_test { namespace {

using support::with;
using wire::expect_end, wire::program, wire::served, wire::socket_peer;

constexpr std::string_view livez = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";

callbox::options with(std::size_t workers, std::string address = "127.0.0.1:0") {
    callbox::options how;
    how.listen = {std::move(address)};
    how.workers = workers;
    how.limits.drain_timeout_ms = 5'000;
    how.limits.linger_timeout_ms = 50;
    return how;
}

using place = support::folder;

// The answer as it came, its head too; empty when there is none.
std::string told(socket_peer& by, std::string_view request) {
    std::string got;
    by.send(request);
    while (by.receive(got) == wire::peer::arrival::bytes) {
        const std::size_t end = got.find("\r\n\r\n"), length = got.find("Content-Length: ");
        if (end == got.npos || length == got.npos) continue;
        if (got.size() >= end + 4 + std::strtoul(&got[length + 16], nullptr, 10)) return got;
    }
    return "";
}
std::string result(socket_peer& by, std::string_view method, std::string_view params = "[]") {
    const std::string got = told(by, wire::call_of(method, params, "").sent);
    const std::size_t at = got.find("\"result\":");
    return at == got.npos ? "no result: " + got : got.substr(at + 9, got.find(",\"id\"") - at - 9);
}

// The threads that answer to so many connections, made one after the other and kept.
std::set<std::string> threads_of(const program& server, std::size_t connections) {
    std::deque<socket_peer> peers;
    std::set<std::string> threads;
    for (std::size_t i = 0; i < connections; ++i)
        threads.insert(result(peers.emplace_back(server.connect()), "who"));
    return threads;
}

// Two connections that different workers serve.
std::pair<socket_peer, socket_peer> two_of(const program& server) {
    socket_peer one(server.connect()), other(server.connect());
    const std::string thread = result(one, "who");
    int tries = 0;
    while (result(other, "who") == thread && ++tries < 200) {
        ::usleep(1'000);  // the second may have hardly begun
        other = socket_peer(server.connect());
    }
    cr_assert(tries < 200, "one worker serves all");
    return {std::move(one), std::move(other)};
}

void expect_two_threads(const callbox::options& how, std::size_t connections) {
    served server(how, side_by_side::serve);
    (void)two_of(server);
    const auto threads = threads_of(server, connections);
    cr_expect(threads.size() == 2, "%zu, %s", threads.size(), threads.begin()->c_str());
    expect_end(server);
}

void expect_in_use(std::size_t first, std::size_t second) {
    const served server(with(first), side_by_side::serve);
    const std::string where = "127.0.0.1:" + server.address();
    const program other(with(second, where), side_by_side::serve);
    const std::string line = "cannot listen on " + where + ": Address already in use";
    cr_expect(other.error().find(line) != std::string::npos, "%zu and %zu: %s", first, second,
              other.error().c_str());
    cr_expect(threads_of(server, 64).size() == first);
}

// Both workers sleep. More connections wait than a turn of a loop accepts, each with its request,
// when the signal comes.
void expect_queues_emptied(const callbox::options& how) {
    served server(how, side_by_side::serve);
    auto [one, other] = two_of(server);
    for (socket_peer* busy : {&one, &other})
        busy->send(wire::call_of("pause", "[400]", "").sent);
    ::usleep(50'000);
    std::deque<socket_peer> waiting;
    for (int i = 0; i < 200; ++i) waiting.emplace_back(server.connect()).send(livez);
    ::usleep(50'000);
    server.terminate();
    int answered = 0;
    for (socket_peer& each : waiting) answered += told(each, "").starts_with("HTTP/1.1 200");
    cr_expect(answered == 200, "%d", answered);
    expect_end(server);
}

TestSuite(server_workers, .timeout = 60);

Test(server_workers, one_answers_on_the_thread_that_called_serve) {
    program server(with(1), side_by_side::serve);
    const auto threads = threads_of(server, 16);
    cr_assert(threads.size() == 1);
    cr_assert(*threads.begin() == std::to_string(server.pid()));
}

Test(server_workers, both_of_two_answer) {
    expect_two_threads(with(2), 64);
    expect_two_threads(with(2, ":0"), 64);
}

Test(server_workers, both_of_two_answer_at_a_unix_socket) {
    const place here;
    expect_two_threads(with(2, here.address()), 300);
    cr_expect(not here.exists());
}

Test(server_workers, both_of_two_answer_at_an_inherited_socket) {
    const callbox::fd given(::socket(AF_INET, SOCK_STREAM, 0));
    sockaddr_in any{};
    any.sin_family = AF_INET;
    any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    cr_assert(::bind(given.get(), reinterpret_cast<const sockaddr*>(&any), sizeof any) == 0);
    cr_assert(::listen(given.get(), 16) == 0);
    expect_two_threads(with(2, "fd:" + std::to_string(given.get())), 300);
}

Test(server_workers, a_connection_stays_with_its_worker) {
    program server(with(4), side_by_side::serve);
    for (int i = 0; i < 8; ++i) {
        socket_peer one(server.connect());
        const std::string thread = result(one, "who");
        for (int j = 0; j < 8; ++j) cr_expect(result(one, "who") == thread);
    }
}

Test(server_workers, state_is_one_for_all_and_a_thread_local_one_for_each) {
    program server(with(2), side_by_side::serve);
    std::set<std::string> numbers, own;
    for (int i = 0; i < 64; ++i) {
        socket_peer one(server.connect());
        numbers.insert(result(one, "calls"));
        own.insert(result(one, "mine"));
    }
    cr_expect(numbers.size() == 64);
    cr_expect(own.size() < 64);
}

Test(server_workers, a_slow_call_delays_no_other_worker) {
    const place here;
    program server(with(2, here.address()), side_by_side::serve);
    auto [slow, fast] = two_of(server);
    const auto begin = std::chrono::steady_clock::now();
    slow.send(wire::call_of("pause", "[3000]", "").sent);
    for (int i = 0; i < 100; ++i) cr_expect(result(fast, "who") != "");
    // Who comes now is taken by the one that is free.
    for (int i = 0; i < 10; ++i) {
        socket_peer fresh(server.connect());
        cr_expect(result(fresh, "who") == result(fast, "who"));
    }
    cr_expect(std::chrono::steady_clock::now() - begin < std::chrono::seconds(3));
}

Test(server_workers, the_port_is_shared_by_workers_of_one_program_only) {
    expect_in_use(2, 2);
    expect_in_use(2, 1);
    expect_in_use(1, 2);
}

Test(server_workers, connections_max_bounds_all_of_them_together) {
    program server(with(&callbox::limits::connections_max, 6, with(2)), side_by_side::serve);
    std::deque<socket_peer> all;
    for (int i = 0; i < 6; ++i)
        cr_expect(told(all.emplace_back(server.connect()), livez).starts_with("HTTP/1.1 200"));
    for (int i = 0; i < 16; ++i) {
        socket_peer surplus(server.connect());
        cr_expect(told(surplus, "").starts_with("HTTP/1.1 503"));
    }
    // A place that is free again may be taken at any worker, as soon as the end is seen.
    all.pop_front();
    std::string got;
    for (int tries = 0; !got.starts_with("HTTP/1.1 200") && tries < 200; ++tries) {
        ::usleep(5'000);
        socket_peer next(server.connect());
        got = told(next, livez);
    }
    cr_expect(got.starts_with("HTTP/1.1 200"), "%s", got.c_str());
}

Test(server_workers, what_waits_in_their_queues_at_sigterm_is_answered) {
    expect_queues_emptied(with(2));
}

Test(server_workers, what_waits_at_a_shared_socket_at_sigterm_is_answered) {
    const place here;
    expect_queues_emptied(with(2, here.address()));
    cr_expect(not here.exists());
}

Test(server_workers, under_load_nothing_is_lost_at_sigterm) {
    served server(with(2), side_by_side::serve);
    wire::load clients(server, {wire::call_of("pause", "[5]", "")}, 6, 6);
    while (clients.answered() < 100) ::usleep(1'000);
    clients.last_call();
    server.terminate();
    const std::string lost = clients.end();
    cr_expect(lost.empty(), "%s", lost.c_str());
    expect_end(server);
}

Test(server_workers, all_of_them_see_sigterm) {
    program server(with(&callbox::limits::drain_delay_ms, 15'000, with(4)), side_by_side::serve);
    server.terminate();
    const auto is_draining = [&] {
        socket_peer one(server.connect());
        return told(one, "GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .starts_with("HTTP/1.1 503");
    };
    int in_a_row = 0;  // of connections to all workers
    for (int tries = 0; in_a_row < 32 && tries < 2'000; ++tries)
        in_a_row = is_draining() ? in_a_row + 1 : 0;
    cr_expect(in_a_row == 32);
    cr_assert(::kill(server.pid(), SIGINT) == 0);
    expect_end(server);
}

Test(server_workers, a_second_signal_stops_all_at_once) {
    program server(with(&callbox::limits::drain_delay_ms, 60'000, with(4)), side_by_side::serve);
    std::deque<socket_peer> open;
    for (int i = 0; i < 32; ++i) (void)told(open.emplace_back(server.connect()), livez);
    cr_assert(::kill(server.pid(), SIGINT) == 0);
    ::usleep(50'000);
    cr_assert(server.running());
    expect_end(server);
}

Test(server_workers, it_says_once_that_it_is_ready) {
    program server(with(4), side_by_side::serve);
    const std::string text = server.said();
    cr_expect(text.find("ready: ") == text.rfind("ready: "), "%s", text.c_str());
}

Test(server_workers, more_than_workers_max_are_refused) {
    const program server(with(callbox::workers_max + 1), side_by_side::serve);
    cr_expect(server.error().find("callbox: cannot run 257 workers: there are at most 256\n") !=
                  std::string::npos, "%s", server.error().c_str());
}

}}  // namespace workers_test
