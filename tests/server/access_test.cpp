// Who may connect and read what: files of secrets, rights of sockets, the other end of one.
#include "server/credentials.hpp"
#include "server/listener.hpp"
#include "server/peer.hpp"
#include "support/folder.hpp"
#include "support/ipv6.hpp"
#include "support/logs.hpp"
#include "support/with.hpp"
#include "system/file.hpp"
#include "system/identity.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <netinet/in.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fcntl.h>

#include <atomic>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace access_test { namespace {

using namespace callbox;

struct folder : support::folder {
    std::string path(std::string_view file = "f") const { return *this / file; }
    std::string put(std::string_view text, mode_t mode = 0600) const {
        (void)::unlink(path().c_str());  // it may not let its owner write
        const fd file(::open(path().c_str(), O_WRONLY | O_CREAT | O_EXCL, 0600));
        cr_assert(::write(file.get(), text.data(), text.size()) ==
                  static_cast<ssize_t>(text.size()));
        cr_assert(::fchmod(file.get(), mode) == 0);
        return path();
    }
};

std::string read(const std::string& path, std::size_t most = 100) {
    std::string text;
    const std::string problem = system::read_secret(path, most, text);
    return problem.empty() ? "read " + text : problem;
}

using support::kept_log, support::with;

net::peer accepted_at(const net::listener& l, const net::address& to,
                      std::string* seen_from = nullptr) {
    const fd client(::socket(to.socket.ss_family, SOCK_STREAM, 0));
    cr_assert(::connect(client.get(), to.raw(), to.length) == 0);
    sockaddr_storage from{};
    socklen_t length = sizeof from;
    const fd server(::accept(l.get(), reinterpret_cast<sockaddr*>(&from), &length));
    cr_assert(static_cast<bool>(server));
    if (seen_from != nullptr) {
        net::address own;
        own.length = sizeof own.socket;
        auto* const name = reinterpret_cast<sockaddr*>(&own.socket);
        cr_assert(::getsockname(client.get(), name, &own.length) == 0);
        *seen_from = net::text_of(own);
    }
    return {from, server.get()};
}

void expect_peer_as_written(const char* at) {
    net::listener l;
    cr_assert(l.open(at).empty());
    std::string wanted;
    const net::peer peer = accepted_at(l, l.where(), &wanted);
    cr_expect(peer.text() == wanted && !peer.uid(), "not %s", wanted.c_str());
    cr_expect(!peer.is_local());
}

void nothing() {}
constexpr api two_methods{method<"math.add", nothing>(""), method<"ping", nothing>("")};

Test(server_access, a_file_that_only_its_owner_reads_is_read) {
    const folder in;
    cr_expect(read(in.put("text")) == "read text");
    cr_expect(read(in.put("text", 0400)) == "read text");
    cr_expect(read(in.put("")) == "read ");
    const std::string much(10'000, 'x');
    cr_expect(read(in.put(much), much.size()) == "read " + much);
    cr_expect(read(in.put(much), much.size() - 1) == "longer than 9999 bytes");
    cr_assert(::symlink(in.path().c_str(), in.path("link").c_str()) == 0);
    cr_expect(read(in.path("link"), much.size()) == "read " + much);
}

Test(server_access, a_file_that_others_may_use_is_refused) {
    const folder in;
    for (const mode_t mode : {0640, 0620, 0610, 0604, 0602, 0601, 0660, 0666})
        cr_expect(read(in.put("text", mode)).starts_with("is accessible to other"), "%o", mode);
    if (::geteuid() != 0) return;
    in.put("text");
    cr_assert(::chown(in.path().c_str(), 12345, 0) == 0);
    cr_expect(read(in.path()).starts_with("not owned by root or"));
}

Test(server_access, roots_file_for_another_user_may_be_read_by_a_group) {
    if (::geteuid() != 0) return;
    const folder in;
    std::string text;
    const auto problem = [&](mode_t mode, uid_t by) {
        return system::read_secret(in.put("text", mode), 100, text, by);
    };
    cr_expect(problem(0440, 12345) == "" && problem(0640, 12345) == "" && text == "text");
    cr_expect(problem(0640, 0) != "", "a server that is root's needs no group");
    for (const mode_t mode : {0620, 0610, 0604, 0602, 0601, 0660, 0666})
        cr_expect(problem(mode, 12345).starts_with("is accessible to other"), "%o", mode);
    in.put("text", 0640);
    cr_assert(::chown(in.path().c_str(), 12345, 0) == 0);
    cr_expect(system::read_secret(in.path(), 100, text, 12345) != "", "the file is not root's");
}

Test(server_access, a_token_file_may_be_of_the_group_that_root_becomes) {
    if (::geteuid() != 0) return;
    const folder in;
    options how;
    how.token_file = in.put("ada " + std::string(64, 'a') + " *\n", 0640);
    cr_expect(net::credentials().open(how).find("is accessible to other") != std::string::npos);
    how.user = "12345";
    cr_expect(net::credentials().open(how) == "");
}

Test(server_access, what_is_no_file_is_refused_and_waited_for_by_nobody, .timeout = 60) {
    const folder in;
    cr_expect(read(in.path("none")) == "No such file or directory");
    cr_expect(read(in.name) == "not a regular file");
    cr_assert(::mkfifo(in.path("pipe").c_str(), 0600) == 0);
    cr_expect(read(in.path("pipe")) == "not a regular file");
    cr_expect(read("/dev/null") == "not a regular file");
}

Test(server_access, users_modes_and_owners_are_numbers) {
    cr_expect(system::parse_uid("0") == 0u && system::parse_uid("4294967294") == 4294967294u);
    for (const char* text : {"", "root", "-1", "+1", "1 ", "0x1", "4294967295", "99999999999"})
        cr_expect(!system::parse_uid(text), "%s", text);
    cr_expect(system::parse_mode("0660") == 0660u && system::parse_mode("600") == 0600u);
    for (const char* text : {"", "7", "66", "0888", "1777", "04755", "rw-", "-600", "0o66"})
        cr_expect(!system::parse_mode(text), "%s", text);
    const auto owner = system::parse_owner("33:44");
    cr_expect(owner && owner->id == 33 && owner->group == 44);
    for (const char* text : {"", ":", "33", "33:", ":33", "a:b", "1:2:3", "1: 2"})
        cr_expect(!system::parse_owner(text), "%s", text);
}

Test(server_access, a_sockets_file_never_lets_in_more_than_it_shall) {
    const folder in;
    std::atomic<bool> over = false;
    std::atomic<int> looked = 0, loose = 0;
    ::umask(0);
    std::thread watcher([&] {
        const std::string path = in.path("s");
        while (!over) {
            struct stat found {};
            if (::lstat(path.c_str(), &found) == -1) continue;
            ++looked;
            if ((found.st_mode & 0077) != 0) ++loose;
        }
    });
    for (int i = 0; i < 20'000 && (i < 500 || looked < 100); ++i) {
        net::listener l;
        cr_assert(l.open("unix:" + in.path("s")).empty());
    }
    over = true;
    watcher.join();
    cr_expect(loose == 0, "%d of %d", loose.load(), looked.load());
    cr_expect(looked > 0);
}

Test(server_access, the_other_end_by_ipv6_is_told_as_an_address_is_written) {
    if (!support::has_ipv6()) cr_skip("no IPv6 here");
    expect_peer_as_written("[::1]:0");
}

Test(server_access, the_other_end_is_told_as_an_address_is_written) {
    expect_peer_as_written("127.0.0.1:0");
    cr_expect(net::peer().text().empty());
    sockaddr_storage from{};
    auto& v6 = reinterpret_cast<sockaddr_in6&>(from);
    v6.sin6_family = AF_INET6;
    v6.sin6_port = 0xffff;
    std::memset(&v6.sin6_addr, 0x88, sizeof v6.sin6_addr);
    cr_expect(net::peer(from, -1).text() == "[8888:8888:8888:8888:8888:8888:8888:8888]:65535");
}

Test(server_access, by_ipv4_to_all_addresses_is_told_as_ipv4) {
    net::listener l;
    cr_assert(l.open(":0").empty());
    net::address to;
    const std::string where = net::text_of(l.where());
    cr_assert(net::parse("127.0.0.1" + where.substr(where.rfind(':')), to).empty());
    const std::string got(accepted_at(l, to).text());
    cr_expect(got.starts_with("127.0.0.1:"), "%s", got.c_str());
}

Test(server_access, of_a_unix_socket_the_user_is_known) {
    const folder in;
    net::listener l;
    cr_assert(l.open("unix:" + in.path("s")).empty());
    const net::peer who = accepted_at(l, l.where());
    cr_expect(who.is_local() && who.text() == "unix" && who.uid() == ::geteuid());

    const auto may = [&](std::vector<std::string> uids, const net::peer& p) {
        net::credentials some;
        cr_assert(some.open(with(&options::allow_uid, std::move(uids))).empty());
        return some.may_connect(p);
    };
    const std::string own = std::to_string(::geteuid());
    cr_expect(may({}, who) && may({own}, who) && may({"12345", own}, who));
    cr_expect(!may({"12345"}, who));
    cr_expect(may({"12345"}, net::peer()), "there is no user behind a network");
    cr_expect(net::credentials().open(with(&options::allow_uid, {"root"})) ==
              "cannot allow the user \"root\": a user is a number");
}

Test(server_access, a_token_without_a_method_is_told_at_start_and_at_sighup) {
    const folder in;
    kept_log log;
    const table methods = two_methods;
    options how;
    how.token_file = in.put("# who\nbare 0123456789abcdef\nwrong 1123456789abcdef maths.* ping\n"
                            "right 2123456789abcdef math.* rpc.status rpc.discover *\n");
    net::credentials who;
    cr_assert(who.open(how, &methods).empty());
    const std::string begin = "the token file " + in.path() + ": line ";
    const std::vector<std::string> wanted{
        begin + "2: bare may call nothing: its scopes match no method",
        begin + "3: wrong may call nothing by maths.*: no method matches"};
    cr_expect(who.doubts() == wanted);
    for (const std::string& each : who.doubts())
        cr_expect(each.find("123456789abcdef") == std::string::npos, "%s", each.c_str());
    in.put("later 0123456789abcdef pong\n");
    (void)who.tokens_after(1, log);
    cr_assert(log.all.size() == 2);
    cr_expect(log.all[1] == begin + "1: later may call nothing by pong: no method matches");
}

Test(server_access, tokens_are_read_again_once_for_each_hangup) {
    const folder in;
    kept_log log;
    net::credentials who;
    cr_assert(who.open(with(&options::token_file, in.put("a 0123456789abcdef *\n"))).empty());
    const auto names = [&](unsigned hangups) {
        std::string all;
        const site::tokens now = who.tokens_after(hangups, log);
        for (const auto& h : now.all()) all += h.name;
        return all;
    };
    in.put("b 0123456789abcdef *\n");
    cr_expect(names(0) == "a" && log.all.empty());
    cr_expect(names(1) == "b" && log.all.size() == 1);
    in.put("c 0123456789abcdef *\n");
    cr_expect(names(1) == "b" && names(0) == "b" && log.all.size() == 1,
              "others hear of it later");
    cr_expect(names(3) == "c" && log.all.size() == 2);
    in.put("d\n");
    cr_expect(names(4) == "c" && log.all.size() == 3);
    cr_expect(log.all[2].ends_with("line 1: missing token after the name"));
    in.put("d 0123456789abcdef\n", 0644);
    cr_expect(names(5) == "c" && log.all.size() == 4);
    in.put("d 0123456789abcdef *");
    cr_expect(names(6) == "c", "it may have been *.add");
    cr_expect(log.all[4].ends_with("the last line has no line feed"));
    in.put("d 0123456789abcdef\n");
    cr_expect(names(7) == "d");
}

}}  // namespace access_test
