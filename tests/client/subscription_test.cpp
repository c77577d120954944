// subscribe() of callbox::client and callbox::connection with servers that misbehave.
#include "base/clock.hpp"
#include "client/event_streams.hpp"

#include <callbox/client.hpp>
#include <callbox/event.hpp>

#include <criterion/criterion.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace subscription_test { namespace {

using namespace event_streams;
using callbox::event, callbox::method;
namespace transport = callbox::transport;

struct store {
    callbox::topic<std::int64_t> counted;
    callbox::topic<std::int64_t> kept;
};
bool is_over(const std::int64_t& count, std::int64_t least, std::string_view) {
    return count > least;
}
void nothing() {}
constexpr callbox::api rows{
    event<"counted", &store::counted, is_over>("", "least", callbox::arg("note") = "none"),
    event<"kept", &store::kept>("", callbox::keeps(4)),
    method<"nothing", nothing>(""),
};
using client = callbox::client<rows>;

string url_of(const scripted_server& at) { return "http://" + at.where() + "/api"; }
client client_of(const scripted_server& at, callbox::client_options options = {}) {
    return client(url_of(at), std::move(options));
}

// Everything that happens to a subscription until it ends: "1 2 gap:3 lost:-32302 end:-32006".
template <class T> string all_of(callbox::subscription<T>& from) {
    string all;
    from.on_gap([&](std::optional<std::uint64_t> missed) {
        all += "gap:" + (missed ? std::to_string(*missed) : "?") + ' ';
    });
    from.on_lost(
        [&](const callbox::failure& why) { all += "lost:" + std::to_string(why.code) + ' '; });
    for (;;) {
        const callbox::result<T> got = from.next();
        if (got) all += callbox::json(*got).text(), all += ' ';
        else if (from.has_ended()) return all + "end:" + std::to_string(got.error().code);
        else all += "failed:" + std::to_string(got.error().code) + ' ';
    }
}

void expect_events(std::vector<scripted> script, const string& wanted,
                   callbox::client_options options = {}) {
    scripted_server server(std::move(script));
    client api = client_of(server, std::move(options));
    auto events = api.subscribe<"counted">(1);
    const string got = all_of(events);
    cr_expect(got == wanted, "%s\ninstead of: %s", got.c_str(), wanted.c_str());
}
// The params of each request, after the same for event "kept".
string kept_params(std::vector<scripted> script, const string& wanted) {
    scripted_server server(std::move(script));
    client api = client_of(server);
    auto events = api.subscribe<"kept">();
    const string got = all_of(events);
    cr_expect(got == wanted, "%s\ninstead of: %s", got.c_str(), wanted.c_str());
    string all;
    for (const string& each : server.requests())
        all += (*callbox::json::parse(body_of(each)))["params"].text(), all += ' ';
    return all;
}

TestSuite(client_subscription, .timeout = 60);

Test(client_subscription, the_request_names_both_types_and_the_arguments) {
    scripted_server server({ending(response() + end)});
    client api = client_of(server, {.token = "a-token-of-the-test"});
    auto events = api.subscribe<"counted">(7, callbox::named<"note">("x"));
    cr_expect(events.next().error().code == -32006);
    const string request = server.requests().at(0);
    cr_expect(request.find("\r\nAccept: text/event-stream, application/json\r\n") != string::npos);
    cr_expect(request.find("\r\nAuthorization: Bearer a-token-of-the-test\r\n") != string::npos);
    cr_expect(body_of(request) == R"({"jsonrpc":"2.0","method":"counted",)"
                                  R"("params":{"least":7,"note":"x"},"id":1})");
}

Test(client_subscription, a_stream_may_be_split_anywhere) {
    const string body = "\xef\xbb\xbf: begin\r\n\r\n" + response() + counted(1) + ":\n\n" +
                        "event: x\r\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"counted\",\r\n"
                        "data: \"params\":{\"result\":2}}\r\n\r\n" + counted(3) + end;
    for (const std::size_t size : {1ul, 2ul, 7ul, 1'000ul})
        expect_events({{string(head) + in_chunks(body, size) + "0\r\n\r\n", true}},
                      "1 2 3 end:-32006");
    const string plain = "HTTP/1.0 200 OK\r\nContent-Type: Text/Event-Stream\r\n";
    expect_events({{plain + "\r\n" + body, true}}, "1 2 3 end:-32006");
    expect_events({{plain + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body,
                    true}}, "1 2 3 end:-32006");
}

Test(client_subscription, the_end_has_the_error_of_the_server) {
    scripted_server server({ending(response() + counted(1) + end + counted(2))});
    client api = client_of(server);
    auto events = api.subscribe<"counted">(1);
    cr_expect(*events.next() == 1 && !events.has_ended());
    for (int i = 0; i < 2; ++i) {
        const auto got = events.next();
        cr_expect(!got && got.error().code == -32006 && !got.error().is_local);
        cr_expect(got.error().message == "Subscription ended" && events.has_ended());
        cr_expect((*got.error().data)["reason"].as<string>() == "overflow");
    }
    cr_expect(events.error().code == -32006);
}

Test(client_subscription, events_that_were_dropped_are_a_gap_before_the_next) {
    expect_events({ending(response() + counted(1) + message(R"("missed":3,"result":5)") +
                          counted(6) + end)},
                  "1 gap:3 5 6 end:-32006");
}

// ------------------------------------------------------------------------- after a lost connection

Test(client_subscription, a_lost_connection_is_a_gap_without_seq) {
    for (const scripted& first : {lost(response() + counted(1)), ending(response() + counted(1))})
        expect_events({first, ending(response(2) + counted(4) + end)},
                      "1 lost:-32302 gap:? 4 end:-32006");
}

Test(client_subscription, with_seq_it_resumes_after_the_last_event) {
    const string all = kept_params({lost(response() + kept(7) + kept(8)),
                                    ending(response(2) + kept(9)),
                                    ending(response(3) + kept_end)},
                                   "7 8 lost:-32302 9 lost:-32302 end:-32006");
    cr_expect(all == R"({} {"since":8} {"since":9} )", "%s", all.c_str());
}

Test(client_subscription, before_the_first_seq_there_is_a_gap) {
    const string all = kept_params({lost(response()), ending(response(2) + kept(9) + kept_end)},
                                   "lost:-32302 gap:? 9 end:-32006");
    cr_expect(all == "{} {} ", "%s", all.c_str());
}

Test(client_subscription, events_no_longer_retained_are_a_gap) {
    for (const auto& [missed, shown] : {std::pair("5", "5"), std::pair("null", "?")}) {
        const string error = R"({"code":-32007,"message":"Cannot resume","data":{"missed":)" +
                             string(missed) + "}}";
        const string all = kept_params({lost(response() + kept(7)), refusing(2, error),
                                        ending(response(3) + kept(20)),
                                        ending(response(4) + kept_end)},
                                       "7 lost:-32302 gap:" + string(shown) +
                                           " 20 lost:-32302 end:-32006");
        cr_expect(all == R"({} {"since":7} {} {"since":20} )", "%s", all.c_str());
    }
}

Test(client_subscription, since_may_be_an_argument) {
    constexpr string_view error =
        R"({"code":-32007,"message":"Cannot resume","data":{"missed":2}})";
    scripted_server server({refusing(1, error), lost(response(2)),
                            ending(response(3) + kept(6)), ending(response(4) + kept_end)});
    client api = client_of(server);
    auto events = api.subscribe<"kept">(callbox::named<"since">(5));
    const string got = all_of(events);
    cr_expect(got == "gap:2 lost:-32302 gap:? 6 lost:-32302 end:-32006", "%s", got.c_str());
    string all;
    for (const string& each : server.requests())
        all += (*callbox::json::parse(body_of(each)))["params"].text(), all += ' ';
    cr_expect(all == R"({"since":5} {} {} {"since":6} )", "%s", all.c_str());
}

Test(client_subscription, half_an_event_is_no_event) {
    const string half = counted(2).substr(0, 40);
    expect_events({lost(response() + counted(1) + half), ending(response(2) + counted(3) + end)},
                  "1 lost:-32302 gap:? 3 end:-32006");
    const string last_line_missing = counted(2).substr(0, counted(2).size() - 1);
    expect_events({ending(response() + last_line_missing), ending(response(2) + end)},
                  "lost:-32302 gap:? end:-32006");
    const string in_a_chunk = "20\r\ndata: {\"json";
    expect_events({{string(head) + in_chunks(response()) + in_a_chunk, true},
                   ending(response(2) + end)},
                  "lost:-32302 gap:? end:-32006");
}

Test(client_subscription, an_invalid_chunk_loses_the_connection_after_the_events_before_it) {
    for (const string_view bad : {"x\r\n", "5\r\n123456\r\n", "-1\r\n", "11111111111111111\r\n"})
        expect_events({{string(head) + in_chunks(response() + counted(1)) + string(bad)},
                       ending(response(2) + counted(2) + end)},
                      "1 lost:-32303 gap:? 2 end:-32006");
}

Test(client_subscription, a_server_that_is_busy_is_asked_again) {
    const string busy = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 0\r\n"
                        "Content-Length: 0\r\n\r\n";
    const string gateway = answer_of("", "502 Bad Gateway");
    expect_events({lost(response() + counted(1)), {busy, true}, {gateway, true}, {"", true},
                   ending(response(5) + counted(2) + end)},
                  "1 lost:-32302 lost:-32307 lost:-32308 lost:-32302 gap:? 2 end:-32006");
}

Test(client_subscription, a_server_that_refuses_later_ends_it) {
    expect_events({lost(response() + counted(1)), {answer_of("", "401 Unauthorized"), true}},
                  "1 lost:-32302 end:-32304");
    expect_events({lost(response()), refusing(2, R"({"code":-32005,"message":"Too many"})")},
                  "lost:-32302 end:-32005");
}

Test(client_subscription, it_waits_for_the_time_of_the_server) {
    scripted_server server({ending("retry: 300\n" + response().substr(10)),
                            ending(response(2) + end)});
    client api = client_of(server);
    auto events = api.subscribe<"counted">(1);
    callbox::time_ms lost_at = 0;
    events.on_lost([&](auto) { lost_at = callbox::now_ms(); });
    cr_expect(events.next().error().code == -32006);
    cr_expect(callbox::now_ms() - lost_at >= 300);
}

// --------------------------------------------------------------------------------------- failures

Test(client_subscription, a_first_request_that_fails_is_not_repeated) {
    expect_events({refusing(1, R"({"code":-32602,"message":"Invalid params"})")}, "end:-32602");
    expect_events({ending("retry: 10\n" + framed(R"({"jsonrpc":"2.0","id":1,)"
                                              R"("error":{"code":-32005,"message":"no"}})"))},
                  "end:-32005");
    expect_events({{answer_of("", "401 Unauthorized"), true}}, "end:-32304");
    expect_events({{answer_of("", "502 Bad Gateway"), true}}, "end:-32308");
    expect_events({{"", true}}, "end:-32302");
    expect_events({{string(head) + in_chunks(": hello\n\n"), true}}, "end:-32302");
    expect_events({ending("")}, "end:-32302");
    expect_events({{"nonsense\r\n\r\n", true}}, "end:-32303");
    client none("http://127.0.0.1:1/api");
    auto events = none.subscribe<"counted">(1);
    cr_expect(events.has_ended() && events.next().error().code == transport::cannot_connect);
    client misused("ftp://x");
    auto never = misused.subscribe<"counted">(1);
    cr_expect(never.next().error().code == transport::misused);
}

Test(client_subscription, a_result_instead_of_a_stream_is_not_an_event) {
    expect_events({{answer_of(R"({"jsonrpc":"2.0","result":"1","id":1})"), true}}, "end:0");
    expect_events({ending(framed(R"({"jsonrpc":"2.0","result":5,"id":1})"))}, "end:0");
    expect_events({ending(framed(R"({"jsonrpc":"2.0","result":"1","id":9})"))}, "end:0");
}

Test(client_subscription, other_messages_do_not_end_it) {
    expect_events({ending(response() + message("\"result\":\"text\"") + framed("nonsense") +
                          message("\"result\":9", "other") + message("\"what\":1") + counted(2) +
                          framed(R"({"jsonrpc":"2.0","result":3,"id":1})") + end)},
                  "failed:0 failed:0 failed:0 2 end:-32006");
}

Test(client_subscription, an_event_that_is_too_long_ends_it) {
    const string text = response() + counted(1) + ": " + string(400, 'x');
    expect_events({ending(text)}, "1 end:-32303", {.response_bytes_max = 300});
    expect_events({ending(response() + string(400, 'x'))}, "end:-32303",
                  {.response_bytes_max = 300});
}

Test(client_subscription, an_argument_without_a_json_form_is_not_sent) {
    client api("http://127.0.0.1:1/api");
    auto events = api.subscribe<"counted">(1, "\xff");
    cr_expect(events.next().error().code == callbox::not_understood && events.has_ended());
    cr_expect(events.error().message == "counted: JSON cannot represent an argument");
}

// -------------------------------------------------------------------------------- time and threads

Test(client_subscription, a_wait_may_be_bounded) {
    scripted_server server({{string(head) + in_chunks(response() + counted(1))},
                            ending(response(2) + end)});
    client api = client_of(server);
    auto events = api.subscribe<"counted">(1);
    cr_expect(*events.next(0) == 1);
    for (const std::uint32_t time : {0u, 1u, 30u}) {
        const auto start = callbox::now_ms();
        const auto got = events.next(time);
        cr_expect(got.error().code == transport::timed_out && !events.has_ended());
        cr_expect(callbox::now_ms() - start >= time);
    }
}

Test(client_subscription, a_wait_for_a_lost_connection_may_be_bounded) {
    scripted_server server({ending("retry: 60000\n" + response().substr(10))});
    client api = client_of(server);
    auto events = api.subscribe<"counted">(1);
    int losses = 0;
    events.on_lost([&](auto) { ++losses; });
    while (losses == 0) cr_assert(events.next(10).error().code == transport::timed_out);
    const auto start = callbox::now_ms();
    cr_expect(events.next(10).error().code == transport::timed_out);
    cr_expect(callbox::now_ms() - start < 50'000 && !events.has_ended());
}

Test(client_subscription, another_thread_can_stop_it) {
    for (const string_view retry : {"10", "60000"}) {
        scripted_server server({{string(head) + in_chunks("retry: " + string(retry) + "\n" +
                                                          response().substr(10)),
                                 retry == "60000"}});
        client api = client_of(server);
        auto events = api.subscribe<"counted">(1);
        std::thread other([&] { events.stop(); });
        cr_expect(events.next().error().code == transport::stopped);
        other.join();
        cr_expect(events.has_ended() && events.next(5).error().code == transport::stopped);
    }
}

Test(client_subscription, a_silent_connection_counts_as_lost) {
    expect_events({{string(head) + in_chunks(response() + counted(1))},
                   ending(response(2) + end)},
                  "1 lost:-32301 gap:? end:-32006", {.silence_ms = 30});
}

Test(client_subscription, it_may_be_moved_and_outlives_its_client) {
    scripted_server server({ending(response() + counted(1) + counted(2) + end)});
    std::optional<client> api(std::in_place, url_of(server));
    auto first = api->subscribe<"counted">(1);
    api.reset();
    cr_expect(*first.next() == 1);
    auto second = std::move(first);
    cr_expect(*second.next() == 2);
}

// ------------------------------------------------------------------------------------- by name

Test(client_subscription, a_connection_subscribes_by_name) {
    using callbox::given;
    scripted_server server({lost(response() + kept(7)), ending(response(2) + kept(8) + kept_end)});
    callbox::connection to(url_of(server));
    auto events = to.subscribe<std::int64_t>({"kept"}, given("a", 1), given("b", string("x")));
    const string got = all_of(events);
    cr_expect(got == "7 lost:-32302 8 end:-32006", "%s", got.c_str());
    cr_expect(body_of(server.requests().at(1)) ==
              R"({"jsonrpc":"2.0","method":"kept","params":{"a":1,"b":"x","since":7},"id":2})");
}

Test(client_subscription, params_may_be_json) {
    const struct {
        string_view params, again, wanted;
    } each[] = {
        {"null", R"({"since":7})", "7 lost:-32302 8 end:-32006"},
        {"{}", R"({"since":7})", "7 lost:-32302 8 end:-32006"},
        {R"({"since":1,"a":[1]})", R"({"a":[1],"since":7})", "7 lost:-32302 8 end:-32006"},
        {"[1]", "[1]", "7 lost:-32302 gap:? 8 end:-32006"},
    };
    for (const auto& [params, again, wanted] : each) {
        scripted_server server({lost(response() + kept(7)),
                                ending(response(2) + kept(8) + kept_end)});
        callbox::connection to(url_of(server));
        auto events = to.subscribe_json("kept", *callbox::json::parse(string(params)));
        const string got = all_of(events);
        cr_expect(got == wanted, "%s: %s", string(params).c_str(), got.c_str());
        const callbox::json sent = *callbox::json::parse(body_of(server.requests().at(1)));
        cr_expect(sent["params"].text() == again, "%s", string(sent.text()).c_str());
    }
}

} }  // namespace subscription_test
