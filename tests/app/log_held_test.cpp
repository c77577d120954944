// Servers with a blocked standard error: an unread terminal, a full disk.
#include "server/blocking.hpp"
#include "support/folder.hpp"
#include "support/terminal.hpp"

#include <fcntl.h>
#include <stdlib.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace log_held_test { namespace {

using namespace slow;

// Serves with this descriptor as standard error. Writes the ready line that the test waits for.
int serve_to(int descriptor, const callbox::options& options) {
    constexpr std::string_view word = "callbox: ready: \n";
    if (::write(STDERR_FILENO, word.data(), word.size()) == -1) return 1;
    (void)::dup2(descriptor, STDERR_FILENO);
    return serve(options);
}
// The other end is never read.
int serve_to_a_stuck_terminal(const callbox::options& options) {
    const support::cooked_terminal stuck;
    return serve_to(stuck.own.get(), options);
}
int serve_to_a_full_disk(const callbox::options& options) {
    return serve_to(::open("/dev/full", O_WRONLY), options);
}

constexpr auto info = callbox::log_level::info;

using support::folder;

callbox::options at(const folder& in, std::size_t workers, callbox::log_level level) {
    auto options = with(2, 4, workers);
    options.listen = {in.address()};
    options.log_level = level;
    options.limits.log_rate_max = 1'000'000;
    return options;
}

// Connects as soon as the server listens.
std::vector<client> clients_of(const wire::program& server, std::size_t count) {
    std::vector<client> all;
    while (all.size() < count) {
        callbox::fd one;
        cr_assert(until([&] { return static_cast<bool>(one = server.connect()); }));
        all.emplace_back(std::move(one));
    }
    return all;
}

void expect_answers(const callbox::options& options, bool are_notifications) {
    const support::cooked_terminal there_are_some;
    wire::program server(options, serve_to_a_stuck_terminal);
    std::vector<client> all = clients_of(server, 12);
    for (int i = 0; i < 170; ++i) {
        for (client& each : all) {
            if (are_notifications) {
                const int status = each.status_of(post(made_up::notified("none", "[]")));
                cr_assert(status == 204, "after %d calls", i * 12);
            } else {
                cr_assert(each.pings(), "after %d calls", i * 12);
            }
        }
    }
    cr_expect(has(all[0].ask("echo", "[1]"), "1"), "on another thread");
    const auto begin = std::chrono::steady_clock::now();
    expect_end(server);
    cr_expect(std::chrono::steady_clock::now() - begin < 3s);
}

Test(log_held, an_unread_terminal_blocks_no_call, .timeout = 60) {
    const folder in;
    for (const std::size_t workers : {1, 4}) expect_answers(at(in, workers, info), false);
}

Test(log_held, an_unread_terminal_blocks_no_failing_notification, .timeout = 60) {
    const folder in;
    expect_answers(at(in, 1, callbox::log_level::warn), true);
}

Test(log_held, each_line_lost_on_a_full_disk_is_counted, .timeout = 60) {
    const folder in;
    wire::program server(at(in, 1, info), serve_to_a_full_disk);
    client c = std::move(clients_of(server, 1)[0]);
    for (int i = 0; i < 100; ++i) cr_assert(c.pings());
    cr_expect(until([&] {
        c.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        const std::string shown = c.body();
        const std::size_t at = shown.find("\ncallbox_log_lines_dropped_total ");
        return at != shown.npos && std::atoi(shown.c_str() + shown.find(' ', at)) >= 100;
    }));
    expect_end(server);
}

}}  // namespace log_held_test
