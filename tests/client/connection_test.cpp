// callbox::connection: calls of methods that are unknown at compile time.
#include "server/scripted.hpp"

#include <callbox/connection.hpp>

#include <criterion/criterion.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace connection_test { namespace {

using callbox::connection, callbox::json;
using std::string;
using std::string_view;

scripted with(string_view id, string_view result) {
    return {answer_of(R"({"jsonrpc":"2.0","result":)" + string(result) + R"(,"id":)" +
                      string(id) + '}')};
}

string shown(const callbox::result<json>& got) {
    return got ? string(got->text())
               : std::to_string(got.error().code) + ": " + got.error().message;
}

TestSuite(client_connection, .timeout = 60);

Test(client_connection, params_and_results_are_json_as_it_was_written) {
    scripted_server server({with("1", R"({ "a":1.50 })"), with("2", "null"), with("3", "[]")});
    connection to(server.where());
    cr_expect(shown(to.call_json("one", *json::parse("[ 1e2,\"\\u0061\"]"))) == R"({ "a":1.50 })");
    cr_expect(shown(to.call_json("two", *json::parse(R"({"a":{}})"))) == "null");
    cr_expect(shown(to.call_json("three")) == "[]");
    const auto& sent = server.requests();
    cr_expect(body_of(sent[0]) ==
              R"({"jsonrpc":"2.0","method":"one","params":[ 1e2,"\u0061"],"id":1})");
    cr_expect(body_of(sent[1]) ==
              R"({"jsonrpc":"2.0","method":"two","params":{"a":{}},"id":2})");
    cr_expect(body_of(sent[2]) == R"({"jsonrpc":"2.0","method":"three","id":3})");
    cr_expect(server.connections() == 1);
}

Test(client_connection, an_error_is_as_the_server_sent_it) {
    scripted_server server({{answer_of(
        R"({"jsonrpc":"2.0","error":{"code":-32602,"message":"m","data":{"errors":[)"
        R"({"path":"/a","expected":"integer","got":"null"}]}},"id":1})")}});
    connection to(server.where());
    const auto got = to.call_json("one", *json::parse("[null]"));
    cr_expect(shown(got) == "-32602: m");
    cr_assert(to.argument_errors().size() == 1);
    cr_expect(to.argument_errors()[0].path == "/a");
    cr_expect((*got.error().data)["errors"][0]["got"].as<string>() == "null");
}

Test(client_connection, a_notification_has_no_id) {
    scripted_server server({{answer_of("", "204 No Content")}, {answer_of("", "404 Not Found")}});
    connection to(server.where());
    cr_expect(static_cast<bool>(to.notify_json("one", *json::parse("[1]"))));
    const auto second = to.notify_json("two");
    cr_expect(not second && second.error().code == callbox::transport::other_status);
    cr_expect(body_of(server.requests()[0]) ==
              R"({"jsonrpc":"2.0","method":"one","params":[1]})");
}

Test(client_connection, a_name_without_a_form_in_json_is_not_sent) {
    connection to("127.0.0.1:1");
    cr_expect(shown(to.call_json("\xff")) == "0: \xff: JSON cannot represent an argument");
    cr_expect(to.notify_json("\xff").error().code == callbox::not_understood);
}

Test(client_connection, the_timeout_is_that_of_the_calls_that_follow) {
    scripted_server server({{""}, {""}});
    connection to(server.where(), {.timeout_ms = 60'000});
    for (const std::uint32_t timeout_ms : {100, 200}) {
        to.set_timeout(timeout_ms);
        const auto before = std::chrono::steady_clock::now();
        const auto got = to.call_json("one");
        const auto took = std::chrono::steady_clock::now() - before;
        cr_expect(got.error().code == callbox::transport::timed_out);
        cr_expect(took >= std::chrono::milliseconds(timeout_ms - 2));
        cr_expect(took < std::chrono::seconds(30));
    }
}

Test(client_connection, a_call_may_have_options_of_its_own) {
    scripted_server server({{""}, {""}, {""}, with("4", "1")});
    connection to(server.where(), {.timeout_ms = 600'000});
    const callbox::call_options own{.timeout_ms = 50};
    constexpr int timed_out = callbox::transport::timed_out;
    cr_expect(to.call<int>(own, {"one"}).error().code == timed_out);
    cr_expect(to.notify(own, {"one"}).error().code == timed_out);
    const auto [got] = to.batch(own, to.of<int>({"one"}));
    cr_expect(got.error().code == timed_out);
    (void)to.call<int>({"one"});
    cr_expect(server.requests().size() == 4);
}

enum class counting { too_many = 7, none = 0 };

Test(client_connection, a_failure_is_compared_with_the_errors_of_a_method) {
    const callbox::failure seven{7, "seven"}, eight{8, "eight"};
    cr_expect(seven == counting::too_many && counting::too_many == seven);
    cr_expect(eight != counting::too_many);
    const callbox::failure unread{callbox::not_understood, "", {}, true};
    cr_expect(unread != counting::none);
}

Test(client_connection, decimals_of_a_time_that_the_type_does_not_have_are_dropped) {
    using namespace std::chrono;
    using time = sys_time<milliseconds>;
    scripted_server server({with("1", R"("1970-01-01T00:00:00.0019999Z")"),
                            with("2", R"("1969-12-31T23:59:59.9989999Z")"),
                            with("3", R"("1970-01-01T00:00:00.Z")")});
    connection to(server.where());
    cr_expect(*to.call<time>({"one"}) == time(1ms));
    cr_expect(*to.call<time>({"one"}) == time(-2ms));
    cr_expect(to.call<time>({"one"}).error().code == callbox::not_understood);
    cr_expect(!json::parse(R"("1970-01-01T00:00:00.0019999Z")")->as<time>());
}

Test(client_connection, the_user_agent_is_sent) {
    scripted_server server({with("1", "1")});
    connection to(server.where(), {.agent = "inventory/2.1.0 (store 7)"});
    cr_expect(shown(to.call_json("one")) == "1");
    cr_expect(server.requests()[0].find("\r\nUser-Agent: inventory/2.1.0 (store 7)\r\n") !=
              string::npos);
    for (const string_view agent : {"a\r\nmore: 1", "a\n", "\x7f"}) {
        connection wrong("127.0.0.1:1", {.agent = string(agent)});
        cr_expect(shown(wrong.call_json("one")) ==
                  "-32309: 127.0.0.1:1: a User-Agent must not contain control characters");
    }
}

Test(client_connection, codes_of_transport_are_known) {
    using namespace callbox::transport;
    for (const int code : {cannot_connect, timed_out, lost, bad_answer, unauthorized, forbidden,
                           too_large, unavailable, other_status, misused, stopped})
        cr_expect(has({code, "", {}, true}) && !has({code, ""}), "%d", code);
    for (const int code : {0, 1, -32000, -32299, -32311, -32602})
        cr_expect(not has({code, "", {}, true}));
}

}}  // namespace connection_test
