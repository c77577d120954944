#include "system/sandbox.hpp"

#include "support/child.hpp"
#include "support/failing.hpp"
#include "support/folder.hpp"

#include <criterion/criterion.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <string>

namespace landlock_test { namespace {

using namespace callbox::system;
using net_test::status_of;

// A temporary folder with a file "f", a folder "in" and a file "in/f".
struct place : support::folder {
    place() {
        if (landlock_version() == 0) cr_skip("no Landlock in this kernel");
        cr_assert(::mkdir(at("in").c_str(), 0700) == 0);
        for (const char* file : {"f", "in/f"})
            cr_assert(::close(::open(at(file).c_str(), O_CREAT | O_WRONLY, 0600)) == 0);
    }
    std::string at(const char* path) const { return *this / path; }
};

// The errno of `deed` in a child under these rules, 0 on success.
template <class Deed> int error_of(const grants& granted, Deed deed) {
    return WEXITSTATUS(status_of([&] {
        if (!enter_landlock(granted).empty()) return 99;
        return deed() == -1 ? errno : 0;
    }));
}
int opening(const grants& granted, const std::string& path, int flags) {
    return error_of(granted, [&] { return ::open(path.c_str(), flags, 0600); });
}

Test(system_landlock, without_paths_nothing_can_be_opened) {
    const place p;
    cr_expect(opening({}, p.at("f"), O_RDONLY) == EACCES);
    cr_expect(opening({}, p.at("f"), O_WRONLY) == EACCES);
    cr_expect(opening({}, p.at("new"), O_CREAT | O_WRONLY) == EACCES);
    cr_expect(opening({}, p.name, O_RDONLY | O_DIRECTORY) == EACCES);
    cr_expect(opening({}, "/etc/passwd", O_RDONLY) == EACCES);
    cr_expect(error_of({}, [&] { return ::unlink(p.at("f").c_str()); }) == EACCES);
    cr_expect(error_of({}, [&] { return ::mkdir(p.at("g").c_str(), 0700); }) == EACCES);
    cr_expect(error_of({}, [] { return ::execl("/bin/true", "true", nullptr); }) == EACCES);
}

Test(system_landlock, what_may_be_read_can_be_read_and_not_changed) {
    const place p;
    const grants granted{.read = {p.at("in")}};
    cr_expect(opening(granted, p.at("in/f"), O_RDONLY) == 0);
    cr_expect(opening(granted, p.at("in"), O_RDONLY | O_DIRECTORY) == 0);
    cr_expect(opening(granted, p.at("in/../f"), O_RDONLY) == EACCES);
    cr_expect(opening(granted, p.at("in/f"), O_RDWR) == EACCES);
    cr_expect(opening(granted, p.at("in/new"), O_CREAT | O_WRONLY) == EACCES);
    cr_expect(error_of(granted, [&] { return ::unlink(p.at("in/f").c_str()); }) == EACCES);
    if (landlock_version() >= 3)
        cr_expect(error_of(granted, [&] { return ::truncate(p.at("in/f").c_str(), 0); }) == EACCES);
    cr_expect(opening({.read = {p.at("f")}}, p.at("f"), O_RDONLY) == 0, "a file alone");
}

Test(system_landlock, what_may_be_written_can_be_read_made_and_removed) {
    const place p;
    const grants granted{.write = {p.at("in")}};
    cr_expect(opening(granted, p.at("in/f"), O_RDWR) == 0);
    cr_expect(opening(granted, p.at("in/new"), O_CREAT | O_WRONLY) == 0);
    cr_expect(opening(granted, p.at("f"), O_RDONLY) == EACCES);
    cr_expect(error_of(granted, [&] {
                  return ::rename(p.at("in/new").c_str(), p.at("in/f").c_str());
              }) == 0);
    cr_expect(error_of(granted, [&] { return ::unlink(p.at("in/f").c_str()); }) == 0);
    cr_expect(error_of(granted, [&] { return ::symlink("/etc", p.at("in/s").c_str()); }) == EACCES);
    cr_expect(opening({.write = {p.at("f")}}, p.at("f"), O_RDWR) == 0, "a file alone");
}

Test(system_landlock, what_may_be_removed_can_neither_be_read_nor_made) {
    const place p;
    const grants granted{.remove = {p.at("in"), p.at("missing")}};
    cr_expect(opening(granted, p.at("in/f"), O_RDONLY) == EACCES);
    cr_expect(opening(granted, p.at("in/new"), O_CREAT | O_WRONLY) == EACCES);
    cr_expect(error_of(granted, [&] { return ::rmdir(p.at("in").c_str()); }) == EACCES);
    cr_expect(error_of(granted, [&] { return ::unlink(p.at("in/f").c_str()); }) == 0);
}

Test(system_landlock, a_logs_folder_can_neither_be_read_nor_emptied) {
    const place p;
    const grants granted{.log = {p.at("in")}};
    cr_expect(opening(granted, p.at("in/f"), O_WRONLY | O_APPEND) == 0);
    cr_expect(opening(granted, p.at("in/new"), O_CREAT | O_EXCL | O_WRONLY | O_APPEND) == 0);
    cr_expect(opening(granted, p.at("in/f"), O_RDONLY) == EACCES);
    cr_expect(opening(granted, p.at("in"), O_RDONLY | O_DIRECTORY) == EACCES);
    cr_expect(error_of(granted, [&] { return ::unlink(p.at("in/f").c_str()); }) == EACCES);
    cr_expect(error_of(granted, [&] { return ::mkdir(p.at("in/g").c_str(), 0700); }) == EACCES);
    cr_expect(error_of(granted, [&] {
                  return ::rename(p.at("in/f").c_str(), p.at("in/g").c_str());
              }) == EACCES);
    if (landlock_version() >= 3)
        cr_expect(error_of(granted, [&] { return ::truncate(p.at("in/f").c_str(), 0); }) == EACCES);
}

Test(system_landlock, a_missing_path_is_reported) {
    const place p;
    cr_expect(net_test::holds_in_child([&] {
        return enter_landlock({.read = {p.at("missing")}}) ==
               "cannot allow " + p.at("missing") + ": No such file or directory";
    }));
    cr_expect(opening({.write = {p.at("missing")}}, p.at("f"), O_RDONLY) == 99);
}

Test(system_landlock, rules_that_the_kernel_refuses_are_reported) {
    const place p;
    cr_expect(net_test::holds_failing({{SYS_landlock_restrict_self, E2BIG}}, [&] {
        return enter_landlock({.read = {p.at("in")}}) == "Landlock: Argument list too long";
    }));
    cr_expect(net_test::holds_failing({{SYS_landlock_create_ruleset, ENOSYS}}, [] {
        return landlock_version() == 0 &&
               enter_landlock({}) == "Landlock: Function not implemented";
    }));
}

Test(system_landlock, tcp_is_neither_bound_nor_connected) {
    const place p;
    if (landlock_version() < 4) cr_skip("no sockets in this kernel's Landlock");
    const auto used = [](auto call) {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        return call(::socket(AF_INET, SOCK_STREAM, 0), reinterpret_cast<sockaddr*>(&to), sizeof to);
    };
    cr_expect(error_of({}, [&] { return used(::bind); }) == EACCES);
    cr_expect(error_of({}, [&] { return used(::connect); }) == EACCES);
}

Test(system_landlock, signals_stay_inside) {
    const place p;
    if (landlock_version() < 6) cr_skip("no signals in this kernel's Landlock");
    cr_expect(error_of({}, [] { return ::kill(::getppid(), 0); }) == EPERM);
    cr_expect(error_of({}, [] { return ::kill(::getpid(), 0); }) == 0);
}

}}  // namespace landlock_test
