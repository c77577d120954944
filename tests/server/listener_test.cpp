// Addresses, and sockets that listen at them.
#include "server/listener.hpp"

#include "base/fd.hpp"
#include "support/failing.hpp"
#include "support/folder.hpp"
#include "support/ipv6.hpp"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fcntl.h>

#include <string>

namespace listener_test { namespace {

using namespace callbox;
using net::address;
using net::listener;
using net_test::holds_failing;

std::string parsed(std::string_view text) {
    address a;
    const std::string problem = net::parse(text, a);
    return problem.empty() ? net::text_of(a) : problem;
}

using support::folder;

// Listens at that address.
struct opened : listener {
    explicit opened(std::string_view at) { cr_assert(eq(str, open(at), "")); }
};
std::string in_use(const std::string& where) {
    return "cannot listen on " + where + ": Address already in use";
}

fd connected_to(const address& to) {
    fd s(::socket(to.socket.ss_family, SOCK_STREAM, 0));
    if (::connect(s.get(), to.raw(), to.length) == -1) s.close();
    return s;
}

bool accepts(const listener& l) {
    const fd client = connected_to(l.where());
    return client && fd(::accept(l.get(), nullptr, nullptr));
}

// Of a listener at that address and of one beside it.
void expect_own_sockets(const char* text) {
    opened first(text);
    listener second, third;
    cr_assert(eq(str, second.open_beside(first), ""));
    cr_assert(eq(str, net::text_of(second.where()), net::text_of(first.where())));
    cr_assert(not (first.is_shared() || second.is_shared()));
    const std::string where = net::text_of(first.where());
    cr_assert(eq(str, third.open(where), in_use(where)));
    first.close();
    for (int i = 0; i < 32; ++i) cr_assert(accepts(second));
}

Test(server_listener, right_addresses_are_understood) {
    const char* same[] = {"127.0.0.1:8080", "0.0.0.0:1", "[::1]:8080", "[::]:65535",
                          "192.168.1.2:0", "255.255.255.255:65535",
                          "unix:/run/x.sock", "unix:x", "fd:3"};
    for (const char* text : same) cr_assert(eq(str, parsed(text), text));
    cr_assert(eq(str, parsed("localhost:80"), "127.0.0.1:80"));
    cr_assert(eq(str, parsed(":80"), "[::]:80"));
    cr_assert(eq(str, parsed("*:80"), "[::]:80"));
    cr_assert(eq(str, parsed("[0:0:0:0:0:0:0:1]:80"), "[::1]:80"));
}

Test(server_listener, wrong_addresses_are_refused_with_a_reason) {
    const char* wrong[][2] = {
        {"", "expected 127"},
        {"8080", "expected 127"},
        {"127.0.0.1", "expected 127"},
        {"127.0.0.1:", "the port must"},
        {"127.0.0.1:65536", "the port must"},
        {"127.0.0.1:-1", "the port must"},
        {"127.0.0.1:+1", "the port must"},
        {"127.0.0.1: 1", "the port must"},
        {"127.0.0.1:1x", "the port must"},
        {"127.0.0.1:http", "the port must"},
        {"127.0.0:80", "host names"},
        {"256.0.0.1:80", "host names"},
        {"example.org:80", "host names"},
        {"http://127.0.0.1:80", "an IPv6 address must"},
        {"::1:80", "an IPv6 address must"},
        {"[::1]", "the port must"},
        {"[::1]80", "the port must"},
        {"[::g]:80", "expected an IPv6"},
        {"[127.0.0.1]:80", "expected an IPv6"},
        {"[]:80", "expected an IPv6"},
        {"[::1:80", "expected an IPv6"},
        {"unix:", "unix: requires"},
        {"fd:", "fd: requires"},
        {"fd:-1", "fd: requires"},
        {"fd:3x", "fd: requires"},
        {"fd:99999999999", "fd: requires"},
    };
    for (const auto& [text, begin] : wrong) {
        address a;
        const bool named = net::parse(text, a).starts_with(begin);
        cr_assert(named, "%s: %s", text, parsed(text).c_str());
    }
}

Test(server_listener, a_path_of_more_than_107_bytes_is_refused) {
    cr_assert(eq(str, parsed("unix:" + std::string(107, 'x')), "unix:" + std::string(107, 'x')));
    cr_assert(eq(str, parsed("unix:" + std::string(108, 'x')),
                 "a socket path is limited to 107 bytes"));
}

Test(server_listener, loopback_is_known) {
    const char* loopback[] = {"127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "[::ffff:127.0.0.1]:1",
                              "unix:/x", "localhost:1"};
    const char* other[] = {"0.0.0.0:1", "[::]:1", "128.0.0.1:1", "[::2]:1", ":1",
                           "[::ffff:10.0.0.1]:1"};
    address a;
    for (const char* text : loopback)
        cr_assert(net::parse(text, a).empty() && net::is_loopback(a), "%s", text);
    for (const char* text : other)
        cr_assert(net::parse(text, a).empty() && !net::is_loopback(a), "%s", text);
}

Test(server_listener, what_is_accepted_sends_without_delay) {
    opened l("127.0.0.1:0");
    const fd client = connected_to(l.where());
    const fd served(::accept(l.get(), nullptr, nullptr));
    int on = 0;
    socklen_t length = sizeof on;
    cr_assert(eq(int, getsockopt(served.get(), IPPROTO_TCP, TCP_NODELAY, &on, &length), 0));
    cr_assert(ne(int, on, 0));
}

Test(server_listener, port_0_becomes_a_real_one_where_accepting_does_not_wait) {
    opened l("127.0.0.1:0");
    std::string text = net::text_of(l.where());
    cr_assert(text.starts_with("127.0.0.1:"));
    cr_assert(ne(str, text, "127.0.0.1:0"));
    cr_assert(accepts(l));
    cr_assert(eq(int, ::accept(l.get(), nullptr, nullptr), -1));
    cr_assert(eq(int, errno, EAGAIN));
}

Test(server_listener, an_address_in_use_is_named) {
    opened first("127.0.0.1:0");
    listener second;
    std::string text = net::text_of(first.where());
    cr_assert(eq(str, second.open(text), in_use(text)));
    cr_assert(eq(int, second.get(), -1));
    first.close();
    cr_assert(eq(str, second.open(text), ""));
}

Test(server_listener, every_address_is_both_families) {
    opened l(":0");
    std::string text = net::text_of(l.where());
    address v4;
    cr_assert(eq(str, net::parse("127.0.0.1" + text.substr(text.rfind(':')), v4), ""));
    cr_assert(connected_to(v4).get() != -1);
}

Test(server_listener, a_wrong_address_is_named) {
    listener l;
    cr_assert(eq(str, l.open("fd:"), "cannot listen on fd:: fd: requires a number"));
    cr_assert(eq(str, l.open("unix:/nowhere/x"),
                 "cannot listen on unix:/nowhere/x: No such file or directory"));
    cr_assert(eq(str, l.open("fd:999"), "cannot listen on fd:999: Bad file descriptor"));
    cr_assert(eq(str, l.open("192.0.2.1:80"),
                 "cannot listen on 192.0.2.1:80: Cannot assign requested address"));
}

Test(server_listener, one_beside_another_has_a_socket_of_its_own_at_the_same_port) {
    expect_own_sockets("127.0.0.1:0");
}

Test(server_listener, one_beside_another_at_all_addresses_has_its_own_too) {
    if (!support::has_ipv6()) cr_skip("no IPv6 here");
    expect_own_sockets(":0");
}

Test(server_listener, one_beside_a_unix_socket_shares_it_and_leaves_the_file) {
    const folder f;
    opened first(f.address());
    listener second, third;
    cr_assert(eq(str, net::text_of(first.where()), f.address()));
    cr_assert(not (first.is_shared()));
    cr_assert(eq(str, second.open_beside(first), ""));
    cr_assert(eq(str, third.open_beside(first), ""));
    cr_assert(first.is_shared() && second.is_shared() && third.is_shared());
    second.close();
    cr_assert(f.exists());
    cr_assert(accepts(third));
    first.close();
    cr_assert(not (f.exists()));
}

Test(server_listener, a_live_unix_socket_and_a_file_that_is_no_socket_are_in_use) {
    const folder live, other;
    opened first(live.address());
    const fd file(::open(other.path().c_str(), O_CREAT | O_WRONLY, 0600));
    for (const folder* f : {&live, &other}) {
        listener second;
        cr_assert(eq(str, second.open(f->address()), in_use(f->address())));
        cr_assert(f->exists());
    }
    cr_assert(accepts(first));
}

Test(server_listener, the_socket_of_a_later_server_is_left_alone) {
    const folder f;
    opened first(f.address());
    listener second;
    cr_assert(eq(int, ::unlink(f.path().c_str()), 0));
    cr_assert(eq(str, second.open(f.address()), ""));
    first.close();
    cr_assert(f.exists());
    cr_assert(accepts(second));
}

Test(server_listener, an_inherited_socket_is_taken_and_its_file_left_alone) {
    const folder f;
    address a;
    cr_assert(eq(str, net::parse(f.address(), a), ""));
    const int given = ::socket(AF_UNIX, SOCK_STREAM, 0);
    cr_assert(eq(int, ::bind(given, a.raw(), a.length), 0));
    listener l;
    std::string text = "fd:" + std::to_string(given);
    cr_assert(eq(str, l.open(text), "cannot listen on " + text + ": the socket does not listen"));
    cr_assert(eq(int, ::listen(given, 5), 0));
    cr_assert(eq(str, l.open(text), ""));
    cr_assert(eq(str, net::text_of(l.where()), f.address()));
    cr_assert(net::is_loopback(l.where()));
    cr_assert(eq(int, ::accept(l.get(), nullptr, nullptr), -1));
    cr_assert(eq(int, errno, EAGAIN));
    l.close();
    cr_assert(f.exists());
}

// Where the kernel has no IPv6.
Test(server_listener, an_address_of_both_families_is_one_of_ipv4_alone) {
    cr_assert(holds_failing({{SYS_socket, EAFNOSUPPORT, AF_INET6}}, [] {
        listener l;
        if (!l.open(":0").empty() || !net::text_of(l.where()).starts_with("0.0.0.0:")) return false;
        return accepts(l) && l.open("[::]:0").find("Address family") != std::string::npos;
    }));
}

Test(server_listener, a_socket_that_can_not_be_set_up_is_not_listened_at) {
    opened before("127.0.0.1:0");
    const std::string given = "fd:" + std::to_string(::fcntl(before.get(), F_DUPFD, 20));
    cr_assert(holds_failing({{SYS_setsockopt, ENOPROTOOPT}}, [] {
        for (const std::string where : {"127.0.0.1:0", "[::1]:0"}) {
            listener l;
            if (l.open(where) != "cannot listen on " + where + ": Protocol not available")
                return false;
        }
        return true;
    }));
    cr_assert(holds_failing({{SYS_fcntl, EMFILE}}, [&] {
        listener l;
        return l.open(given) == "cannot listen on " + given + ": Too many open files";
    }));
}

Test(server_listener, a_file_that_can_not_have_its_owner_goes_again) {
    const folder here;
    const std::string start = "cannot listen on " + here.address() + ": ";
    cr_assert(holds_failing(net_test::lchown_fails(EPERM), [&] {
        listener l;
        const std::string why = "cannot change its owner: Operation not permitted";
        return l.open(here.address(), {.owner = {{54'321, 54'321}}}) == start + why;
    }));
    cr_assert(not here.exists());
}

Test(server_listener, a_file_that_can_not_be_removed_is_told) {
    const folder here;
    opened l(here.address());
    cr_assert(holds_failing(net_test::unlink_fails(EBUSY), [&] {
        return l.file().remove() == "cannot remove " + here.path() + ": Device or resource busy";
    }));
    cr_assert(here.exists());
    cr_assert(l.file().remove().empty(), "it is tried once");
}

}}  // namespace listener_test
