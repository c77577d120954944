// systemd's protocols, with the test in the role of systemd.
#include "system/systemd.hpp"

#include "base/visible.hpp"

#include "support/child.hpp"
#include "support/folder.hpp"
#include "support/hostile_texts.hpp"
#include "support/load.hpp"
#include "support/play.hpp"
#include "support/program.hpp"
#include "support/served.hpp"
#include "support/side_by_side.hpp"

#include <criterion/criterion.h>

#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <vector>

namespace systemd_test { namespace {

using namespace callbox;
using wire::program, wire::socket_peer;

// The result of take_descriptors() for these variables.
struct taken {
    std::vector<std::string> listen{"as it was"};
    std::string error;
    explicit taken(const std::vector<std::string>& variables) {
        std::vector<const char*> environment;
        for (const std::string& one : variables) environment.push_back(one.c_str());
        environment.push_back(nullptr);
        error = system::take_descriptors(environment.data(), listen);
    }
};
std::string own_pid() { return "LISTEN_PID=" + std::to_string(::getpid()); }

// A notification socket in a temporary folder or, with '@', in the abstract namespace.
struct supervisor {
    support::folder in;
    std::string name;
    fd socket{::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)};

    explicit supervisor(bool is_abstract = false) {
        name = is_abstract ? "@callbox-" + in.name.substr(in.name.size() - 6) : in / "notify";
        sockaddr_un at{};
        at.sun_family = AF_UNIX;
        name.copy(at.sun_path, sizeof at.sun_path - 1);
        if (is_abstract) at.sun_path[0] = '\0';
        const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
        cr_assert(::bind(socket.get(), reinterpret_cast<sockaddr*>(&at), length) == 0);
        (void)::setenv("NOTIFY_SOCKET", name.c_str(), 1);
    }

    // The next message; empty if there is none in that time.
    std::string received(int ms = 5'000) const {
        pollfd one{socket.get(), POLLIN, 0};
        std::array<char, 2000> text{};
        if (::poll(&one, 1, ms) != 1) return "";
        const ssize_t size = ::recv(socket.get(), text.data(), text.size(), 0);
        return std::string(text.data(), static_cast<std::size_t>(size < 0 ? 0 : size));
    }
    bool receives(std::string_view wanted) const {
        const std::string got = received();
        if (got.starts_with(wanted)) return true;
        cr_expect(false, "got \"%s\", not \"%s\"", got.c_str(), std::string(wanted).c_str());
        return false;
    }
};

std::string ping(const program& to) {
    socket_peer by(to.connect());
    std::string got;
    by.send(wire::call_of("ping", "[]", "").sent);
    (void)by.receive(got);
    return got.substr(0, got.find('\r'));
}
const std::string ok = "HTTP/1.1 200 OK";

// In a child: executes the program with a listening socket as descriptor 3, on a free port.
int become_activated(const options& chosen) {
    const fd made(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(made.get(), reinterpret_cast<sockaddr*>(&at), sizeof at) == -1) return 1;
    if (::listen(made.get(), 10) == -1 || ::dup2(made.get(), 3) != 3) return 1;
    (void)::fcntl(3, F_SETFD, 0);  // if it already was 3
    (void)::setenv("LISTEN_PID", std::to_string(::getpid()).c_str(), 1);
    (void)::setenv("LISTEN_FDS", "1", 1);
    const char* const path = std::getenv("TEST_PROGRAM");
    if (chosen.mount == "/api") return ::execl(path, path, "--workers", "2", nullptr);
    return ::execl(path, path, "--listen", chosen.listen[0].c_str(), nullptr);
}

TestSuite(system_systemd, .timeout = 60);

Test(system_systemd, descriptors_for_this_process_become_its_listeners) {
    cr_expect(net_test::holds_in_child([] {
        for (const int number : {3, 4}) (void)::dup2(STDERR_FILENO, number);
        const taken two({"A=1", "LISTEN_FDS=2", own_pid()});
        return two.error.empty() && two.listen == std::vector<std::string>({"fd:3", "fd:4"}) &&
               ::fcntl(3, F_GETFD) == FD_CLOEXEC && ::fcntl(4, F_GETFD) == FD_CLOEXEC;
    }));
}

Test(system_systemd, descriptors_for_others_are_left_alone) {
    for (const std::vector<std::string>& variables : std::vector<std::vector<std::string>>{
             {}, {"LISTEN_FDS=1"}, {"LISTEN_FDS=1", "LISTEN_PID=1"}, {"LISTEN_PID="},
             {"LISTEN_FDS=1", "LISTEN_PID=x"}, {"LISTEN_FDS=1", "XLISTEN_PID=" + own_pid()}}) {
        const taken none(variables);
        cr_expect(none.error.empty() && none.listen == std::vector<std::string>({"as it was"}));
    }
}

Test(system_systemd, invalid_descriptors_are_one_line) {
    for (const std::string wrong : {"", "0", "-1", "1x", " 1", "1001", "99999999999999999999"}) {
        const taken none({own_pid(), "LISTEN_FDS=" + wrong});
        cr_expect(none.error.starts_with("LISTEN_FDS must be"), "%s", wrong.c_str());
    }
    const taken closed({own_pid(), "LISTEN_FDS=999"});
    cr_expect(closed.error.ends_with("is not open"), "%s", closed.error.c_str());
}

Test(system_systemd, children_see_none_of_the_variables) {
    (void)::setenv("LISTEN_PID", "1", 1);
    (void)::setenv("LISTEN_FDS", "1", 1);
    (void)::setenv("LISTEN_FDNAMES", "a", 1);
    std::vector<std::string> listen;
    cr_expect(system::take_descriptors(environ, listen).empty());
    cr_expect(!::getenv("LISTEN_PID") && !::getenv("LISTEN_FDS") && !::getenv("LISTEN_FDNAMES"));
}

Test(system_systemd, the_watchdog_is_notified_twice_per_period) {
    const supervisor by;
    const auto ms = [](const char* usec, const std::string& process) {
        (void)::setenv("WATCHDOG_USEC", usec, 1);
        (void)::setenv("WATCHDOG_PID", process.c_str(), 1);
        system::notifier one;
        cr_expect(one.open().empty());
        return one.watchdog_ms();
    };
    const std::string own = std::to_string(::getpid());
    cr_expect(ms("3000000", own) == 1'500);
    cr_expect(ms("3000000", "") == 1'500);
    cr_expect(ms("1", own) == 1);
    for (const char* wrong : {"", "0", "-5", "1s"}) cr_expect(ms(wrong, own) == never);
    cr_expect(ms("3000000", "1") == never, "for another process");
}

Test(system_systemd, an_invalid_socket_name_is_reported_once) {
    for (const std::string& wrong : {std::string("vsock:2:1"), std::string("relative"),
                                     std::string("@"), "/" + std::string(200, 'x'),
                                     std::string("/tmp/nobody-listens-here")}) {
        (void)::setenv("NOTIFY_SOCKET", wrong.c_str(), 1);
        system::notifier none;
        cr_expect(none.open().starts_with("cannot notify systemd at NOTIFY_SOCKET: "));
        cr_expect(!none);
        none.notify({{"READY", "1"}});
    }
}

Test(system_systemd, no_value_begins_another_assignment) {
    const supervisor by;
    system::notifier one;
    cr_assert(one.open().empty());
    for (const std::string_view text : support::hostile_texts) {
        one.notify({{"STATUS", text}, {"X_LAST", "1"}});
        const std::string got = by.received();
        const bool is_right = got == "STATUS=" + callbox::visible(text) + "\nX_LAST=1";
        cr_expect(is_right && std::ranges::count(got, '\n') == 1, "%s", got.c_str());
    }
    one.notify({{"READY", "1"}, {"STATUS", std::string(2'000, 'x')}});
    cr_expect(by.received() == "READY=1\nSTATUS=" + std::string(1'024 - 15, 'x'));
}

Test(system_systemd, it_reports_when_it_is_ready_reloads_and_stops) {
    for (const bool is_abstract : {false, true}) {
        const supervisor by(is_abstract);
        wire::served server("127.0.0.1:0", {});
        cr_expect(by.receives("READY=1\nSTATUS=ready: http://127.0.0.1:" + server.address()));
        ::kill(server.pid(), SIGHUP);
        cr_expect(by.receives("RELOADING=1\nMONOTONIC_USEC="));
        cr_expect(by.receives("READY=1"));
        cr_expect(by.received(20).empty(), "nothing else without a watchdog");
        server.terminate();
        cr_expect(by.receives("STOPPING=1\nSTATUS=draining"));
        cr_expect(server.stop().empty());
    }
}

Test(system_systemd, it_does_not_block_if_systemd_does_not_read) {
    const supervisor by;
    wire::served server("127.0.0.1:0", {});
    for (int i = 0; i < 200; ++i) ::kill(server.pid(), SIGHUP), ::usleep(500);
    cr_expect(ping(server) == ok);
    cr_expect(server.stop().empty());
}

Test(system_systemd, it_serves_on_a_descriptor_passed_to_it) {
    wire::served server(options{}, become_activated);
    for (int i = 0; i < 8; ++i) cr_expect(ping(server) == ok);
    cr_expect(server.stop().empty());
}

Test(system_systemd, an_address_of_the_command_line_wins) {
    const support::folder in;
    options chosen;
    chosen.listen = {in.address()};
    chosen.mount = "/wins";
    wire::served server(chosen, become_activated);
    cr_expect(server.said().find("unix:" + in.name) != std::string::npos);
    cr_expect(ping(server) == ok);
    cr_expect(server.stop().empty());
}

// The number of watchdog messages in that time, at most `most`.
int beats(const supervisor& by, int ms, int most) {
    int count = 0;
    for (const time_ms end = now_ms() + ms; now_ms() < end && count < most;)
        count += by.received(static_cast<int>(end - now_ms())) == "WATCHDOG=1" ? 1 : 0;
    return count;
}

// Waits up to five seconds for that much silence.
bool falls_silent(const supervisor& by, int ms) {
    for (const time_ms end = now_ms() + 5'000; now_ms() < end;)
        if (by.received(ms).empty()) return true;
    return false;
}

Test(system_systemd, the_watchdog_is_notified_only_while_no_worker_is_stuck) {
    const supervisor by;
    (void)::setenv("WATCHDOG_USEC", "60000", 1);
    options chosen;
    chosen.listen = {"127.0.0.1:0"};
    chosen.workers = 2;
    wire::served server(chosen, side_by_side::serve);
    cr_expect(by.receives("READY=1"));
    cr_expect(beats(by, 5'000, 5) == 5, "idle");
    // The kernel chooses the worker.
    for (int i = 0; i < 6; ++i) {
        socket_peer stuck(server.connect());
        std::string got;
        stuck.send(wire::call_of("pause", "[300]", "").sent);
        cr_expect(falls_silent(by, 150), "one is stuck");
        (void)stuck.receive(got);
        cr_expect(beats(by, 5'000, 2) == 2, "it is back");
    }
    cr_expect(server.stop().empty());
}

}}  // namespace systemd_test
