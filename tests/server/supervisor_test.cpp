// What the log tells of upgrades that come to nothing.
#include "server/supervisor.hpp"

#include "support/logs.hpp"
#include "system/signals.hpp"

#include <criterion/criterion.h>

#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace supervisor_test { namespace {

using namespace callbox;

struct lines : support::kept_log {
    bool end_with(std::string_view text) const { return !all.empty() && all.back() == text; }
};

// A supervisor whose program is what the shell makes of that.
struct upgrade {
    lines log;
    system::stop_signals stop;
    net::supervisor by;

    explicit upgrade(const std::string& program, std::uint32_t patience_ms = 10'000)
        : upgrade(std::vector<std::string>{"/bin/sh", "-c", program}, patience_ms) {}
    upgrade(const std::vector<std::string>& program, std::uint32_t patience_ms)
        : by(system::notifier(), opened(program, patience_ms), stop, log) {
        cr_assert(stop.take());
    }

    static system::upgrade_helper opened(const std::vector<std::string>& program,
                               std::uint32_t patience_ms) {
        system::upgrade_helper made;
        cr_assert(made.open(program, patience_ms, {}).empty());
        return made;
    }
    void ask() {
        (void)::raise(SIGUSR2);
        by.on_signal();
    }
    void hear() {
        pollfd one{by.get(), POLLIN, 0};
        cr_assert(::poll(&one, 1, 10'000) == 1);
        by.on_readable();
    }
    // It goes on as it was, for that reason.
    void expect_failure(const std::string& why) {
        ask();
        cr_expect(log.end_with("upgrade: starting the new process"));
        hear();
        const std::string line =
            "upgrade: the new process does not serve, this one continues: " + why;
        cr_expect(log.end_with(line), "%s", log.all.back().c_str());
        cr_expect(stop.count(system::command::hand_over) == 0);
    }
};

TestSuite(server_supervisor, .timeout = 60);

Test(server_supervisor, why_a_program_does_not_serve_is_one_line) {
    upgrade("exit 3").expect_failure("it ended with status 3");
    upgrade("kill -9 $$").expect_failure("signal 9 ended it");
    upgrade("sleep 20", 50).expect_failure("it was not ready in time");
}

Test(server_supervisor, what_can_not_be_executed_is_named) {
    char name[] = "/tmp/callbox-supervisor-XXXXXX";
    fd file(::mkstemp(name));
    const std::string_view text = "#!/no/such/shell\n";
    cr_assert(::write(file.get(), text.data(), text.size()) != -1 && ::chmod(name, 0700) == 0);
    file.close();
    upgrade(std::vector<std::string>{name}, 10'000).expect_failure("No such file or directory");
    (void)::unlink(name);
}

Test(server_supervisor, after_a_failure_it_can_be_tried_again) {
    upgrade twice("exit 1");
    twice.expect_failure("it ended with status 1");
    twice.expect_failure("it ended with status 1");
}

Test(server_supervisor, one_is_under_way_at_a_time) {
    upgrade slow("sleep 20", 300);
    slow.ask();
    slow.ask();
    cr_expect(slow.log.end_with("SIGUSR2: an upgrade is under way"));
    slow.by.on_readable();
    cr_expect(slow.log.all.size() == 2, "nothing is reported yet");
    slow.hear();
    cr_expect(slow.log.all.size() == 3);
}

Test(server_supervisor, a_starter_that_is_stopped_keeps_no_upgrade_under_way) {
    upgrade stuck("kill -STOP $PPID; sleep 1; kill -CONT $PPID; sleep 20", 50);
    stuck.ask();
    const time_ms due = stuck.by.next_due();
    cr_assert(due != never && due - now_ms() < 10'000);
    ::usleep(200'000);
    stuck.by.tick(due - 1);
    cr_expect(stuck.log.all.size() == 1);
    stuck.by.tick(due);
    cr_expect(stuck.log.end_with("upgrade: the new process does not serve, this one continues: "
                                     "the process that starts it does not answer"));
    cr_expect(stuck.by.next_due() == never && stuck.by.get() == -1);
    stuck.ask();
    cr_expect(stuck.log.end_with(
        "SIGUSR2: ignored: --upgrade is not set, or the process is ending"));
}

Test(server_supervisor, when_the_starter_has_ended_nothing_is_done_any_more) {
    upgrade lost("kill -9 $PPID");
    lost.expect_failure("the process that starts it has ended");
    lost.ask();
    cr_expect(lost.log.end_with(
        "SIGUSR2: ignored: --upgrade is not set, or the process is ending"));
}

}}  // namespace supervisor_test
