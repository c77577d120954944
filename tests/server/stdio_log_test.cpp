// Tools over standard input and output: their log, and what fails around them.
#include "stdio_client.hpp"

#include "support/no_copy.hpp"

namespace stdio_log_test { namespace {

using namespace stdio_test;

TestSuite(server_stdio_log, .timeout = 60);

Test(server_stdio_log, the_log_goes_to_its_file_and_tells_how_calls_came) {
    const support::folder folder;
    callbox::options how = with(1, 1);
    how.log_file = folder / "log";
    how.log_level = callbox::log_level::info;
    process one(how);
    one.say(called("ping", "{}"));
    (void)one.line();
    one.end_input();
    expect_end(one);
    const std::string lines = text_of(how.log_file);
    const std::string ready = "ready: tools, on standard input and output";
    cr_expect(lines.find(" level=info message=\"" + ready + "\"\n") < lines.find("method=ping"),
              "%s", lines.c_str());
    cr_expect(one.said().ends_with("callbox: " + ready + "\n"), "%s", one.said().c_str());
    cr_expect(lines.find("method=ping id=1") != std::string::npos, "%s", lines.c_str());
    cr_expect(lines.find("peer=stdio via=mcp") != std::string::npos, "%s", lines.c_str());
}

Test(server_stdio_log, the_log_file_is_opened_again_at_sighup) {
    const support::folder folder;
    callbox::options how = with(1, 1);
    how.log_file = folder / "log";
    process one(how);
    expect_pong(one);
    std::filesystem::rename(how.log_file, folder / "old");
    one.signal(SIGHUP);
    cr_expect(until([&] { return std::filesystem::exists(how.log_file); }));
    std::filesystem::rename(how.log_file, folder / "kept");
    std::filesystem::create_directory(how.log_file);
    one.signal(SIGHUP);
    cr_expect(until([&] {
        return text_of(folder / "kept").find("SIGHUP: cannot reopen the log file: ") != npos;
    }));
    one.end_input();
    expect_end(one);
}

Test(server_stdio_log, a_message_without_memory_gets_an_error_and_it_goes_on) {
    const std::string text(80'000, 'x');
    const auto echoed = [&](std::string_view id) {
        return called("echo", "{\"any\":\"" + text + "\"}", id);
    };
    for (const std::size_t bytes : {100'000u, 200'000u, 400'000u}) {
        process one(with(&callbox::limits::memory_max, bytes, with(1, 1)));
        one.say(echoed("7"));
        const std::string refused = one.line();
        cr_expect(refused.starts_with(R"({"jsonrpc":"2.0","error":{"code":-320)"), "%s",
                  refused.substr(0, 200).c_str());
        cr_expect(refused.ends_with(R"("id":7})") || refused.ends_with(R"("id":null})"));
        expect_pong(one);
        one.end_input();
        expect_end(one);
    }
}

// Its output grows until there is no memory for an error either.
Test(server_stdio_log, answers_without_memory_for_an_error_are_dropped_and_other_calls_go_on) {
    process one(with(&callbox::limits::memory_max, 300'000, with(1, 1)));
    one.say(called("hold", R"({"gate":0})", R"("held")"));
    cr_assert(begun(1));
    constexpr int pings = 10'000, pongs = 3'300;  // as many as are in the pipe and before it
    for (int i = 0; i < pings; ++i) one.say(ping);
    cr_expect(one.says("callbox: memory has run out: an error is dropped\n"));
    for (int i = 0; i < pongs; ++i) expect_line(one, pong);
    one.end_input();
    open(0);
    const std::string rest = one.rest();
    cr_expect(rest.find(returned("0", R"("held")") + "\n") != npos);
    cr_expect(rest.size() < (pings - pongs) * pong.size());
    expect_end(one);
}

Test(server_stdio_log, too_long_a_line_without_memory_for_an_error_ends_no_other_call) {
    callbox::options how = with(1, 1);
    how.limits.memory_max = (1 << 16) + 100;  // for what is read, and no answer
    how.limits.request_bytes_max = 10;
    process one(how);
    one.say(ping);
    cr_expect(one.says("callbox: memory has run out: an error is dropped\n"));
    one.end_input();
    expect_end(one);
}

Test(server_stdio_log, dropped_lines_are_reported_though_nothing_else_happens) {
    process one(with(&callbox::limits::log_rate_max, 1, with(1, 1)));
    for (int i = 0; i < 5; ++i) one.say(called("throws", "{}"));
    cr_expect(one.says(" lines dropped\n"), "%s", one.said().c_str());
}

Test(server_stdio_log, an_answer_that_comes_later_and_has_no_room_is_an_error) {
    for (const std::size_t bytes : {200'000u, 300'000u}) {
        process one(with(&callbox::limits::memory_max, bytes, with(1, 1)));
        one.say(called("repeat", R"({"count":100000})", R"("7")"));
        expect_line(one, R"({"jsonrpc":"2.0","error":{"code":-32000,)"
                         R"("message":"Server error: memory has run out"},"id":"7"})");
        cr_expect(one.says("callbox: memory has run out: a message gets an error\n"));
        expect_pong(one);
        one.end_input();
        expect_end(one);
    }
}

Test(server_stdio_log, what_can_not_start_says_why) {
    callbox::options file = with(1, 1), user = file, memory = file;
    file.log_file = "/nowhere/at/all";
    user.user = "root";
    memory.log_to = support::no_copy();
    const std::pair<callbox::options, std::string> rows[] = {
        {file, "cannot open the log file"},
        {user, "cannot switch to user \"root\": a user is numbers like 1000:100\n"},
        {memory, "memory has run out\n"},
    };
    support::no_copy::runs_out = true;
    for (const auto& [how, why] : rows) {
        process one(how);
        expect_end(one, 1);
        expect_said(one, "callbox: " + why);
        cr_expect(one.said().find("ready") == npos);
    }
}

Test(server_stdio_log, output_that_fails_is_told_and_ends_it) {
    process one(with(1, 1), by::full);
    one.say(ping);
    expect_end(one, 1);
    expect_said(one, "callbox: standard output: No space left on device\n");
}

Test(server_stdio_log, that_it_can_not_wait_is_told_and_ends_it) {
    process one(with(1, 1), by::pipes, net_test::poll_fails(ENOMEM));
    expect_end(one, 1);
    expect_said(one, "callbox: poll: Cannot allocate memory\n");
}

Test(server_stdio_log, a_stream_that_is_closed_is_named) {
    const callbox::fd null(::open("/dev/null", O_RDWR | O_CLOEXEC));  // the test may lack them too
    for (const int each : {STDIN_FILENO, STDOUT_FILENO}) ::dup2(null.get(), each);
    cr_expect(callbox::net::unusable_stream().empty());
    for (const int each : {STDIN_FILENO, STDOUT_FILENO}) {
        ::close(each);
        const std::string named = callbox::net::unusable_stream();
        ::dup2(null.get(), each);
        cr_expect(named == (each == STDIN_FILENO ? "standard input is closed"
                                                 : "standard output is closed"));
    }
}

Test(server_stdio_log, input_that_can_not_be_read_is_told_and_ends_it) {
    process one(with(1, 1), by::pipes, {{SYS_read, EIO, STDIN_FILENO}});
    one.say(ping);
    expect_end(one, 1);
    cr_expect(one.said().ends_with("callbox: standard input: Input/output error\n"), "%s",
              one.said().c_str());
}

}}  // namespace stdio_log_test
