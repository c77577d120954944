// Tools over standard input and output: in what order answers come, when it ends, and with whom.
#include "stdio_client.hpp"

#include <callbox/later.hpp>

#include <cstring>

namespace stdio_test { namespace {

using namespace stdio_test;

constexpr std::string_view abandoned = "abandoned running calls of blocking methods: 1";

// Answers on a thread, when the gate opens.
void keep(std::uint8_t gate, callbox::later<std::size_t> done) {
    ++here.begun;
    std::thread([gate, answer = std::move(done)]() mutable {
        if (until([&] { return here.open.at(gate).load(); })) answer(gate);
    }).detach();
}
constexpr callbox::api deferring{
    callbox::thread_safe,
    method<"attend", attend>("Waits while its answer is awaited.", "gate", blocking),
    method<"keep", keep>("Is answered later.", "gate"),
};
constexpr const char* deferred_tools[] = {"attend", "keep"};

TestSuite(server_stdio, .timeout = 60);

Test(server_stdio, a_line_gets_a_line_however_it_is_cut) {
    process one;
    const std::string text =
        ping + "\r\n\n  \n \t\r\n\r\n" + sent("ping", "{}", R"("two")") + "\n \t";
    for (const char c : text) one.send({&c, 1});
    expect_line(one, pong);  // and nothing for lines of blanks
    expect_line(one, answered("{}", R"("two")"));
    expect_end_of_input(one);
}

Test(server_stdio, many_lines_at_once_are_answered_in_their_order) {
    process one;
    std::string text, wanted;
    for (int i = 0; i < 500; ++i) {
        text += sent("ping", "{}", std::to_string(i)) + "\n";
        wanted += answered("{}", std::to_string(i)) + "\n";
    }
    text.pop_back();  // the last line needs no end
    one.send(text);
    one.end_input();
    cr_expect(one.rest() == wanted);
    expect_end(one);
}

Test(server_stdio, notifications_get_no_line) {
    process one;
    one.say(notified("notifications/initialized", "{}"));
    one.say(notified("tools/call", R"({"name":"hold","arguments":{"gate":0}})"));
    expect_pong(one);
    expect_end_of_input(one);
    cr_expect(here.begun == 0);
}

Test(server_stdio, what_is_no_request_gets_an_error_and_it_goes_on) {
    process one;
    one.say("{");
    cr_expect(has(one.line(), R"("code":-32700)"));
    one.say("[" + ping + "]");
    const std::string got = one.line();
    cr_expect(has(got, R"("code":-32600)") && got.ends_with(R"("id":null})"), "%s", got.c_str());
    expect_pong(one);
}

Test(server_stdio, a_line_that_is_too_long_is_refused_once_and_skipped) {
    process one(with(&callbox::limits::request_bytes_max, 1000, with(1, 1)));
    const std::string longest = ping + std::string(1000 - ping.size(), ' ');
    one.say(longest);
    expect_line(one, pong);
    one.say(longest + "\r");
    expect_line(one, pong);
    for (const std::size_t bytes : {1001u, 70'000u, 300'000u}) {
        one.say(std::string(bytes, ' '));
        const std::string refused = one.line();
        cr_expect(has(refused, "request_bytes_max") && has(refused, "-32600") &&
                      refused.ends_with("null}"), "%s", refused.c_str());
        expect_pong(one);
    }
    one.send(std::string(100'000, 'x'));  // and never an end
    cr_expect(has(one.line(), "request_bytes_max"));
    expect_end_of_input(one);
}

Test(server_stdio, no_answer_has_a_line_end_within) {
    process one;
    one.say(called("echo", "{\"any\":[1,\r2]}"));
    expect_line(one, answered(R"({"content":[{"type":"text","text":"[1,\r2]"}],)"
                              "\"structuredContent\":{\"result\":[1, 2]}}"));
}

Test(server_stdio, a_call_reports_its_progress_to_its_token) {
    process one;
    one.say(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"report",)"
            R"("_meta":{"progressToken":"t"}}})");
    expect_line(one, R"({"jsonrpc":"2.0","method":"notifications/progress","params":)"
                     R"({"progressToken":"t","progress":1,"total":2}})");
    expect_line(one, returned("null"));
    one.say(called("report", "{}"));
    expect_line(one, returned("null"));
    expect_end_of_input(one);
}

Test(server_stdio, a_call_that_takes_too_long_times_out) {
    process one;
    one.say(called("parked", R"({"gate":7})"));
    expect_line(one, failed("No answer within 300 ms"));
    open(7);
    expect_end_of_input(one);
}

Test(server_stdio, a_blocking_call_keeps_nobody_waiting) {
    process one;
    one.say(called("hold", R"({"gate":0})", "1"));
    one.say(called("hold", R"({"gate":1})", R"("b")"));
    cr_expect(begun(2));
    one.say(sent("ping", "{}", "3"));
    expect_line(one, answered("{}", "3"));
    open(1);
    expect_line(one, returned("1", R"("b")"));
    open(0);
    expect_line(one, returned("0"));
}

Test(server_stdio, a_call_over_its_timeout_or_without_room_is_told) {
    process one(with(1, 1));
    begin(one, "parked");
    one.say(called("hold", R"({"gate":0})", "2"));
    one.say(called("hold", R"({"gate":0})", "3"));
    expect_line(one, failed("Busy: try again later", "3"));
    const std::string late = one.line();
    cr_expect(has(late, "No answer within ") && late.ends_with(R"("id":1})"));
    open(0);
    expect_line(one, returned("0", "2"));
}

Test(server_stdio, a_cancelled_call_is_not_answered) {
    process one(with(1, 4));
    begin(one, "attend");
    one.say(called("hold", R"({"gate":0})", R"("in line")"));
    const auto cancel = [&](std::string_view id) {
        one.say(notified("notifications/cancelled", "{\"requestId\":" + std::string(id) + "}"));
    };
    cancel("7");
    cancel(R"("in line")");
    cancel("1");
    cr_expect(until([] { return here.alone == 1; }));
    expect_pong(one);
    expect_end_of_input(one);
    cr_expect(here.begun == 1);
}

Test(server_stdio, it_ends_when_nobody_reads) {
    for (const by what : {by::pipes, by::sockets}) {
        process one(with(1, 1), what);
        expect_pong(one);
        one.stop_reading();
        one.say(ping);
        expect_end(one);
    }
}

Test(server_stdio, it_ends_when_nobody_reads_the_rest_of_an_answer) {
    for (const by what : {by::pipes, by::sockets}) {
        process one(with(1, 1), what);
        one.say(called("repeat", R"({"count":400000})"));  // more than either takes at once
        cr_assert(one.reads_some());
        one.stop_reading();
        expect_end(one);
        cr_expect(one.said().find("standard output") == npos, "%s", one.said().c_str());
    }
}

Test(server_stdio, a_function_that_runs_ends_before_its_process_though_nobody_reads) {
    process one(with(1, 1));
    begin(one, "attend");
    one.stop_reading();
    expect_end(one);
    cr_expect(here.alone == 1 && here.ended == 1);
}

Test(server_stdio, two_signals_end_the_wait_for_functions_when_nobody_reads) {
    process one(with(2, 1));
    begin(one);
    begin(one, "attend");
    one.stop_reading();
    cr_expect(until([] { return here.alone == 1; }));
    one.signal(SIGTERM);
    one.signal(SIGINT);
    expect_end(one, 1);
    // 2: the thread has not yet said that the call that returned is over.
    constexpr std::string_view line = "abandoned running calls of blocking methods: ";
    const std::string said = one.said();
    const std::size_t at = said.find(line);
    cr_expect(at != npos && std::strchr("12", said[at + line.size()]), "%s", said.c_str());
    cr_expect(here.ended == 1);
}

// A function that does not end by itself is abandoned, at once after a second signal.
Test(server_stdio, sigterm_waits_no_longer_than_drain_timeout) {
    const struct {
        const char* tool;
        std::uint32_t drain_timeout_ms;
        bool twice;
    } rows[] = {{"attend", 50, false}, {"hold", 50, false}, {"hold", 60'000, true}};
    for (const auto& [tool, ms, twice] : rows) {
        process one(with(&callbox::limits::drain_timeout_ms, ms, with(1, 1)));
        begin(one, tool);
        one.signal(SIGTERM);
        if (twice) one.signal(SIGINT);
        expect_line(one, failed("No answer: the server stops"));
        const int status = one.status();
        const bool attends = std::string_view(tool) == "attend";
        cr_expect(attends ? status >= 0 : status == 1, "%s, %u ms: %d", tool, ms, status);
        if (!attends) expect_said(one, abandoned);
    }
}

Test(server_stdio, a_terminal_that_nobody_reads_keeps_nobody_waiting) {
    callbox::options how = with(1, 1'000);
    how.limits.drain_timeout_ms = 50;
    process one(how, by::terminal);
    expect_pong(one);
    one.say(called("repeat", R"({"count":20000})"));
    cr_expect(one.line().size() > 40'000);
    for (int i = 0; i < 4; ++i) one.say(called("repeat", R"({"count":20000})"));
    cr_assert(one.reads_some());  // and no more
    one.say(called("attend", R"({"gate":0})"));
    cr_expect(begun(1), "what is asked is done");
    one.signal(SIGTERM);
    cr_expect(one.status() >= 0);
}

Test(server_stdio, a_terminal_that_is_gone_is_no_failure) {
    for (const bool writes : {false, true}) {
        process one(with(1, 1), by::terminal);
        one.say(writes ? called("repeat", R"({"count":400000})") : ping);
        cr_assert(one.reads_some());
        one.stop_reading();
        expect_end(one);
    }
}

Test(server_stdio, its_end_waits_for_calls) {
    for (const by what : {by::pipes, by::sockets})
        for (const bool by_signal : {false, true}) {
            here.open[0] = false;
            process one(with(2, 4), what);
            begin(one);
            by_signal ? one.signal(SIGTERM) : one.end_input();
            one.signal(SIGHUP);  // which means nothing without a log file
            open(0);
            expect_line(one, returned("0"));
            cr_expect(one.rest().empty());
            expect_end(one);
        }
}

Test(server_stdio, a_call_is_answered_after_the_end_of_input) {
    for (const char* const tool : deferred_tools) {
        here.open[0] = false;
        process one(with(1, 1), by::pipes, {}, deferring);
        begin(one, tool);
        one.end_input();
        open(0);
        expect_line(one, returned("0"));
        expect_end(one);
    }
}

// A function that attends has as much time again to return.
Test(server_stdio, the_end_of_input_waits_for_calls_no_longer_than_drain_timeout) {
    callbox::options how = with(&callbox::limits::drain_timeout_ms, 50, with(1, 1));
    how.log_level = callbox::log_level::info;
    for (const char* const tool : deferred_tools) {
        process one(how, by::pipes, {}, deferring);
        begin(one, tool);
        one.end_input();
        expect_line(one, failed("No answer: the server stops"));
        const int status = one.status();
        cr_expect(status == 0 || (status == 1 && has(one.said(), abandoned)), "%s: %d", tool,
                  status);
        const bool is_kept = std::string_view(tool) == "keep";
        cr_expect(!is_kept || (has(one.said(), "call method=keep") &&
                               has(one.said(), "code=-32003")), "%s", one.said().c_str());
    }
}

Test(server_stdio, output_without_a_reader_ends_calls_after_the_end_of_input) {
    for (const by what : {by::pipes, by::sockets})
        for (const char* const tool : deferred_tools) {
            process one(with(1, 1), what, {}, deferring);
            begin(one, tool);
            one.send(ping);  // a line without an end, which is answered after the end of input
            one.end_input();
            expect_line(one, pong);
            one.stop_reading();
            expect_end(one);
        }
    cr_expect(here.alone == 2);
}

Test(server_stdio, a_client_that_reads_slowly_stops_its_own_requests) {
    process one(with(2, 1'000));
    constexpr int count = 400;
    std::string text;
    for (int i = 0; i < count; ++i) text += called("repeat", R"({"count":20000})") + "\n";
    std::thread sender([&] { one.send(text); });
    ::usleep(100'000);
    for (int i = 0; i < count; ++i) cr_expect(one.line().size() > 40'000);
    sender.join();
    expect_end_of_input(one);
}

}}  // namespace stdio_test
