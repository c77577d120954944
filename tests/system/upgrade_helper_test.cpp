// The upgrade helper, with the test in the role of the server.
#include "system/upgrade_helper.hpp"

#include "support/failing.hpp"
#include "support/folder.hpp"

#include <criterion/criterion.h>

#include <poll.h>
#include <signal.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace upgrade_helper_test { namespace {

using namespace callbox;
using system::upgrade_helper;
using net_test::holds_failing;
using words = std::vector<std::string>;

struct place : support::folder {
    place() { std::filesystem::create_directory(at("bin")); }
    std::string at(const std::string& file) const { return *this / file; }
    // Creates an executable script.
    std::string made(const std::string& file, const std::string& text) const {
        std::ofstream(at(file)) << text;
        std::filesystem::permissions(at(file), std::filesystem::perms::owner_all);
        return at(file);
    }
    // Waits for a complete line in a file and returns it.
    std::string said(const std::string& file) const {
        for (int tries = 0; tries < 2'000; ++tries, ::usleep(2'000)) {
            std::ifstream from(at(file));
            std::string line;
            if (std::getline(from, line) && !from.eof()) return line;
        }
        return "nothing";
    }
};

upgrade_helper::report report_of(upgrade_helper& by) {
    pollfd one{by.get(), POLLIN, 0};
    if (::poll(&one, 1, 10'000) != 1) return {};
    return by.collect();
}
upgrade_helper::report started(const words& program, std::uint32_t patience_ms = 10'000) {
    upgrade_helper by;
    const std::string problem = by.open(program, patience_ms, {});
    cr_assert(problem.empty(), "%s", problem.c_str());
    cr_assert(by.collect().kind == upgrade_helper::report::nothing);
    cr_assert(by.order());
    return report_of(by);
}
bool is(const upgrade_helper::report& got, upgrade_helper::report::outcome wanted, int value) {
    return got.kind == wanted && got.value == value;
}

TestSuite(system_upgrade_helper, .timeout = 60);

Test(system_upgrade_helper, a_program_is_found_where_execvp_finds_it) {
    const place here;
    const std::string path = here.made("bin/x", "#!/bin/sh\necho $0 $1 > " + here.at("said") +
                                                    "\nexit 7\n");
    cr_assert(::chdir(here.name.c_str()) == 0);
    (void)::setenv("PATH", ("bin::/missing:" + here.at("bin") + ":/usr/bin").c_str(), 1);
    for (const std::string& name : {path, std::string("bin/x"), std::string("x")}) {
        cr_expect(is(started({name, "word"}), upgrade_helper::report::exited, 7), "%s",
                  name.c_str());
        cr_expect(here.said("said") == path + " word", "%s", name.c_str());
        std::filesystem::remove(here.at("said"));
    }
}

Test(system_upgrade_helper, a_program_that_is_not_found_is_replaced_with_the_running_one) {
    (void)::clearenv();  // so that Criterion does not run this test in the child
    cr_expect(is(started({"no-such-program", "--version"}), upgrade_helper::report::exited, 0));
    (void)::setenv("PATH", "/missing", 1);
    cr_expect(is(started({"no-such-program", "--version"}), upgrade_helper::report::exited, 0));
    upgrade_helper none;
    cr_expect(none.open({}, 1, {}) == "cannot be upgraded: program file not found");
    cr_expect(none.get() == -1 && !none.order());
}

Test(system_upgrade_helper, the_fate_of_the_program_is_reported) {
    const place here;
    using report = upgrade_helper::report;
    cr_expect(is(started({"/bin/sh", "-c", "exit 3"}), report::exited, 3));
    cr_expect(is(started({"/bin/sh", "-c", "kill -9 $$"}), report::killed, SIGKILL));
    cr_expect(is(started({"/bin/sh", "-c", "sleep 20"}, 50), report::late, 0));
    const std::string silent = "n=${CALLBOX_HANDED_OVER#*:}; eval \"exec $n>&-\"; sleep 20";
    cr_expect(is(started({"/bin/sh", "-c", silent}, 100), report::late, 0));
    const std::string broken = here.made("broken", "#!/no/such/shell\n");
    cr_expect(is(started({broken}), report::refused, ENOENT));
}

Test(system_upgrade_helper, without_the_helper_there_are_no_reports_and_no_orders) {
    upgrade_helper by;
    cr_assert(by.open({"/bin/sh", "-c", "kill -9 $PPID"}, 1'000, {}).empty());
    cr_assert(by.order());
    cr_expect(report_of(by).kind == upgrade_helper::report::gone);
    cr_expect(by.get() == -1 && !by.order());
}

Test(system_upgrade_helper, more_sockets_than_fit_a_message_arrive_in_order) {
    const place here;
    std::vector<system::handed> all(401, {STDERR_FILENO, false, listener_role::calls});
    all.back() = {STDERR_FILENO, true, listener_role::admin};
    const std::string text = "echo $CALLBOX_HANDED_OVER | tr , '\\n' | sed 's/.*:.*/first/;"
                             "s/[0-9]*//' | uniq -c | tr '\\n' ' ' > " + here.at("said") +
                             "; echo >> " + here.at("said");
    upgrade_helper by;
    cr_assert(by.open({"/bin/sh", "-c", text}, 10'000, std::move(all)).empty());
    cr_assert(by.order());
    std::string said = here.said("said");
    std::erase(said, ' ');
    cr_expect(said == "1first399c1fa", "%s", said.c_str());
}

Test(system_upgrade_helper, it_starts_programs_where_sigchld_is_ignored) {
    (void)::signal(SIGCHLD, SIG_IGN);
    cr_expect(is(started({"/bin/sh", "-c", "exit 3"}), upgrade_helper::report::exited, 3));
}

Test(system_upgrade_helper, its_end_ends_a_program_that_is_not_ready) {
    const place here;
    upgrade_helper by;
    const std::string text = "trap 'echo ended > " + here.at("end") + "; exit' TERM\n"
                             "echo begun > " + here.at("begin") + "\nsleep 20 & wait\n";
    cr_assert(by.open({"/bin/sh", "-c", text}, 20'000, {}).empty());
    cr_assert(by.order());
    cr_assert(here.said("begin") == "begun");
    by.close();
    cr_expect(here.said("end") == "ended");
}

Test(system_upgrade_helper, without_a_process_or_a_channel_there_is_none) {
    cr_expect(holds_failing({{SYS_socketpair, EMFILE}}, [] {
        upgrade_helper none;
        return none.open({"/bin/true"}, 1, {}) == "cannot be upgraded: Too many open files";
    }));
    cr_expect(holds_failing(net_test::clone_fails(EAGAIN), [] {
        upgrade_helper none;
        return none.open({"/bin/true"}, 1, {}) == "cannot be upgraded: cannot create a process" &&
               none.get() == -1;
    }));
    cr_expect(holds_failing({{SYS_pipe2, ENFILE}}, [] {
        return is(started({"/bin/true"}), upgrade_helper::report::refused, ENFILE);
    }));
}

Test(system_upgrade_helper, the_first_process_of_a_container_has_none) {
    if (::unshare(CLONE_NEWPID) == -1) cr_skip("no right to make a PID namespace");
    const pid_t first = ::fork();
    if (first == 0) {
        upgrade_helper none;
        const std::string problem = none.open({"/bin/true"}, 1, {});
        ::_exit(problem.starts_with("cannot be upgraded: a container ends") ? 0 : 1);
    }
    int status = -1;
    cr_expect(::waitpid(first, &status, 0) == first && status == 0);
}

}}  // namespace upgrade_helper_test
