// callbox::client with misbehaving servers: error codes and messages, reuse of connections, and no
// request sent twice.
#include "base/clock.hpp"
#include "server/scripted.hpp"

#include <callbox/client.hpp>
#include <callbox/codec.hpp>
#include <callbox/version.hpp>

#include <criterion/criterion.h>

#include <unistd.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace carrier_test { namespace {

using callbox::method;
using std::string;
using std::string_view;
namespace transport = callbox::transport;

int twice(int n) { return 2 * n; }
constexpr callbox::api carried_methods{method<"twice", twice>("", "n")};
using client = callbox::client<carried_methods>;

string result_of(int number, string_view value) {
    return R"({"jsonrpc":"2.0","result":)" + string(value) + R"(,"id":)" + std::to_string(number) +
           "}";
}
scripted with(int number, string_view value) { return {answer_of(result_of(number, value))}; }

client client_of(const scripted_server& at,
                 callbox::client_options options = {.timeout_ms = 3'000}) {
    return client("http://" + at.where() + "/api", std::move(options));
}

// "4", or "-32301: message [data]" without the URL at the start of each message.
string shown(const callbox::result<int>& got, string_view url) {
    if (got) return std::to_string(*got);
    const callbox::failure& why = got.error();
    const string begin = string(url) + ": ";
    string text = std::to_string(why.code) + ": ";
    text += why.message.starts_with(begin) ? why.message.substr(begin.size())
                                           : "without the URL: " + why.message;
    return text + (why.data ? " [" + string(why.data->text()) + "]" : "");
}
string shown(const callbox::result<int>& got, const scripted_server& from) {
    return shown(got, "http://" + from.where() + "/api");
}

void expect(const scripted& answer, const string& wanted, callbox::client_options options = {}) {
    scripted_server server({answer});
    client one = client_of(server, std::move(options));
    const string got = shown(one.call<"twice">(2), server);
    cr_expect(got == wanted, "%s", got.c_str());
}

constexpr const char* refusal =
    R"({"jsonrpc":"2.0","error":{"code":-32000,"message":"not \"now\""},"id":null})";

TestSuite(client_carrier, .timeout = 60);

Test(client_carrier, requests_have_the_token_and_the_user_agent) {
    scripted_server server({with(1, "4")});
    client one = client_of(server, {.token = "a-token-of-the-test"});
    cr_expect(*one.call<"twice">(2) == 4);
    const string wanted = R"({"jsonrpc":"2.0","method":"twice","params":[2],"id":1})";
    cr_expect(server.requests()[0] ==
              "POST /api HTTP/1.1\r\nHost: " + server.where() + "\r\nUser-Agent: callbox/" +
              string(callbox::version) +
              "\r\nAccept: application/json\r\nAuthorization: Bearer a-token-of-the-test\r\n"
              "Content-Type: application/json\r\nContent-Length: " +
              std::to_string(wanted.size()) + "\r\n\r\n" + wanted,
              "%s", server.requests()[0].c_str());
}

Test(client_carrier, a_kept_connection_carries_call_after_call) {
    scripted_server server({with(1, "4"), {answer_of("", "204 No Content")}, with(2, "6")});
    client one = client_of(server);
    cr_expect(*one.call<"twice">(2) == 4);
    cr_expect(static_cast<bool>(one.notify<"twice">(9)));
    cr_expect(*one.call<"twice">(3) == 6);
    cr_expect(server.requests().size() == 3 && server.connections() == 1);
    cr_expect(body_of(server.requests()[1]) ==
              R"({"jsonrpc":"2.0","method":"twice","params":[9]})");
}

Test(client_carrier, a_connection_that_was_closed_between_calls_is_made_again) {
    scripted_server server({{with(1, "4").bytes, true}, with(2, "6")});
    client one = client_of(server);
    cr_expect(*one.call<"twice">(2) == 4);
    ::usleep(100'000);
    cr_expect(*one.call<"twice">(3) == 6);
    cr_expect(server.requests().size() == 2 && server.connections() == 2);
}

Test(client_carrier, a_call_that_was_sent_is_not_sent_again) {
    scripted_server server({with(1, "4"), {"", true}, with(3, "8")});
    client one = client_of(server);
    cr_expect(*one.call<"twice">(2) == 4);
    const string got = shown(one.call<"twice">(3), server);
    cr_expect(got == "-32302: the connection was closed without a response", "%s", got.c_str());
    cr_expect(*one.call<"twice">(4) == 8);
    cr_expect(server.requests().size() == 3 && server.connections() == 2);
}

Test(client_carrier, half_an_answer_is_a_lost_connection) {
    const string whole = with(1, "4").bytes;
    for (const std::size_t length : {std::size_t{1}, std::size_t{20}, whole.size() - 1})
        expect({whole.substr(0, length), true},
               "-32302: invalid HTTP response: ends prematurely");
}

Test(client_carrier, an_answer_that_is_late_is_not_the_next_calls) {
    scripted_server server({{""}, with(2, "6")});  // it reads until the client disconnects
    client one = client_of(server, {.timeout_ms = 100});
    const auto start = callbox::now_ms();
    cr_expect(shown(one.call<"twice">(2), server) == "-32301: no response in time");
    cr_expect(callbox::now_ms() - start < 2'000);
    cr_expect(shown(one.call<"twice">(3), server) == "6");
    cr_expect(server.connections() == 2);
}

Test(client_carrier, the_second_of_two_responses_is_ignored) {
    scripted_server server({{with(1, "4").bytes + with(2, "5").bytes}, with(2, "6")});
    client one = client_of(server);
    cr_expect(*one.call<"twice">(2) == 4);
    cr_expect(shown(one.call<"twice">(3), server) == "6");
    cr_expect(server.connections() == 2);
}

Test(client_carrier, a_response_to_another_request_ends_its_connection) {
    scripted_server server({with(7, "4"), with(2, "6")});
    client one = client_of(server);
    const auto astray = one.call<"twice">(2);
    cr_expect(astray.error().code == callbox::not_understood);
    cr_expect(astray.error().message == "twice: the response does not match the request");
    cr_expect(shown(one.call<"twice">(3), server) == "6");
    cr_expect(server.connections() == 2);
}

Test(client_carrier, statuses_have_codes_and_the_message_of_the_server) {
    expect({answer_of("", "401 Unauthorized")},
           R"(-32304: the server answered 401 Unauthorized [{"status":401}])");
    expect({answer_of(refusal, "403 Forbidden")},
           R"(-32305: the server answered 403 Forbidden: not "now" [{"status":403}])");
    expect({answer_of("<html>", "413 Content Too Large")},
           R"(-32306: the server answered 413 Content Too Large [{"status":413}])");
    expect({answer_of("[1", "302 Found")},
           R"(-32308: the server answered 302 Found [{"status":302}])");
    for (const char* body : {"1", "{}", R"({"error":1})", R"({"error":{"message":1}})"})
        expect({answer_of(body, "500")}, R"(-32308: the server answered 500 [{"status":500}])");
}

Test(client_carrier, an_error_of_a_server_is_not_local_whatever_its_code) {
    for (const int code : {callbox::transport::timed_out, callbox::transport::misused,
                           callbox::not_understood}) {
        scripted_server server({{answer_of(R"({"jsonrpc":"2.0","error":{"code":)" +
                                           std::to_string(code) +
                                           R"(,"message":"a"},"id":1})")}});
        const auto got = client_of(server).call<"twice">(2);
        cr_assert(!got && got.error().code == code && got.error().message == "a");
        cr_expect(!got.error().is_local && !callbox::transport::has(got.error()));
    }
    const auto unsent = client("127.0.0.1:1").call<"twice">(2);
    cr_assert(!unsent && unsent.error().code == callbox::transport::cannot_connect);
    cr_expect(unsent.error().is_local && callbox::transport::has(unsent.error()));
    scripted_server other({{answer_of("{}")}});
    const auto unread = client_of(other).call<"twice">(2);
    cr_assert(!unread && unread.error().code == callbox::not_understood);
    cr_expect(unread.error().is_local && !callbox::transport::has(unread.error()));
}

Test(client_carrier, retry_after_is_reported_in_seconds) {
    const auto expect_data = [](const string& field, const string& wanted) {
        expect({"HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n" + field + "\r\n"},
               "-32307: the server answered 503 Busy [" + wanted + "]");
    };
    expect_data("Retry-After: 120\r\n", R"({"status":503,"retry_after":120})");
    expect_data("retry-after:0\r\n", R"({"status":503,"retry_after":0})");
    const string date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n";
    for (const char* later : {"Sun, 06 Nov 1994 08:51:37 GMT", "Sunday, 06-Nov-94 08:51:37 GMT",
                              "Sun Nov  6 08:51:37 1994"}) {
        const string field = "Retry-After: " + string(later) + "\r\n";
        expect_data(date + field, R"({"status":503,"retry_after":120})");
        expect_data(field + date, R"({"status":503,"retry_after":120})");
        expect_data(field, R"({"status":503,"retry_after":0})");  // relative to the local clock
    }
    expect_data(date + "Retry-After: Sun, 06 Nov 1994 08:49:36 GMT\r\n",
                R"({"status":503,"retry_after":0})");
    for (const char* other : {"", "Retry-After: Fri, 31 Dec 1999 23:59:59\r\n",
                              "Retry-After: 1.5\r\n", "Retry-After: -1\r\n",
                              "Retry-After: 4294967296\r\n", "Retry-After:\r\n"})
        expect_data(other, R"({"status":503})");
}

scripted busy_with(string_view body, string_view fields = "Retry-After: 0\r\n") {
    return {"HTTP/1.1 503 Busy\r\n" + string(fields) + "Content-Length: " +
            std::to_string(body.size()) + "\r\n\r\n" + string(body)};
}

Test(client_carrier, a_refusal_by_callbox_is_repeated) {
    scripted_server server({busy_with(refusal), busy_with(refusal), with(1, "4"),
                            busy_with(refusal), {answer_of("", "204 No Content")}});
    client one = client_of(server, {.retries = 2});
    cr_expect(shown(one.call<"twice">(2), server) == "4");
    cr_expect(static_cast<bool>(one.notify<"twice">(2)));
    const auto& all = server.requests();
    cr_expect(all.size() == 5 && all[0] == all[1] && all[1] == all[2] && all[3] == all[4]);
}

Test(client_carrier, retries_are_limited) {
    const string wanted = R"(-32307: the server answered 503 Busy: not "now" )"
                          R"([{"status":503,"retry_after":0}])";
    for (const std::uint32_t retries : {0u, 1u}) {
        scripted_server server(std::vector<scripted>(retries + 1, busy_with(refusal)));
        client one = client_of(server, {.retries = retries});
        const string got = shown(one.call<"twice">(2), server);
        cr_expect(got == wanted, "%s", got.c_str());
        cr_expect(server.requests().size() == retries + 1);
    }
}

Test(client_carrier, a_call_is_not_repeated_if_it_may_have_been_executed_or_ends_before) {
    const scripted others[] = {
        busy_with(""), busy_with("<html>"), busy_with(refusal, ""),
        busy_with(refusal, "Retry-After: soon\r\n"), busy_with(refusal, "Retry-After: 60\r\n"),
        busy_with(R"({"error":{"code":503,"message":"busy"},"id":null})"),
        busy_with(R"({"jsonrpc":"2.0","error":{"code":503,"message":"busy"}})"),
        busy_with(R"({"jsonrpc":"2.0","error":"busy","id":null})"),
        busy_with(R"({"jsonrpc":"2.0","error":{"code":7,"message":"busy"},"id":1})"),
        {"HTTP/1.1 500 No\r\nRetry-After: 0\r\nContent-Length: " +
         std::to_string(string_view(refusal).size()) + "\r\n\r\n" + refusal}};
    for (const scripted& other : others) {
        scripted_server server({other});
        client one = client_of(server, {.timeout_ms = 20'000});
        cr_expect(!one.call<"twice">(2));
        cr_expect(server.requests().size() == 1, "%s", other.bytes.c_str());
    }
}

Test(client_carrier, a_response_with_an_id_is_one_whatever_the_status) {
    expect({answer_of(result_of(1, "4"), "500 Oops")}, "4");
    scripted_server server({{answer_of(
        R"({"jsonrpc":"2.0","error":{"code":7,"message":"seven"},"id":1})", "404 Not Found")}});
    client one = client_of(server);
    const auto got = one.call<"twice">(2);
    cr_expect(!got && got.error().code == 7 && got.error().message == "seven");
}

Test(client_carrier, what_is_no_response_is_not_understood) {
    const auto why = [](const string& bytes) {
        scripted_server server({{bytes}});
        client one = client_of(server);
        const auto got = one.call<"twice">(2);
        cr_assert(!got && got.error().code == callbox::not_understood);
        return got.error().message;
    };
    cr_expect(why(answer_of("<html>")) == "twice: the response is not JSON");
    cr_expect(why(answer_of("", "204 No Content")) == "twice: no response");
    cr_expect(why(answer_of("[]")) == "twice: the response does not match the request");
    cr_expect(why(answer_of(R"({"id":1,"result":"4"})")).starts_with(
        "twice: invalid result: expected integer"));
}

Test(client_carrier, what_is_no_http_or_too_long_is_a_bad_answer) {
    expect({"+PONG\r\n"}, "-32303: invalid HTTP response: does not begin with HTTP/1.1 and a "
                          "status");
    expect(with(1, "4"), "-32303: invalid HTTP response: exceeds the size limit",
           {.response_bytes_max = 10});
}

Test(client_carrier, an_error_without_an_id_belongs_to_the_request) {
    scripted_server server({{answer_of(refusal)}, {answer_of(refusal)},
                            {answer_of(result_of(9, "1"))}, {answer_of("", "401 No")}});
    client one = client_of(server);
    cr_expect(one.call<"twice">(2).error().code == -32000);
    cr_expect(one.notify<"twice">(2).error().message == "not \"now\"");
    cr_expect(static_cast<bool>(one.notify<"twice">(2)), "answered, but accepted");
    cr_expect(one.notify<"twice">(2).error().code == transport::unauthorized);
    cr_expect(server.connections() == 1);
}

Test(client_carrier, an_unreachable_server_is_named) {
    const auto why = [](const char* url) { return shown(client(url).call<"twice">(1), url); };
    cr_expect(why("127.0.0.1:1") ==
              "-32300: cannot connect to 127.0.0.1:1: Connection refused");
    cr_expect(why("unix:/nowhere/x:/api") ==
              "-32300: cannot connect to unix:/nowhere/x: No such file or directory");
    cr_expect(why("http://unknown.invalid") ==
              "-32300: cannot connect to unknown.invalid: name not found in /etc/hosts; DNS is not "
              "used");
}

Test(client_carrier, a_wrong_url_or_token_sends_nothing) {
    client nowhere("https://a");
    cr_expect(nowhere.call<"twice">(1).error().code == transport::misused);
    cr_expect(nowhere.notify<"twice">(1).error().message ==
              "https://a: https is not supported; use http://, or a proxy that adds TLS");
    for (const char* token : {"a b", "a\r\nX: y", "a\n", "\xc3\xa4", "\x7f"})
        cr_expect(shown(client("127.0.0.1:1", {.token = token}).call<"twice">(1), "127.0.0.1:1") ==
                  "-32309: a token must consist of visible ASCII characters");
}

Test(client_carrier, a_batch_takes_its_responses_in_any_order) {
    scripted_server server({{answer_of("[" + result_of(2, "2") + "," + result_of(1, "1") + "]")},
                            {answer_of("[" + result_of(4, "4") + "]")},
                            {answer_of("[" + result_of(5, "5") + "]")}});
    client one = client_of(server);
    const auto first = one.of<"twice">(1);
    const auto [a, b] = one.batch(first, one.of<"twice">(callbox::named<"n">(2)));
    cr_expect(*a == 1 && *b == 2);
    const auto [c, d] = one.batch(first, first);
    cr_expect(c.error().code == callbox::not_understood && *d == 4);
    cr_expect(c.error().message == "twice: no response in the batch");
    const auto [e] = one.batch(first);
    cr_expect(*e == 5);
    const auto& requests = server.requests();
    cr_assert(requests.size() == 3);
    cr_expect(server.connections() == 2, "a missing response closes the connection");
    cr_expect(body_of(requests[0]) ==
              R"([{"jsonrpc":"2.0","method":"twice","params":[1],"id":1},)"
              R"({"jsonrpc":"2.0","method":"twice","params":{"n":2},"id":2}])",
              "%s", requests[0].c_str());
}

Test(client_carrier, what_happens_to_a_batch_happens_to_each_call) {
    scripted_server server({{answer_of(refusal)}, {answer_of("{}")}, {answer_of("1 2")},
                            {answer_of("", "503 Busy")}, {"", true}});
    client one = client_of(server);
    const auto call = one.of<"twice">(1);
    std::vector<string> all;
    for (int i = 0; i < 5; ++i) {
        const auto [a, b] = one.batch(call, call);
        cr_assert(!a && !b && a.error().code == b.error().code);
        all.push_back(std::to_string(b.error().code) + ' ' + a.error().message);
    }
    const string url = "http://" + server.where() + "/api: ";
    cr_expect(all[0] == "-32000 not \"now\"");
    cr_expect(all[1] == "0 batch: the response does not match the batch");
    cr_expect(all[2] == "0 batch: the response is not JSON");
    cr_expect(all[3] == "-32307 " + url + "the server answered 503 Busy");
    cr_expect(all[4] == "-32302 " + url + "the connection was closed without a response");
}

}}  // namespace carrier_test
