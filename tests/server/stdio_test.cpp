// Tools over standard input and output: in what order answers come, when it ends, and with whom.
#include "stdio_client.hpp"

using namespace stdio_test;

TestSuite(server_stdio, .timeout = 60);

Test(server_stdio, a_line_gets_a_line_however_it_is_cut) {
    process one;
    const std::string text =
        ping + "\r\n\n  \n \t\r\n\r\n" + sent("ping", "{}", R"("two")") + "\n \t";
    for (const char c : text) one.send({&c, 1});
    expect_line(one, pong);  // and nothing for lines of blanks
    expect_line(one, answered("{}", R"("two")"));
    one.end_input();
    cr_expect(one.rest().empty());
    expect_end(one);
}

Test(server_stdio, many_lines_at_once_are_answered_in_their_order) {
    process one;
    std::string text, wanted;
    for (int i = 0; i < 500; ++i) {
        text += sent("ping", "{}", std::to_string(i)) + "\n";
        wanted += answered("{}", std::to_string(i)) + "\n";
    }
    one.send(text);
    one.end_input();
    cr_expect(one.rest() == wanted);
    expect_end(one);
}

Test(server_stdio, the_last_line_needs_no_end) {
    process one;
    one.send(ping);
    one.end_input();
    expect_line(one, pong);
    expect_end(one);
}

Test(server_stdio, notifications_get_no_line) {
    process one;
    one.say(notified("notifications/initialized", "{}"));
    one.say(notified("tools/call", R"({"name":"hold","arguments":{"gate":0}})"));
    one.say(ping);
    expect_line(one, pong);
    one.end_input();
    cr_expect(one.rest().empty());
    expect_end(one);
    cr_expect(here.begun == 0);
}

Test(server_stdio, what_is_no_request_gets_an_error_and_it_goes_on) {
    process one;
    one.say("{");
    cr_expect(one.line().find(R"("code":-32700)") != std::string::npos);
    one.say("[" + ping + "]");
    const std::string batch_answer = one.line();
    cr_expect(batch_answer.find(R"("code":-32600)") != std::string::npos);
    cr_expect(batch_answer.ends_with(R"("id":null})"));
    one.say(ping);
    expect_line(one, pong);
}

Test(server_stdio, a_line_that_is_too_long_is_refused_once_and_skipped) {
    callbox::options how = with(1, 1);
    how.limits.request_bytes_max = 1000;
    process one(how);
    const std::string longest = ping + std::string(1000 - ping.size(), ' ');
    one.say(longest);
    expect_line(one, pong);
    one.say(longest + "\r");
    expect_line(one, pong);
    for (const std::size_t bytes : {1001u, 70'000u, 300'000u}) {
        one.say(std::string(bytes, ' '));
        const std::string refused = one.line();
        cr_expect(refused.find("request_bytes_max") != std::string::npos, "%s", refused.c_str());
        cr_expect(refused.find("-32600") != std::string::npos && refused.ends_with("null}"));
        one.say(ping);
        expect_line(one, pong);
    }
    one.send(std::string(100'000, 'x'));  // and never an end
    cr_expect(one.line().find("request_bytes_max") != std::string::npos);
    one.end_input();
    cr_expect(one.rest().empty());
    expect_end(one);
}

Test(server_stdio, no_answer_has_a_line_end_within) {
    process one;
    one.say(called("echo", "{\"any\":[1,\r2]}"));
    expect_line(one, answered(R"({"content":[{"type":"text","text":"[1,\r2]"}],)"
                              "\"structuredContent\":{\"result\":[1, 2]}}"));
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

Test(server_stdio, the_end_of_input_waits_for_calls) {
    process one;
    one.say(called("hold", R"({"gate":0})"));
    cr_expect(begun(1));
    one.end_input();
    one.signal(SIGHUP);  // which means nothing without a log file
    open(0);
    expect_line(one, returned("0"));
    cr_expect(one.rest().empty());
    expect_end(one);
}

Test(server_stdio, a_call_over_its_timeout_or_without_room_is_told) {
    process one(with(1, 1));
    one.say(called("parked", R"({"gate":0})", "1"));
    cr_expect(begun(1));
    one.say(called("hold", R"({"gate":0})", "2"));
    one.say(called("hold", R"({"gate":0})", "3"));
    expect_line(one, failed("Busy: try again later", "3"));
    const std::string late = one.line();
    cr_expect(late.find("No answer within ") != std::string::npos && late.ends_with(R"("id":1})"));
    open(0);
    expect_line(one, returned("0", "2"));
}

Test(server_stdio, a_cancelled_call_is_not_answered) {
    process one(with(1, 4));
    one.say(called("attend", R"({"gate":0})", "1"));
    cr_expect(begun(1));
    one.say(called("hold", R"({"gate":0})", R"("in line")"));
    const auto cancel = [&](std::string_view id) {
        one.say(notified("notifications/cancelled", "{\"requestId\":" + std::string(id) + "}"));
    };
    cancel("7");
    cancel(R"("in line")");
    cancel("1");
    cr_expect(until([] { return here.alone == 1; }));
    one.say(ping);
    expect_line(one, pong);
    one.end_input();
    cr_expect(one.rest().empty());
    expect_end(one);
    cr_expect(here.begun == 1);
}

Test(server_stdio, sigterm_answers_what_was_asked_and_ends) {
    process one;
    one.say(called("hold", R"({"gate":0})"));
    cr_expect(begun(1));
    one.signal(SIGTERM);
    open(0);
    expect_line(one, returned("0"));
    expect_end(one);
}

Test(server_stdio, sigterm_waits_no_longer_than_drain_timeout) {
    callbox::options how = with(1, 1);
    how.limits.drain_timeout_ms = 50;
    process one(how);
    one.say(called("attend", R"({"gate":0})"));
    cr_expect(begun(1));
    one.signal(SIGTERM);
    expect_line(one, failed("No answer: the server stops"));
    cr_expect(one.status() >= 0);
}

Test(server_stdio, a_call_that_does_not_end_is_given_up) {
    callbox::options how = with(1, 1);
    how.limits.drain_timeout_ms = 50;
    process one(how);
    one.say(called("hold", R"({"gate":0})"));
    cr_expect(begun(1));
    one.signal(SIGTERM);
    expect_line(one, failed("No answer: the server stops"));
    expect_end(one, 1);
    cr_expect(one.said().find("abandoned running calls of blocking methods: 1") !=
              std::string::npos);
}

Test(server_stdio, it_ends_when_nobody_reads) {
    for (const by what : {by::pipes, by::sockets}) {
        process one(with(1, 1), what);
        one.say(ping);
        expect_line(one, pong);
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
    one.say(called("attend", R"({"gate":0})"));
    cr_expect(begun(1));
    one.stop_reading();
    expect_end(one);
    cr_expect(here.alone == 1 && here.ended == 1);
}

Test(server_stdio, two_signals_end_the_wait_for_functions_when_nobody_reads) {
    process one(with(2, 1));
    one.say(called("hold", R"({"gate":0})"));
    one.say(called("attend", R"({"gate":0})"));
    cr_expect(begun(2));
    one.stop_reading();
    cr_expect(until([] { return here.alone == 1; }));
    one.signal(SIGTERM);
    one.signal(SIGINT);
    expect_end(one, 1);
    // 2: the thread has not yet said that the call that returned is over.
    cr_expect(std::regex_search(one.said(), std::regex("abandoned running calls.*: [12]\n")), "%s",
              one.said().c_str());
    cr_expect(here.ended == 1);
}

Test(server_stdio, a_second_signal_waits_for_nothing) {
    callbox::options how = with(1, 1);
    how.limits.drain_timeout_ms = 60'000;
    process one(how);
    one.say(called("hold", R"({"gate":0})"));
    cr_expect(begun(1));
    one.signal(SIGTERM);
    one.signal(SIGINT);
    expect_line(one, failed("No answer: the server stops"));
    expect_end(one, 1);
    cr_expect(one.said().find("abandoned running calls of blocking methods: 1") != npos, "%s",
              one.said().c_str());
}

Test(server_stdio, a_terminal_that_nobody_reads_keeps_nobody_waiting) {
    callbox::options how = with(1, 1'000);
    how.limits.drain_timeout_ms = 50;
    process one(how, by::terminal);
    one.say(ping);
    expect_line(one, pong);
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

Test(server_stdio, a_client_that_shuts_its_half_of_a_socket_gets_its_answers) {
    process one(with(1, 1), by::sockets);
    one.say(called("hold", R"({"gate":0})"));
    cr_expect(begun(1));
    one.end_input();
    open(0);
    expect_line(one, returned("0"));
    expect_end(one);
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
    one.end_input();
    cr_expect(one.rest().empty());
    expect_end(one);
}
