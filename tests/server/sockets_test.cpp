// What one process hands to the next: sockets that stay open, and who does what with them.
#include "server/sockets.hpp"

#include "support/folder.hpp"
#include "support/load.hpp"
#include "support/program.hpp"
#include "support/served.hpp"
#include "system/upgrade_helper.hpp"

#include <criterion/criterion.h>

#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <vector>

namespace sockets_test { namespace {

using namespace callbox;
using wire::program, wire::socket_peer;

using place = support::folder;

std::string dup_of(const net::listener& l) {
    return std::to_string(::fcntl(l.get(), F_DUPFD, 20));
}
int pipe_end(fd& other) {
    int ends[2];
    cr_assert(::pipe(ends) == 0);
    other = fd(ends[0]);
    return ends[1];
}
std::string take(net::handover& by, const std::string& rest) {
    const std::string text = std::to_string(::getpid()) + ':' + rest;
    (void)::setenv(system::handover_variable, text.c_str(), 1);
    std::string problem = by.take();
    cr_expect(::getenv(system::handover_variable) == nullptr);
    return problem;
}
// What workers have of these sockets.
struct taken {
    fd told;
    net::handover by;
    std::vector<std::vector<net::listener>> all;

    taken(const std::string& sockets, std::size_t count) {
        const int ready = pipe_end(told);
        cr_assert(take(by, std::to_string(ready) + ':' + sockets).empty() && by);
        cr_assert(by.spread(count, all).empty() && all.size() == count);
    }
};

std::string ping(socket_peer& by) {
    std::string got;
    by.send(wire::call_of("ping", "[]", "").sent);
    while (got.find("\"id\":1}") == got.npos)
        if (by.receive(got) != wire::peer::arrival::bytes) break;
    return got;
}

TestSuite(server_sockets, .timeout = 60);

Test(server_sockets, without_the_variable_there_is_none) {
    net::handover none;
    cr_expect(none.take().empty() && !none);
    (void)::setenv(system::handover_variable, "1:3:4", 1);
    cr_expect(none.take().empty() && !none, "it is another process's");
}

Test(server_sockets, what_is_no_handover_is_one_line) {
    fd told;
    const std::string ready = std::to_string(pipe_end(told));
    for (const std::string& wrong : {std::string(""), std::string("x"), std::string("999:3"),
                                     ready, ready + ":", ready + ":-1", ready + ":0x",
                                     ready + ":1", ready + ":999"}) {
        net::handover none;
        cr_expect(!take(none, wrong).empty(), "%s", wrong.c_str());
    }
}

Test(server_sockets, sockets_at_one_address_are_dealt_to_the_workers) {
    net::listener first, second, other;
    cr_assert(first.open("127.0.0.1:0").empty() && second.open_beside(first).empty());
    cr_assert(other.open("127.0.0.1:0").empty());
    for (const std::size_t count : {1u, 2u, 3u, 5u}) {
        taken it(dup_of(first) + ',' + dup_of(other) + ',' + dup_of(second), count);
        std::size_t sockets = 0;
        for (const auto& own : it.all) {
            std::size_t here = 0, there = 0;
            for (const net::listener& l : own) {
                here += net::text_of(l.where()) == net::text_of(first.where()) ? 1 : 0;
                there += net::text_of(l.where()) == net::text_of(other.where()) ? 1 : 0;
                cr_expect(::fcntl(l.get(), F_GETFD) == FD_CLOEXEC);
            }
            cr_expect(here >= 1 && there == 1);
            sockets += own.size();
        }
        cr_expect(sockets == (count == 1 ? 3 : 2 * count), "none is left, none is too much");
        char word = 0;
        it.by.done();
        cr_expect(::read(it.told.get(), &word, 1) == 1 && word == 'R');
        cr_expect(::read(it.told.get(), &word, 1) == 0, "and is closed");
    }
}

Test(server_sockets, the_file_of_a_socket_goes_to_the_next) {
    const place at;
    net::listener before;
    cr_assert(before.open("unix:" + at.path()).empty());
    for (const bool with_file : {false, true}) {
        taken it(dup_of(before) + (with_file ? "f" : ""), 2);
        if (with_file) before.file().let_go(), before.close();
        cr_expect(at.exists(), "who has handed it over leaves it");
        it.all.clear();
        cr_expect(at.exists() == !with_file, "whoever has it removes it");
    }
}

Test(server_sockets, what_a_socket_is_for_is_handed_over) {
    using callbox::listener_role;
    const std::pair<const char*, listener_role> marks[] = {{"", listener_role::all},
                                                           {"c", listener_role::calls},
                                                           {"a", listener_role::admin},
                                                           {"fa", listener_role::admin}};
    for (const auto& [mark, serves] : marks) {
        net::listener before;
        cr_assert(before.open("127.0.0.1:0").empty());
        const taken it(dup_of(before) + mark, 2);
        for (const auto& own : it.all) cr_expect(own[0].serves() == serves, "%s", mark);
    }
}

Test(server_sockets, an_upgraded_server_gives_its_socket_away_and_ends_when_its_clients_go) {
    (void)::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    // systemd is told who is the main process now.
    const place at;
    const fd systemd(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    at.path().copy(name.sun_path, sizeof name.sun_path - 1);
    cr_assert(::bind(systemd.get(), reinterpret_cast<sockaddr*>(&name), sizeof name) == 0);
    (void)::setenv("NOTIFY_SOCKET", at.path().c_str(), 1);

    wire::served server("127.0.0.1:0", {"--upgrade", "--workers", "2"});
    socket_peer kept(server.connect());
    cr_expect(ping(kept).find("Connection: close") == std::string::npos);
    ::kill(server.pid(), SIGUSR2);
    cr_assert(wire::says(server, "upgrade: process "), "%s", server.said().c_str());
    const std::string log = server.said();
    const pid_t next = std::atoi(log.c_str() + log.find("upgrade: process ") + 17);
    // The other worker of the old process may accept until it has heard of it.
    socket_peer fresh(server.connect());
    for (int tries = 0; ping(fresh).find("Connection: close") != std::string::npos; ++tries) {
        cr_assert(tries < 100, "the old process goes on accepting");
        ::usleep(10'000);
        fresh = socket_peer(server.connect());
    }
    cr_expect(server.running(), "a client has yet to hear of it");
    cr_expect(ping(kept).find("Connection: close") != std::string::npos);
    for (int tries = 0; server.running() && tries < 1'000; ++tries) ::usleep(5'000);
    cr_expect(!server.running(), "now it has");
    cr_expect(ping(fresh).find("pong") != std::string::npos);
    std::string told;
    std::array<char, 200> one{};
    for (ssize_t n; (n = ::recv(systemd.get(), one.data(), one.size(), MSG_DONTWAIT)) > 0;)
        told.append(one.data(), static_cast<std::size_t>(n)) += '\n';
    cr_expect(told.find("READY=1") == told.rfind("READY=1"), "%s", told.c_str());
    cr_expect(told.ends_with("MAINPID=" + std::to_string(next) + '\n'), "%s", told.c_str());
    ::kill(next, SIGTERM);
    int status = -1;
    cr_expect(::waitpid(next, &status, 0) == next && status == 0);
}

}}  // namespace sockets_test
