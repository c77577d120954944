#include "cli/call.hpp"
#include "server/scripted.hpp"
#include "support/command_line.hpp"
#include "support/folder.hpp"
#include "support/program.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace call_test { namespace {

using namespace callbox::cli;
using std::string;
using std::string_view;

void nothing() {}
constexpr callbox::api none{callbox::method<"nothing", nothing>("")};

using support::ran;

ran called(const std::vector<string>& words, const std::vector<string>& variables = {},
           string_view name = {}) {
    callbox::options defaults;
    defaults.name = name;
    return support::command_line{.methods = none, .command = "call", .name = "client",
                                 .defaults = defaults}(words, variables);
}

// "URL METHOD [ARGUMENT]..." and the flags, or the error.
string ordered(std::vector<string> words) {
    std::vector<char*> argv;
    for (string& each : words) argv.push_back(each.data());
    string error;
    const auto* const command = find_command(callbox::cli::commands(), "call");
    callbox::cli::given_flags given;
    if (!read_flags(*command, argv, given, error)) return "! " + error;
    order made;
    if (!read_order(given, made, error)) return "! " + error;
    string all = string(made.url) + ' ' + string(made.method);
    for (const argument& a : made.arguments)
        all += (a.is_positional ? " -- " : " ") + string(a.text);
    if (made.params) all += " json " + string(*made.params);
    if (!made.token_file.empty()) all += " token in " + string(made.token_file);
    if (made.notify) all += " notify";
    if (made.timeout_ms != 30'000) all += ' ' + std::to_string(made.timeout_ms);
    return all;
}

scripted rpc(string_view rest, string_view id = "1") {
    return {answer_of(R"({"jsonrpc":"2.0","id":)" + string(id) + ',' + string(rest) + "}")};
}

const scripted no_discover = rpc(R"("error":{"code":-32601,"message":"Method not found"})");
const scripted discover = rpc(
    R"("result":{"methods":[{"name":"add","params":[{"name":"a","schema":{"type":"integer"}},
    {"name":"b","schema":{"type":"string"}}]}]})");

// One call, answered by `answer`: without arguments the document is not requested.
ran answered_by(const string& answer, std::vector<string> more = {}) {
    scripted_server server({{answer, true}});
    std::vector<string> words{server.where(), "m"};
    words.insert(words.end(), more.begin(), more.end());
    return called(words);
}

// The field that a call sends, or the error.
string authorization(const std::vector<string>& more, const std::vector<string>& variables,
                     string_view name = {}) {
    scripted_server server({no_discover});
    std::vector<string> words{server.where(), "m"};
    words.insert(words.end(), more.begin(), more.end());
    const ran got = called(words, variables, name);
    if (got.status == 2) return "! " + got.error;
    const string request = server.requests().at(0);
    const std::size_t at = request.find("Authorization: ");
    return at == string::npos ? "none" : request.substr(at, request.find('\r', at) - at);
}

void expect_failure(const string& answer, string_view wanted) {
    const ran got = answered_by(answer);
    cr_expect(got.status == 1 && got.out.empty() && got.errors.empty());
    cr_expect(got.error.ends_with(string(wanted)), "%s", got.error.c_str());
}

TestSuite(cli_call, .timeout = 60);

Test(cli_call, flags_may_stand_anywhere_before_the_dashes) {
    cr_expect(ordered({"u", "m"}) == "u m");
    cr_expect(ordered({"u", "m", "a=1", "-5", "-"}) == "u m a=1 -5 -");
    cr_expect(ordered({"--notify", "u", "--timeout", "2s", "m", "1"}) == "u m 1 notify 2000");
    cr_expect(ordered({"u", "m", "--timeout=1m"}) == "u m 60000");
    cr_expect(ordered({"u", "m", "--json", "[1]"}) == "u m json [1]");
    cr_expect(ordered({"u", "m", "--json={\"a\":\"b=c\"}"}) == "u m json {\"a\":\"b=c\"}");
    cr_expect(ordered({"u", "m", "x", "--", "--json", "a=1", "--"}) ==
              "u m x -- --json -- a=1 -- --");
}

Test(cli_call, a_wrong_command_line_is_refused) {
    const string usage =
        "! call requires a URL and a method: call http://127.0.0.1:8080/api METHOD";
    const string time = "a time from 10ms to 24h, such as 1500, 1500ms, 5s or 2m";
    cr_expect(ordered({}) == usage);
    cr_expect(ordered({"u"}) == usage);
    cr_expect(ordered({"--json", "[]"}) == usage);
    cr_expect(ordered({"u", "m", "--timeout"}) == "! --timeout requires an argument: " + time);
    for (const string_view word : {"x", "9", "0", "-1", "25h", "1441m", "1.5s", "--notify"})
        cr_expect(ordered({"u", "m", "--timeout", string(word)}) ==
                      "! --timeout: expected " + time + ", got \"" + string(word) + '"',
                  "%s", word.data());
    cr_expect(ordered({"u", "m", "--json"}) ==
              "! --json requires an argument: a JSON array or object");
    cr_expect(ordered({"u", "m", "--notify=yes"}) == "! --notify accepts no argument, got \"yes\"");
    cr_expect(ordered({"u", "m", "--jsn", "1"}) ==
              "! unknown option --jsn for call; did you mean --json?");
    cr_expect(ordered({"u", "m", "--x=1"}) ==
              "! unknown option --x for call; to pass it as an argument, put it after --");
    cr_expect(ordered({"u", "m", "1", "--json", "[]"}) ==
              "! unexpected argument \"1\": --json contains all params");
}

Test(cli_call, a_wrong_word_sends_nothing) {
    const auto refused = [](std::vector<string> words, string_view wanted) {
        const ran got = called(words);
        cr_expect(got.status == 2 && got.out.empty() && got.errors.empty());
        cr_expect(got.error == wanted, "%s", got.error.c_str());
    };
    const string json = "--json: expected a JSON array or object, got ";
    refused({"https://a", "m"}, "https://a: https is not supported; use http://, or a proxy that "
                                "adds TLS");
    refused({"a", "m", "--json", "1"}, json + "integer");
    refused({"a", "m", "--json", "[1"},
            json + "invalid JSON: expected ',' or ']' at column 3");
    refused({"127.0.0.1:1", "\xff"}, "the method name is not UTF-8");
}

Test(cli_call, types_come_from_the_servers_document) {
    scripted_server server({discover, rpc(R"("result": 12345678901234567890123.50 )", "2")});
    const ran got = called({server.where(), "add", "1", "2"});
    cr_expect(got.status == 0 && got.error.empty() && got.errors.empty());
    cr_expect(got.out == "12345678901234567890123.50\n", "%s", got.out.c_str());
    const auto& requests = server.requests();
    cr_assert(requests.size() == 2);
    cr_expect(body_of(requests[0]) == R"({"jsonrpc":"2.0","method":"rpc.discover","id":1})");
    cr_expect(body_of(requests[1]) ==
              R"({"jsonrpc":"2.0","method":"add","params":[1,"2"],"id":2})");
    cr_expect(server.connections() == 1);
}

Test(cli_call, a_word_that_does_not_fit_its_type_is_not_sent) {
    scripted_server server({discover});
    const ran got = called({server.where(), "add", "a=x"});
    cr_expect(got.status == 2 && got.out.empty());
    cr_expect(got.error == "parameter \"a\": expected an integer, got \"x\"");
    cr_expect(server.requests().size() == 1);
}

Test(cli_call, without_a_document_json_is_json_and_all_else_a_string) {
    scripted_server server({no_discover, rpc(R"("result":true)", "2")});
    cr_expect(called({server.where(), "add", "a=1", "b=x"}).out == "true\n");
    cr_expect(body_of(server.requests().at(1)) ==
              R"({"jsonrpc":"2.0","method":"add","params":{"a":1,"b":"x"},"id":2})");
}

Test(cli_call, arguments_that_no_params_can_hold_are_not_sent) {
    scripted_server server({no_discover});
    const string deep = string(1'024, '[') + string(1'024, ']');  // in params one more
    const ran got = called({server.where(), "m", deep});
    cr_expect(got.status == 2 && got.out.empty());
    cr_expect(got.error == "the arguments are nested too deeply", "%s", got.error.c_str());
    cr_expect(server.requests().size() == 1);
}

Test(cli_call, without_words_nothing_is_discovered) {
    scripted_server server({rpc(R"("result":1)"), {answer_of("{}"), true}});
    cr_expect(called({server.where(), "m"}).status == 0);
    (void)called({server.where(), "m", "--json", R"( {"a" :1.0} )"});
    cr_expect(body_of(server.requests().at(0)) == R"({"jsonrpc":"2.0","method":"m","id":1})");
    cr_expect(body_of(server.requests().at(1)) ==
              R"({"jsonrpc":"2.0","method":"m","params":{"a" :1.0},"id":1})");
}

Test(cli_call, a_notification_has_no_id_and_waits_for_no_result) {
    for (const string_view status : {"204 No Content", "200 OK", "202 Accepted"}) {
        scripted_server server({{answer_of("", status), true}});
        const ran got = called({server.where(), "m", "--notify"});
        cr_expect(got.status == 0 && got.out.empty() && got.error.empty(), "%s", status.data());
        cr_expect(body_of(server.requests().at(0)) == R"({"jsonrpc":"2.0","method":"m"})");
    }
    cr_expect(answered_by(answer_of("", "404 Not Found"), {"--notify"}).status == 1);
}

Test(cli_call, an_error_is_a_line_and_its_data_another) {
    const string error =
        R"({"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid\nparams",)"
        R"("data":{"a":[1.0]}},"id":1})";
    for (const string_view status : {"200 OK", "400 Bad Request", "500 Internal Server Error"}) {
        const ran got = answered_by(answer_of(error, status));
        cr_expect(got.status == 1 && got.out.empty() && got.error.empty());
        cr_expect(got.errors == "error -32602: Invalid?params\n{\"a\":[1.0]}\n", "%s",
                  got.errors.c_str());
    }
}

// A CSI of C1, a right-to-left override, a carriage return between values.
Test(cli_call, nothing_of_an_answer_acts_on_a_terminal) {
    const string hostile = "{\"a\":\"\xc2\x9b" "31m\xe2\x80\xae\x7f\\n\",\r\t\n\"\xc3\xa4\":1}";
    const string shown = "{\"a\":\"\\u009b31m\\u202e\\u007f\\n\", \t\n\"\xc3\xa4\":1}\n";
    const ran result = answered_by(rpc("\"result\":" + hostile).bytes);
    cr_expect(result.out == shown, "%s", result.out.c_str());
    const ran error = answered_by(
        rpc(R"("error":{"code":1,"message":"\u009b\n\u202e","data":)" + hostile + "}").bytes);
    cr_expect(error.errors == "error 1: ???\n" + shown, "%s", error.errors.c_str());
    string copy = result.out;
    string sent = hostile;
    callbox::document one(64, SIZE_MAX), other(64, SIZE_MAX);
    cr_assert(one.parse(copy) && other.parse(sent));
    cr_expect(one.root().find("a")->text() == other.root().find("a")->text(), "the same value");
}

Test(cli_call, no_code_of_a_server_is_taken_for_a_failure_of_the_client) {
    for (const string code : {"-32300", "-32301", "-32304", "-32309", "0"}) {
        const string error = R"("error":{"code":)" + code + R"(,"message":"a","data":[1]})";
        const ran got = answered_by(rpc(error).bytes);
        cr_expect(got.status == 1 && got.out.empty() && got.error.empty(), "%s",
                  got.error.c_str());
        cr_expect(got.errors == "error " + code + ": a\n[1]\n", "%s", got.errors.c_str());
        scripted_server server({rpc(error), rpc(R"("result":1)", "2")});
        cr_expect(called({server.where(), "m", "1"}).out == "1\n", "it only has no document");
    }
}

Test(cli_call, a_response_that_is_not_json_rpc_is_a_one_line_error) {
    expect_failure(answer_of("<html>", "404 Not Found"), "the server answered 404 Not Found");
    expect_failure(answer_of("<html>"), "m: the response is not JSON");
    expect_failure(answer_of("", "204 No Content"), "m: no response");
    expect_failure("+PONG\r\n", "invalid HTTP response: does not begin with HTTP/1.1 and a status");
    expect_failure("", "the connection was closed without a response");
}

Test(cli_call, a_401_names_the_flag_and_the_variable_that_have_a_token) {
    const string error = R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"No"},"id":null})";
    const string hint = ": pass --token-file or set CALLBOX_TOKEN";
    const string wrong = ": the token of --token-file or CALLBOX_TOKEN was rejected";
    expect_failure(answer_of("", "401"), "the server answered 401" + hint);
    for (const char* token : {"", "CALLBOX_TOKEN=from-the-environment"}) {
        for (const string& body : {error, string("<html>")}) {
            scripted_server server({{answer_of(body, "401 Unauthorized"), true}});
            const ran got = called({server.where(), "m"}, {token});
            cr_expect(got.status == 1 && got.out.empty());
            cr_expect(got.error.ends_with(*token == '\0' ? hint : wrong), "%s",
                      got.error.c_str());
            cr_expect(got.errors.empty());
            cr_expect(body != error || got.error.find("401 Unauthorized: No: ") != string::npos);
        }
    }
    scripted_server server({{answer_of("<html>", "401 Unauthorized"), true}});
    cr_expect(called({server.where(), "m", "1"}).error.ends_with(hint), "its document");
}

Test(cli_call, a_document_that_is_not_json_rpc_ends_the_call) {
    scripted_server server({{answer_of("<html>", "403 Forbidden"), true}});
    const ran got = called({server.where(), "m", "1"});
    cr_expect(got.status == 1);
    cr_expect(got.error.ends_with("the server answered 403 Forbidden"));
    cr_expect(server.requests().size() == 1);
}

Test(cli_call, no_call_takes_longer_than_its_time) {
    scripted_server server({{""}});
    const ran got = called({server.where(), "m", "--timeout", "50"});
    cr_expect(got.status == 1);
    cr_expect(got.error.ends_with("no response in time"), "%s", got.error.c_str());
}

Test(cli_call, our_own_server_answers) {
    const string socket = "/tmp/callbox-call-" + std::to_string(::getpid());
    for (const string_view mode : {"rpc", "mapped", "always-200"}) {
        wire::program server("unix:" + socket, {"--http-status", string(mode)});
        cr_assert(server.error().empty(), "%s", server.error().c_str());
        const string url = "unix:" + socket;
        cr_expect(called({url, "ping"}).out == "\"pong\"\n");
        cr_expect(called({url + ":/api", "math.add", "2", "3"}).out == "5\n");
        cr_expect(called({url, "math.add", "a=2", "b=-3"}).out == "-1\n");
        cr_expect(called({url, "math.mul", "2", "3"}).out == "6\n");
        cr_expect(called({url, "greeting.hello", "12"}).out == "\"Hello, 12!\"\n");
        cr_expect(called({url, "math.add", "1.0", "2"}).error ==
                  "parameter \"a\": expected an integer, got \"1.0\"");
        cr_expect(called({url, "ping", "--notify"}).status == 0);
        const ran unknown = called({url, "math.ad", "1"});
        cr_expect(unknown.status == 1);
        cr_expect(unknown.errors.starts_with("error -32601: Method not found"));
        cr_expect(unknown.errors.find("math.add") != string::npos, "%s", unknown.errors.c_str());
        cr_expect(called({url + ":/elsewhere", "ping"}).status == 1);
        const string end = server.stop();
        cr_expect(end.empty(), "%s", end.c_str());
    }
}

Test(cli_call, a_token_comes_from_a_file_or_the_environment) {
    cr_expect(ordered({"u", "m", "--token-file", "f", "x"}) == "u m x token in f");
    cr_expect(ordered({"u", "m", "--token-file"}) ==
              "! --token-file requires an argument: the path of a file with a token");
    cr_expect(ordered({"u", "m", "--token=secret-secret-secret"}) ==
              "! unknown option --token for call; to pass it as an argument, put it after --");
    const support::folder in;
    const string name = in.put("token", "from-the-file-itself\n");
    const std::vector<string> variable{"CALLBOX_TOKEN=from-the-environment"};
    cr_expect(authorization({}, {}) == "none");
    cr_expect(authorization({}, variable) == "Authorization: Bearer from-the-environment");
    cr_expect(authorization({"--token-file", name}, variable) ==
              "Authorization: Bearer from-the-file-itself");
    cr_expect(::chmod(name.c_str(), 0604) == 0);
    const string open = authorization({"--token-file", name}, variable);
    cr_expect(open.starts_with("! the token file " + name), "%s", open.c_str());
    (void)in.put("token", string(4096, 'a') + "\n");
    cr_expect(authorization({"--token-file", name}, {}) ==
              "Authorization: Bearer " + string(4096, 'a'));
    (void)in.put("token", string(4097, 'a') + "\n");
    cr_expect(authorization({"--token-file", name}, {}).starts_with("! the token file"));
    for (const string_view text : {"", "=", "name from-the-file-itself",
                                   "a-token-with\r\nmore: 1",
                                   "one-line-is-enough\nanother-line-is-not"}) {
        (void)in.put("token", text);
        const string got = authorization({"--token-file", name}, {});
        cr_expect(got == "! the token file " + name +
                             ": expected a token of at most 4096 characters on a single line",
                  "%s", got.c_str());
    }
}

Test(cli_call, the_programs_own_variable_takes_precedence_over_callbox_token) {
    const string fleet = "FLEET_TOKEN=the-one-of-the-program";
    const string callbox = "CALLBOX_TOKEN=from-the-environment";
    const string bearer = "Authorization: Bearer ";
    cr_expect(authorization({}, {callbox, fleet}, "fleet") == bearer + "the-one-of-the-program");
    cr_expect(authorization({}, {callbox, "FLEET_TOKEN="}, "fleet") ==
              bearer + "from-the-environment");
    cr_expect(authorization({}, {fleet}, "") == "none");
    const auto refused = [](const std::vector<string>& variables) {
        scripted_server server({{answer_of("", "401 Unauthorized"), true}});
        return called({server.where(), "m"}, variables, "fleet").error;
    };
    cr_expect(refused({}).ends_with(": pass --token-file or set FLEET_TOKEN"));
    cr_expect(
        refused({fleet}).ends_with(": the token of --token-file or FLEET_TOKEN was rejected"));
    cr_expect(called({"127.0.0.1:1", "m"}, {"FLEET_TOKEN=in two words"}, "fleet").error ==
              "FLEET_TOKEN: expected a token of at most 4096 characters on a single line");
}

}}  // namespace call_test
