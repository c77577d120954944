// Standard error as a terminal, a file on a full disk, or a file that is replaced.
#include "observe/log_output.hpp"

#include "observe/logger.hpp"
#include "support/allocations.hpp"
#include "support/failing.hpp"
#include "support/terminal.hpp"
#include "support/transcript.hpp"
#include "support/until.hpp"

#include <criterion/criterion.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>

namespace log_output_test { namespace {

using callbox::observe::log_output, callbox::observe::standard_error;

// Redirects standard error to a descriptor during its lifetime.
class in_place {
public:
    explicit in_place(int descriptor) : before_(::dup(STDERR_FILENO)) {
        cr_assert(descriptor != -1 && ::dup2(descriptor, STDERR_FILENO) != -1);
        standard_error.look();
    }
    ~in_place() { ::dup2(before_, STDERR_FILENO); }

private:
    int before_;
};

// An unlinked file.
int file() {
    char path[] = "/tmp/callbox-output-XXXXXX";
    const int made = ::mkostemp(path, O_APPEND);
    cr_assert(made != -1 && ::unlink(path) == 0);
    return made;
}
std::string text_of(int from) {
    std::string all(1 << 20, '\0');
    const ssize_t size = ::pread(from, all.data(), all.size(), 0);
    all.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    return all;
}

// A terminal that is written to until it is full; read() drains it.
struct terminal : support::cooked_terminal {
    terminal() : cooked_terminal(O_NONBLOCK) {}
    std::string read() const {
        std::string all;
        char some[4096];
        for (ssize_t n; (n = ::read(other_end.get(), some, sizeof some)) > 0;)
            all.append(some, static_cast<std::size_t>(n));
        return all;
    }
};

std::string line_of(int number) {
    std::string text = std::to_string(number);
    text.insert(0, 38 - text.size(), '.');
    return text + '\n';
}
void say(int number) {
    standard_error.put(callbox::log_level::warn, line_of(number));
    standard_error.flush();
}

// The number of lines in the text. Checks that they are complete and in order.
int count_whole(const std::string& text) {
    int count = 0;
    std::size_t at = 0;
    for (int last = -1; at < text.size(); ++count) {
        const std::size_t end = text.find('\n', at);
        cr_assert(end != text.npos);
        std::string line = text.substr(at, end - at);
        line.erase(std::remove(line.begin(), line.end(), '\r'), line.end());
        cr_assert(line.size() == 38, "incomplete line \"%s\"", line.c_str());
        const int number = std::atoi(line.c_str() + line.find_first_not_of('.'));
        cr_assert(number > last);
        last = number;
        at = end + 1;
    }
    return count;
}

void allow_file_bytes(rlim_t most) {
    rlimit files{};
    cr_assert(::getrlimit(RLIMIT_FSIZE, &files) == 0);
    files.rlim_cur = most;
    cr_assert(::setrlimit(RLIMIT_FSIZE, &files) == 0);
}

std::ptrdiff_t count_of_threads() {
    using folder = std::filesystem::directory_iterator;
    return std::distance(folder("/proc/self/task"), folder());
}

TestSuite(observe_log_output, .timeout = 20);

Test(observe_log_output, an_unread_terminal_blocks_no_thread_and_its_lines_are_complete) {
    const terminal stuck;
    const in_place held(stuck.own.get());
    cr_assert(standard_error.start().empty());
    constexpr int lines = 20'000;
    for (int i = 0; i < lines; ++i) say(i);
    const auto dropped = static_cast<int>(standard_error.dropped());
    cr_expect(dropped > 0 && dropped < lines);
    std::string text;
    for (int quiet = 0; quiet < 100; ++quiet) {
        const std::string some = stuck.read();
        if (!some.empty()) quiet = 0;
        text += some;
        ::usleep(1'000);
    }
    cr_expect(count_whole(text) == lines - dropped, "%d", count_whole(text));
    standard_error.finish();
}

Test(observe_log_output, finish_writes_buffered_lines_within_a_bounded_time) {
    const terminal good;
    {
        const in_place held(good.own.get());
        cr_assert(standard_error.start().empty());
        for (int i = 0; i < 20; ++i) say(i);
        standard_error.finish();
    }
    cr_expect(count_whole(good.read()) == 20);
    const terminal stuck;
    const in_place held(stuck.own.get());
    cr_assert(standard_error.start().empty());
    for (int i = 0; i < 5'000; ++i) say(i);
    const callbox::time_ms begin = callbox::now_ms();
    standard_error.finish();
    cr_expect(callbox::now_ms() - begin < 3'000);
}

Test(observe_log_output, a_failed_start_is_no_server_so_the_last_leave_still_flushes) {
    const auto before = count_of_threads();
    const terminal good;
    const in_place held(good.own.get());
    cr_assert(net_test::holds_failing(net_test::clone_fails(EAGAIN), [] {
        return standard_error.start().starts_with("cannot start the log thread");
    }));
    cr_assert(standard_error.start().empty());
    for (int i = 0; i < 20; ++i) say(i);
    standard_error.leave();
    cr_expect(count_whole(good.read()) == 20);
    cr_expect(support::until([&] { return count_of_threads() == before; }));
}

Test(observe_log_output, a_file_has_a_line_when_it_is_flushed) {
    const int to = file();
    const in_place held(to);
    cr_assert(standard_error.start().empty());
    support::allocations();
    for (int i = 0; i < 10'000; ++i)
        standard_error.put(callbox::log_level::info, "another line, of some length, goes\n");
    standard_error.flush();
    cr_expect(support::allocations() == 0);
    cr_expect(text_of(to).size() == 350'000 && standard_error.dropped() == 0);
}

Test(observe_log_output, a_full_disk_loses_whole_lines_which_are_counted) {
    const int to = file();
    const in_place held(to);
    (void)::signal(SIGXFSZ, SIG_IGN);
    allow_file_bytes(100);  // two lines and a half
    for (int i = 0; i < 10; ++i) say(i);
    cr_expect(text_of(to).size() == 100 && standard_error.dropped() == 7, "%d",
              static_cast<int>(standard_error.dropped()));
    allow_file_bytes(10'000);
    say(10);
    cr_expect(text_of(to) == line_of(0) + line_of(1) + line_of(2) + line_of(10), "%s",
              text_of(to).c_str());
}

Test(observe_log_output, dropped_lines_are_reported_once_there_is_room) {
    const int to = file();
    const in_place held(to);
    (void)::signal(SIGXFSZ, SIG_IGN);
    callbox::observe::logger log(callbox::observe::plain_style, 1'000);
    allow_file_bytes(0);
    for (int i = 0; i < 10; ++i) log.warn("lost");
    const callbox::time_ms second = callbox::now_ms() / 1000;
    while (callbox::now_ms() / 1000 == second) ::usleep(1'000);
    allow_file_bytes(10'000);
    log.warn("after");
    log.warn("again");
    cr_expect(text_of(to) == "callbox: after\ncallbox: 10 lines dropped\n"
                             "callbox: again\n",
              "%s", text_of(to).c_str());
}

Test(observe_log_output, a_log_file_gets_what_comes_later_with_time_and_level) {
    const terminal before;
    const int to = file();
    const in_place held(before.own.get());
    cr_assert(standard_error.start().empty());
    callbox::observe::logger log;
    log.warn("ready");
    standard_error.move_to(to);
    log.error("a \"word\"");
    cr_expect(before.read() == "callbox: ready\r\n");
    const std::string text = text_of(to);
    constexpr std::string_view whole =
        R"(time=20...-...-...T...:...:...Z level=error message="a \"word\"")" "\n";
    const bool is_whole = wire::is_like(text, whole);
    cr_expect(is_whole, "%s", text.c_str());
}

Test(observe_log_output, a_file_that_takes_a_torn_line_s_place_begins_with_a_whole_one) {
    const int one = file(), other = file();
    const in_place held(one);
    (void)::signal(SIGXFSZ, SIG_IGN);
    allow_file_bytes(60);
    say(0);
    say(1);
    standard_error.move_to(other);
    allow_file_bytes(10'000);
    say(2);
    cr_expect(text_of(other) == line_of(2) && standard_error.dropped() == 1);
}

Test(observe_log_output, a_terminal_that_is_stuck_already_keeps_no_log_file_from_its_lines) {
    const terminal stuck;
    const int to = file();
    const in_place held(stuck.own.get());
    cr_assert(standard_error.start().empty());
    for (int i = 0; i < 5'000; ++i) say(i);
    standard_error.move_to(to);
    standard_error.flush();
    say(9'000);
    cr_expect(text_of(to).ends_with(line_of(9'000)));
}

}}  // namespace log_output_test
