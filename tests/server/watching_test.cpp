// A loop whose kernel has no memory for a while, and one that has none itself.
#include "server/supervisor.hpp"
#include "single_loop.hpp"
#include "support/system_calls.hpp"

#include <callbox/event.hpp>

#include <criterion/criterion.h>

#include <unistd.h>

#include <csignal>
#include <string>
#include <utility>

namespace watching_test { namespace {

using single::client, single::server;
using namespace system_calls;

TestSuite(server_watching, .timeout = 20);

Test(server_watching, when_a_listener_cannot_be_watched_again_it_is_tried_later) {
    server s;
    accepts_fail = 1;
    watches_fail = 2;
    s.run();
    cr_expect(s.asked() == 'H');
}

// A listener whose socket another one shares, as of several workers.
server::listeners sharing(callbox::net::address& at) {
    const server::listeners own = server::listening(at);
    server::listeners one(1);
    callbox::net::listener other;
    cr_assert(one[0].take_over(::dup(own[0].get()), false).empty());
    cr_assert(other.open_beside(one[0]).empty());
    cr_assert(one[0].is_shared());
    return one;
}

// After each connection it moves to the end of the queue.
Test(server_watching, a_shared_listener_that_cannot_be_watched_again_is_reported_and_tried_later) {
    server s(demo::methods, {}, sharing);
    watches_fail = 1;
    s.run();
    cr_expect(s.asked() == 'H');
    cr_expect(s.asked() == 'H', "the next is accepted");
    s.end();
    const std::string line = "cannot accept connections: Cannot allocate memory\n";
    cr_expect(s.told.said == line, "%s", s.told.said.c_str());
}

// Those that stay once what had come by then is read: nothing, a part, a request.
Test(server_watching, a_connection_that_cannot_be_watched_is_dropped_and_told) {
    const std::string live = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for (const std::string& request : {std::string(), live.substr(0, 9), live}) {
        server s;
        const client one(s, request);
        addition_fails = 1;
        s.run();
        cr_expect(one.all().empty());
        cr_expect(s.asked() == 'H', "the next is served");
        s.end();
        const std::string line = "a connection is dropped: No space left on device\n";
        cr_expect(s.told.said == line, "%s", s.told.said.c_str());
        cr_expect(s.connection_total == 0);
    }
}

Test(server_watching, who_gets_an_answer_and_goes_need_not_be_watched) {
    server s;
    const client one(s, "GET /livez HTTP/1.0\r\n\r\n");
    addition_fails = 1;
    s.run();
    cr_expect(one.all().starts_with("HTTP/1.1 200"));
    s.end();
    cr_expect(addition_fails == 1);
    cr_expect(s.told.said.empty(), "%s", s.told.said.c_str());
}

// The end of the first has come before the beginning of the second, and is handled before it.
Test(server_watching, who_ends_one_connection_and_begins_another_needs_one_place) {
    server s(demo::methods, single::with_connections(1));
    s.run();
    for (int i = 0; i < 300; ++i) {
        const client one(s, "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
        cr_expect(one.some().starts_with("HTTP/1.1 200"), "the %dth", i);
    }
}

Test(server_watching, a_close_reported_after_the_next_connection_leaves_a_place) {
    const std::string_view request = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
    server s(demo::methods, single::with_connections(1));
    s.run();
    client first(s, request);
    cr_expect(first.some().starts_with("HTTP/1.1 200"));
    listener_is_first = true;
    first.leave();
    const client next(s, request);
    cr_expect(next.some().starts_with("HTTP/1.1 200"));
    const client refused(s, request);
    const std::string got = refused.some();
    cr_expect(got.starts_with("HTTP/1.1 503"), "%s", got.c_str());
}

callbox::topic<int> numbers;
constexpr callbox::api with_event{
    callbox::thread_safe,
    callbox::event<"numbers", &numbers>("Numbers."),
};

Test(server_watching, what_it_cannot_wait_for_is_why_it_does_not_open) {
    const char* const waits[] = {"connections", "connections", "a successor", "blocking methods",
                                 "events"};
    const callbox::options how;
    const callbox::observe::log_style style(how);
    callbox::net::thread_pool calls(demo::methods, nullptr, how.limits, style);
    for (int number = 1; number <= 6; ++number) {
        callbox::observe::logger log;
        callbox::net::credentials who;
        callbox::net::address where;
        callbox::system::stop_signals stop;
        std::atomic<std::size_t> connection_total = 0;
        callbox::system::upgrade_helper anew;
        cr_assert(anew.open({"/bin/true"}, 1'000, {}).empty());
        callbox::net::supervisor supervisor(callbox::system::notifier(), std::move(anew), stop,
                                            log);
        callbox::net::deferred_calls slow(calls);
        callbox::site::site answers(callbox::table(with_event), nullptr, how, true, log,
                                    &slow);
        callbox::net::loop loop(answers, how.limits, server::listening(where), stop,
                                connection_total, log, slow, who);
        loop.set_supervisor(supervisor);
        addition_fails = number;
        const std::string problem = loop.open();
        const std::string wanted =
            number == 6 ? ""
                        : "cannot wait for " + std::string(waits[number - 1]) +
                              ": No space left on device";
        cr_expect(problem == wanted, "%d: %s", number, problem.c_str());
    }
}

Test(server_watching, without_memory_the_lines_that_sigusr1_asks_for_are_lost_and_no_more) {
    server s;
    s.told.lines_fail = 1000;
    s.run();
    for (int i = 0; i < 3; ++i) {
        (void)::raise(SIGUSR1);
        cr_expect(s.asked() == 'H');
    }
    cr_expect(s.stop.count(callbox::system::command::report) == 3);
}

Test(server_watching, without_memory_sighup_changes_no_token_and_it_serves_on) {
    server s;
    s.told.lines_fail = 1;
    s.run();
    (void)::raise(SIGHUP);
    cr_expect(s.asked() == 'H');
    s.end();
    const std::string line = "SIGHUP: the previous tokens stay in use: memory has run out\n";
    cr_expect(s.told.said == line, "%s", s.told.said.c_str());
}

}}  // namespace watching_test
