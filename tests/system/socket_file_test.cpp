#include "system/file.hpp"

#include "hostile.hpp"

#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <thread>
#include <vector>

namespace socket_file_test { namespace {

using namespace callbox;
using system::rights, system::socket_file;
using system_test::attack, system_test::hostile_folder, system_test::needs_root,
    system_test::nobody;

struct listening {
    fd socket{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)};
    socket_file file;
    std::string listen(const std::string& path, const rights& own = {}) {
        return file.listen(socket.get(), path, own);
    }
    // Like kill -9.
    void die() {
        file.let_go();
        socket.close();
    }
};

bool is_served(const std::string& path) {
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    path.copy(to.sun_path, sizeof to.sun_path - 1);
    const fd client(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    return ::connect(client.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
}

constexpr rights shared{.mode = 0666, .owner = {{nobody, nobody}}};

void expect_links_change_no_other_file(int rounds) {
    needs_root();
    const hostile_folder in;
    in.hard_link("roots/secret", "open/hard");
    const std::string s = in.at("open/s"), link = in.at("open/link"), hard = in.at("open/hard"),
                      secret = in.at("roots/secret");
    const attack swaps([&] {
        (void)::symlink(secret.c_str(), link.c_str());
        (void)::rename(link.c_str(), s.c_str());
        (void)::unlink(s.c_str());
        (void)::rename(hard.c_str(), s.c_str());
        (void)::rename(s.c_str(), hard.c_str());
    });
    int made = 0;
    for (int i = 0; i < rounds; ++i) {
        listening one;
        if (one.listen(s, shared).empty()) ++made;
        cr_assert(in.is_untouched("roots/secret"), "round %d", i);
    }
    cr_expect(made > 0, "it never listened");
}

void expect_no_socket_is_given_away(int rounds) {
    needs_root();
    const hostile_folder in;
    const std::string s = in.at("open/s"), other = in.at("open/other");
    listening live;
    cr_assert(live.listen(other, {.mode = 0666}).empty());
    const fd watched(::open(other.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    const attack swaps([&] {
        (void)::rename(other.c_str(), s.c_str());
        (void)::rename(s.c_str(), other.c_str());
    });
    for (int i = 0; i < rounds; ++i) {
        listening one;
        (void)one.listen(s, shared);
        struct stat found {};
        cr_assert(::fstat(watched.get(), &found) == 0 && found.st_uid == 0, "round %d", i);
        if (found.st_nlink != 0) continue;
        cr_expect(i > 0, "it was removed in the first round");
        break;
    }
}

TestSuite(system_socket_file, .timeout = 60);
TestSuite(long_process_socket_file, .timeout = 60);

Test(system_socket_file, it_has_its_mode_and_owner_with_any_umask) {
    const hostile_folder in;
    for (const mode_t umask : {0u, 022u, 0077u, 0777u})
        for (const mode_t mode : {0600, 0660, 0666, 0000}) {
            (void)::umask(umask);
            listening one;
            cr_expect(one.listen(in.at("s"), {.mode = mode}).empty());
            cr_expect((in.look("s").st_mode & 07777) == mode, "%o %o", umask, mode);
            cr_expect(::umask(umask) == umask, "the umask is as before");
        }
    {
        listening one;
        cr_expect(one.listen(in.at("s")).empty());
        cr_expect((in.look("s").st_mode & 07777) == 0600);
    }
    if (::geteuid() != 0) return;
    listening given;
    cr_expect(given.listen(in.at("s"), shared).empty());
    const struct stat found = in.look("s");
    cr_expect(found.st_uid == nobody && found.st_gid == nobody && (found.st_mode & 07777) == 0666);
}

Test(system_socket_file, links_that_are_swapped_in_while_it_binds_change_no_other_file) {
    expect_links_change_no_other_file(1'000);
}
Test(long_process_socket_file, links_that_are_swapped_in_while_it_binds_change_no_other_file) {
    expect_links_change_no_other_file(10'000);
}

Test(system_socket_file, another_servers_socket_that_was_moved_there_is_not_given_away) {
    expect_no_socket_is_given_away(1'000);
}
Test(long_process_socket_file, another_servers_socket_that_was_moved_there_is_not_given_away) {
    expect_no_socket_is_given_away(10'000);
}

Test(system_socket_file, of_servers_started_concurrently_after_a_crash_one_serves) {
    const hostile_folder in;
    const std::string s = in.at("s");
    for (int round = 0; round < 300; ++round) {
        listening dead;
        cr_assert(dead.listen(s).empty());
        dead.die();
        std::vector<listening> all(4);
        std::vector<std::string> said(all.size());
        std::vector<std::thread> starts;
        for (std::size_t i = 0; i < all.size(); ++i)
            starts.emplace_back([&, i] { said[i] = all[i].listen(s); });
        for (std::thread& each : starts) each.join();
        std::size_t serving = 0;
        for (const std::string& each : said) serving += each.empty() ? 1 : 0;
        cr_assert(serving == 1 && is_served(s), "%zu serve", serving);
        cr_assert(!in.has("s.lock"));
    }
}

Test(system_socket_file, a_server_fails_while_another_is_starting) {
    const hostile_folder in;
    const fd lock(::open(in.at("s.lock").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    cr_assert(::flock(lock.get(), LOCK_EX) == 0);
    listening one;
    cr_expect(one.listen(in.at("s")) == in.at("s.lock") + ": another server is starting");
    cr_assert(::flock(lock.get(), LOCK_UN) == 0);
    cr_expect(one.listen(in.at("s")).empty(), "a stale lock file locks no server out");
    cr_expect(!in.has("s.lock"));
}

Test(system_socket_file, a_lock_file_of_another_user_is_refused, .timeout = 60) {
    needs_root();
    const hostile_folder in;
    const std::string lock = in.at("open/s.lock");
    listening one;
    const auto refused = [&] { return one.listen(in.at("open/s")) != "" && !in.has("open/s"); };
    in.link("roots/none", "open/s.lock");
    cr_expect(refused() && !in.has("roots/none"), "a link");
    cr_assert(::unlink(lock.c_str()) == 0 && ::mkfifo(lock.c_str(), 0666) == 0);
    cr_expect(refused(), "a pipe");
    cr_assert(::unlink(lock.c_str()) == 0);
    cr_assert(::chown(in.put("open/s.lock").c_str(), nobody, nobody) == 0);
    cr_expect(refused(), "a file");
    cr_assert(::unlink(lock.c_str()) == 0);
    in.hard_link("roots/secret", "open/s.lock");
    cr_expect(refused() && in.is_untouched("roots/secret"), "a hard link");
}

Test(system_socket_file, it_is_removed_from_its_folder_even_if_that_was_moved) {
    const hostile_folder in;
    listening one;
    cr_assert(one.listen(in.at("open/s")).empty());
    std::filesystem::rename(in.at("open"), in.at("moved"));
    in.link("roots", "open");
    in.put("roots/s");
    cr_expect(one.file.remove().empty());
    cr_expect(in.has("roots/s") && !in.has("moved/s"));
}

}}  // namespace socket_file_test
