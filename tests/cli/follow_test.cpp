// `call --follow` with servers that send events, and `call` with those that report progress.
#include "client/event_streams.hpp"
#include "server/hosted.hpp"
#include "support/command_line.hpp"

#include <callbox/callbox.hpp>
#include <callbox/event.hpp>

#include <criterion/criterion.h>

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace follow_test { namespace {

using namespace event_streams;

void nothing() {}
constexpr callbox::api none{callbox::method<"nothing", nothing>("")};

struct followed : support::ran {
    std::vector<string> requests;
};

followed follow(std::vector<scripted> script, std::vector<string> more = {}) {
    scripted_server server(std::move(script));
    std::vector<string> words{"--follow", server.where(), "counted"};
    words.insert(words.end(), more.begin(), more.end());
    followed got{support::command_line{.methods = none, .command = "call", .name = "client"}(words),
                 server.requests()};
    const string url = server.where() + ": ";
    for (string* const text : {&got.error, &got.errors})
        for (std::size_t at; (at = text->find(url)) != string::npos;) text->erase(at, url.size());
    return got;
}

TestSuite(cli_follow, .timeout = 60);

Test(cli_follow, each_payload_is_a_line_until_the_server_ends_it) {
    const string spread = "data: {\"jsonrpc\":\"2.0\",\"method\":\"counted\",\"params\":\n"
                          "data: {\"result\":{\"a\":\ndata: [1,\"\xe2\x80\xae\"]}}}\n\n";
    const followed got = follow({ending(response() + counted(1) + spread + counted(2) + end)});
    cr_expect(got.status == 1 && got.error.empty());
    cr_expect(got.out == "1\n{\"a\": [1,\"\\u202e\"]}\n2\n", "%s", got.out.c_str());
    cr_expect(got.errors == "error -32006: Subscription ended\n"
                            "{\"reason\":\"overflow\",\"missed\":3}\n", "%s", got.errors.c_str());
}

Test(cli_follow, what_was_missed_is_reported) {
    const string dropped = message(R"("missed":3,"result":5)");
    const followed got = follow({lost(response() + counted(1) + dropped),
                                 ending(response(2) + counted(6) + "data: x\n\n" + end)});
    cr_expect(got.out == "1\n5\n6\n", "%s", got.out.c_str());
    cr_expect(got.errors.starts_with("3 events missed\n"
                                     "invalid HTTP response: ends prematurely; reconnecting\n"
                                     "an unknown number of events missed\n"
                                     "counted: the response is not JSON\n"
                                     "error -32006"), "%s", got.errors.c_str());
}

Test(cli_follow, a_server_that_refuses_is_a_failure) {
    followed got = follow({refusing(1, R"({"code":-32602,"message":"Invalid params"})")});
    cr_expect(got.status == 1 && got.errors == "error -32602: Invalid params\n");
    got = follow({{answer_of("", "502 Bad Gateway"), true}});
    cr_expect(got.status == 1 && got.error == "the server answered 502 Bad Gateway", "%s",
              got.error.c_str());
    got = follow({{answer_of(R"({"jsonrpc":"2.0","result":5,"id":1})"), true}});
    cr_expect(got.status == 1 && got.error == "counted: not an event", "%s", got.error.c_str());
}

// With `since`, which is by name, a subscription can resume.
Test(cli_follow, arguments_of_a_known_event_are_sent_by_name) {
    const string document = R"({"jsonrpc":"2.0","id":1,"result":{"methods":[{"name":"counted",)"
                            R"("params":[{"name":"least","schema":{"type":"integer"}}],)"
                            R"("x-event":{}}]}})";
    const string end_at_1 = response() + end;
    const followed got = follow({{answer_of(document)}, ending(end_at_1)}, {"7"});
    const auto sent = callbox::json::parse(body_of(got.requests.at(1)));
    cr_expect((*sent)["params"].text() == R"({"least":7})");
}

// A method would be executed before its response shows that it is not an event.
Test(cli_follow, a_method_that_is_known_is_not_called) {
    const string document = R"({"jsonrpc":"2.0","id":1,"result":{"methods":[{"name":"other",)"
                            R"("x-event":{}},{"name":"counted","params":[]}]}})";
    const followed got = follow({{answer_of(document), true}}, {"7"});
    cr_expect(got.status == 2 && got.error == "counted: not an event", "%s", got.error.c_str());
    cr_expect(got.out.empty() && got.errors.empty() && got.requests.size() == 1);
    cr_expect(got.requests.at(0).find("rpc.discover") != string::npos);
}

Test(cli_follow, a_call_of_an_event_names_the_flag) {
    scripted_server server({refusing(1, R"({"code":-32004,"message":"Stream required"})")});
    const support::command_line call{.methods = none, .command = "call", .name = "client"};
    const support::ran got = call({server.where(), "counted"});
    cr_expect(got.errors == "error -32004: Stream required\n"
                            "counted is an event: use --follow\n", "%s", got.errors.c_str());
    call.refuses({"--follow", "--notify", "u", "m"}, "--notify and --follow exclude each other");
}

callbox::topic<int> counts;
constexpr callbox::api counting{
    callbox::method<"one", [] { return std::string_view("1"); }>(""),
    callbox::event<"counted", &counts>(""),
};

Test(cli_follow, a_call_of_an_event_over_a_websocket_names_the_flag_too) {
    callbox::server server(counting, hosted::at());
    const hosted::running at(server);
    const support::command_line call{.methods = none, .command = "call", .name = "client"};
    support::ran got = call({"ws://" + at.where[0] + "/api", "counted"});
    cr_expect(got.status == 1 && got.out.empty());
    cr_expect(got.errors == "error -32004: Stream required\n"
                            "counted is an event: use --follow\n", "%s", got.errors.c_str());
    got = call({"ws://" + at.where[0] + "/api", "one"});
    cr_expect(got.status == 0 && got.out == "\"1\"\n", "%s", got.out.c_str());
}

// The stream stays open, without another event.
Test(cli_follow, a_line_is_written_at_once_and_a_closed_pipe_ends_it) {
    scripted_server server({{string(head) + in_chunks(response() + counted(1))}});
    const string command = "trap '' PIPE; '" + string(std::getenv("TEST_PROGRAM")) +
                           "' call --follow " + server.where() + " counted 2> /dev/null";
    FILE* const output = ::popen(command.c_str(), "r");
    cr_assert(output != nullptr);
    std::array<char, 100> line{};
    cr_expect(std::fgets(line.data(), line.size(), output) != nullptr);
    cr_expect(string(line.data()) == "1\n");
    const int status = ::pclose(output);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 1, "%d", status);
}

// On a terminal.
Test(cli_follow, progress_is_one_line_that_is_replaced) {
    const auto reported = [](const string& members) {
        return framed(R"({"jsonrpc":"2.0","method":"rpc.progress","params":{"id":1,)" + members +
                      "}}");
    };
    scripted_server server({ending(
        reported(R"("progress":1,"total":8,"message":"first\u001b[2J")") +
        reported(R"("progress":9,"total":8,"message":")" + string(80, 'x') + '"') +
        reported(R"("progress":2.5)") + reported(R"("progress":3,"total":0)") +
        framed(R"({"jsonrpc":"2.0","result":5,"id":1})"))});
    const support::ran got = support::command_line{.methods = none, .command = "call",
                                                   .draws = true}({server.where(), "export"});
    const string empty = "\r\x1b[K";
    cr_expect(got.status == 0 && got.out == "5\n");
    cr_expect(got.errors == empty + "[##                  ] 12 %  first?[2J" + empty +
                                "[####################] 100 %  " + string(50, 'x') + empty +
                                "2.5  " + empty + "3  " + empty, "%s", got.errors.c_str());
    scripted_server plain({{answer_of(R"({"jsonrpc":"2.0","result":5,"id":1})"), true}});
    const support::ran other = support::command_line{.methods = none, .command = "call"}(
        {plain.where(), "export"});
    cr_expect(other.out == "5\n" && other.errors.empty());
    cr_expect(plain.requests()[0].find("text/event-stream") == string::npos);
}

Test(cli_follow, on_a_terminal_an_event_is_not_a_call_either) {
    scripted_server server({ending(response())});
    const support::ran got = support::command_line{.methods = none, .command = "call",
                                                   .draws = true}({server.where(), "counted"});
    cr_expect(got.status == 1 && got.errors == "error -32004: Stream required\n"
                                               "counted is an event: use --follow\n", "%s",
              got.errors.c_str());
}

} }  // namespace follow_test
