// A loop whose kernel has no memory for a while: epoll_ctl() of this program fails when it is told.
// And one that has none itself.
#include "app/methods.hpp"
#include "server/loop.hpp"
#include "server/thread_pool.hpp"
#include "process/signals.hpp"
#include "process/supervisor.hpp"
#include "site/site.hpp"
#include "support/logs.hpp"

#include <criterion/criterion.h>

#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

std::atomic<int> accepts_fail = 0;   // so many next calls
std::atomic<int> watches_fail = 0;
std::atomic<int> addition_fails = 0;  // the Nth of the next, from 1 on

// Keeps lines; runs out of memory where a test says so.
class lines final : public support::null_sink {
public:
    void append(std::string_view line, std::uint64_t = 0) override {
        if (lines_fail > 0 && lines_fail-- > 0) throw std::bad_alloc();
        said += line.substr(9);  // behind "callbox: "
    }
    std::string said;
    int lines_fail = 0;  // so many next ones
};

// A loop on a thread of its own, which ends with the test.
struct server {
    lines told;
    callbox::observe::logger log{callbox::observe::plain_style, 100, told};
    callbox::options how;
    callbox::net::address where;
    callbox::process::stop_signals stop;
    std::atomic<std::size_t> connection_total = 0;
    callbox::site::site answers{callbox::table(demo::methods), nullptr, how, true, log};
    callbox::net::credentials who;
    callbox::observe::log_style style;
    callbox::net::thread_pool pool{demo::methods, nullptr, how.limits, style};
    callbox::net::deferred_calls deferred{pool};
    callbox::net::loop loop;
    std::thread serving;

    server() : loop(answers, how.limits, listening(where), stop, connection_total, log, deferred,
                    who) {
        cr_assert(loop.open().empty());
    }
    ~server() { end(); }
    void end() {
        if (!serving.joinable()) return;
        stop.request_stop();
        serving.join();
    }
    static std::vector<callbox::net::listener> listening(callbox::net::address& at) {
        std::vector<callbox::net::listener> one(1);
        cr_assert(one[0].open("127.0.0.1:0").empty());
        at = one[0].where();
        return one;
    }
    void run() {
        serving = std::thread([this] { loop.run(); });
    }
    // The first byte of what a client is told; 0 when the connection ends without.
    char asked() const {
        const callbox::fd client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        cr_assert(::connect(client.get(), where.raw(), where.length) == 0);
        const std::string_view request = "GET /livez HTTP/1.0\r\n\r\n";
        (void)::send(client.get(), request.data(), request.size(), MSG_NOSIGNAL);
        const timeval patience{.tv_sec = 5, .tv_usec = 0};
        (void)::setsockopt(client.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        char got = 0;
        return ::recv(client.get(), &got, 1, 0) == 1 ? got : '\0';
    }
};

}  // namespace

extern "C" int epoll_ctl(int epoll, int operation, int descriptor, epoll_event* event) noexcept {
    const bool exclusive = event != nullptr && (event->events & EPOLLEXCLUSIVE) != 0;
    if (operation == EPOLL_CTL_ADD && exclusive && watches_fail > 0 && watches_fail-- > 0)
        return errno = ENOMEM, -1;
    if (operation == EPOLL_CTL_ADD && addition_fails > 0 && --addition_fails == 0)
        return errno = ENOSPC, -1;
    return static_cast<int>(::syscall(SYS_epoll_ctl, epoll, operation, descriptor, event));
}
extern "C" int accept4(int listener, sockaddr* from, socklen_t* length, int flags) {
    if (accepts_fail > 0 && accepts_fail-- > 0) return errno = ENFILE, -1;
    return static_cast<int>(::syscall(SYS_accept4, listener, from, length, flags));
}

TestSuite(server_watching, .timeout = 20);

Test(server_watching, when_a_listener_cannot_be_watched_again_it_is_tried_later) {
    server s;
    accepts_fail = 1;
    watches_fail = 2;
    s.run();
    cr_expect(s.asked() == 'H');
}

Test(server_watching, a_connection_that_cannot_be_watched_is_dropped_and_told) {
    server s;
    addition_fails = 1;
    s.run();
    cr_expect(s.asked() == '\0');
    cr_expect(s.asked() == 'H', "the next is served");
    s.end();
    const std::string line = "a connection is dropped: No space left on device\n";
    cr_expect(s.told.said == line, "%s", s.told.said.c_str());
    cr_expect(s.connection_total == 0);
}

Test(server_watching, what_it_cannot_wait_for_is_why_it_does_not_open) {
    const char* const waits[] = {"connections", "connections", "a successor", "blocking methods"};
    const callbox::options how;
    const callbox::observe::log_style style(how);
    callbox::net::thread_pool calls(demo::methods, nullptr, how.limits, style);
    for (int number = 1; number <= 5; ++number) {
        callbox::observe::logger log;
        callbox::net::credentials who;
        callbox::net::address where;
        callbox::process::stop_signals stop;
        std::atomic<std::size_t> connection_total = 0;
        callbox::process::upgrade_helper anew;
        cr_assert(anew.open({"/bin/true"}, 1'000, 1).empty());
        callbox::process::supervisor supervisor(callbox::process::notifier(), std::move(anew), {},
                                                stop, log);
        callbox::net::deferred_calls slow(calls);
        callbox::site::site answers(callbox::table(demo::methods), nullptr, how, true, log,
                                    &slow);
        callbox::net::loop loop(answers, how.limits, server::listening(where), stop,
                                connection_total, log, slow, who);
        loop.set_hooks(supervisor);
        addition_fails = number;
        const std::string problem = loop.open();
        const std::string wanted =
            number == 5 ? ""
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
    cr_expect(s.stop.report_requests() == 3);
}

Test(server_watching, without_memory_sighup_changes_no_token_and_it_serves_on) {
    server s;
    s.told.lines_fail = 1;
    s.run();
    (void)::raise(SIGHUP);
    cr_expect(s.asked() == 'H');
    s.end();
    const std::string line = "SIGHUP: the tokens stay as they were: memory has run out\n";
    cr_expect(s.told.said == line, "%s", s.told.said.c_str());
}
