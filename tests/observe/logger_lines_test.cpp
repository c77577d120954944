#include "observe/logger.hpp"

#include "support/allocations.hpp"

#include <criterion/criterion.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace logger_lines_test { namespace {

// The output on standard error while `act` runs.
template <class Act> std::string logged_by(Act act) {
    int ends[2];
    cr_assert(::pipe2(ends, O_NONBLOCK) == 0);
    const int before = ::dup(STDERR_FILENO);
    ::dup2(ends[1], STDERR_FILENO);
    act();
    ::dup2(before, STDERR_FILENO);
    std::string out(1 << 16, '\0');
    const ssize_t count = ::read(ends[0], out.data(), out.size());
    out.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    for (const int each : {ends[0], ends[1], before}) ::close(each);
    return out;
}

// Waits until `milliseconds` into a second of the log's clock.
void wait_until(callbox::time_ms milliseconds) {
    while (callbox::now_ms() % 1000 < milliseconds || callbox::now_ms() % 1000 > 900)
        ::usleep(1000);
}

Test(observe_logger_lines, a_line_has_the_name_of_the_program_before_it) {
    const std::string logged = logged_by([] {
        callbox::observe::logger log;
        log.warn("ready");
        log.warn("");
    });
    cr_expect(logged == "callbox: ready\ncallbox: \n", "%s", logged.c_str());
}

Test(observe_logger_lines, control_characters_make_no_second_line) {
    const std::string logged = logged_by([] {
        callbox::observe::logger log;
        log.warn("a\nb\r\x1b[31m\xc3\xa4");
        log.warn("\x7f\xc2\x9b" "31m \x9b" "31m \xc2");
    });
    cr_expect(logged == "callbox: a?b??[31m\xc3\xa4\ncallbox: ??31m ?31m ?\n", "%s",
              logged.c_str());
}

Test(observe_logger_lines, a_flood_is_cut_and_counted) {
    const std::string logged = logged_by([] {
        callbox::observe::logger log;
        wait_until(0);
        const callbox::time_ms second = callbox::now_ms() / 1000;
        for (unsigned i = 0; i < callbox::limits{}.log_rate_max + 7; ++i) log.warn("flood");
        while (callbox::now_ms() / 1000 == second) ::usleep(1000);
        log.warn("after");
        log.warn("again");
    });
    cr_expect(std::count(logged.begin(), logged.end(), '\n') ==
              callbox::limits{}.log_rate_max + 3);
    cr_expect(logged.ends_with("callbox: flood\ncallbox: 7 lines dropped\n"
                             "callbox: after\ncallbox: again\n"),
              "%s", logged.c_str());
}

Test(observe_logger_lines, a_line_allocates_nothing_so_lack_of_memory_can_be_logged) {
    callbox::observe::logger log;
    (void)support::allocations();
    log.warn("another line that is longer than a string has room for");
    cr_expect(support::allocations() == 0);
}

Test(observe_logger_lines, a_line_without_end_is_cut) {
    const std::string logged =
        logged_by([] { callbox::observe::logger().error(std::string(10'000, 'x')); });
    cr_expect(logged.size() == 4095 && logged.ends_with("xx\n"), "%zu", logged.size());
}

Test(observe_logger_lines, a_line_is_cut_between_characters) {
    for (std::size_t before = 0; before < 4; ++before) {
        std::string text(before, 'x');
        while (text.size() < 5'000) text += "\xf0\x9f\x98\x80";
        const std::string logged = logged_by([&] { callbox::observe::logger().error(text); });
        cr_expect(logged.ends_with("\xf0\x9f\x98\x80\n") && logged.size() > 4090, "%zu", before);
    }
}

Test(observe_logger_lines, an_event_is_a_line_with_its_fields_and_takes_no_memory) {
    std::size_t taken = 1;
    const std::string logged = logged_by([&] {
        callbox::observe::logger log;
        support::allocations();
        log.event(callbox::log_level::warn, "failed",
                  {{"code", std::int64_t{-7}}, {"peer", ""}, {"error", "a \"b\\\n"}});
        log.event(callbox::log_level::info, "left out", {});
        taken = support::allocations();
    });
    cr_expect(logged == "callbox: failed code=-7 error=\"a \\\"b\\\\\\u000a\"\n", "%s",
              logged.c_str());
    cr_expect(taken == 0);
}

}}  // namespace logger_lines_test
