// Progress of calls of callbox::connection, with servers that behave and misbehave.
#include "client/event_streams.hpp"
#include "client/websocket_peer.hpp"

#include <callbox/connection.hpp>

#include <criterion/criterion.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace client_progress_test { namespace {

using namespace event_streams;
namespace transport = callbox::transport;

string reported(string_view members) {
    return R"({"jsonrpc":"2.0","method":"rpc.progress","params":{"id":1)" + string(members) + "}}";
}
const string half = reported(R"(,"progress":0.5,"total":1,"message":"half \"way\"")");
const string more = reported(R"(,"progress":3)");
const string result = R"({"jsonrpc":"2.0","result":5,"id":1})";

// What is reported, and the outcome: "0.5/1 half "way", 3, 5".
struct watched {
    string all;
    std::optional<callbox::failure> error;
    std::vector<string> requests;
};
watched watch(const string& url) {
    watched got;
    callbox::connection to(url, {.timeout_ms = 20'000});
    callbox::call_options own;
    own.on_progress = [&](const callbox::progress& now) {
        got.all += callbox::json(now.done).text();
        if (now.total) got.all += "/", got.all += callbox::json(*now.total).text();
        if (!now.text.empty()) got.all += " ", got.all += now.text;
        got.all += ", ";
    };
    const callbox::result<int> five = to.call<int>(own, {"export"});
    if (five) got.all += std::to_string(*five);
    else got.error = five.error();
    return got;
}
watched watch(std::vector<scripted> script) {
    scripted_server server(std::move(script));
    watched got = watch("http://" + server.where() + "/api");
    got.requests = server.requests();
    return got;
}

TestSuite(client_progress, .timeout = 60);

Test(client_progress, reports_precede_the_result) {
    const watched got = watch({ending(":\n\n" + framed(half) + framed(more) + framed(result))});
    cr_expect(got.all == "0.5/1 half \"way\", 3, 5", "%s", got.all.c_str());
    cr_assert(got.requests.size() == 1);
    cr_expect(got.requests[0].find("\r\nAccept: text/event-stream, */*;q=0.1\r\n") != string::npos);
}

Test(client_progress, whatever_the_pieces_are) {
    for (const std::size_t size : {1u, 7u, 1000u}) {
        const string body = ":\n\n" + framed(half) + framed(more) + framed(result);
        const watched got =
            watch({{string(head) + in_chunks(body, size) + "0\r\n\r\n", true}});
        cr_expect(got.all == "0.5/1 half \"way\", 3, 5", "%s", got.all.c_str());
    }
}

Test(client_progress, a_response_that_is_no_stream_has_no_reports) {
    const watched got = watch({{answer_of(result), true}});
    cr_expect(got.all == "5" && !got.error);
}

Test(client_progress, an_error_is_a_failure) {
    const watched got = watch({ending(
        framed(half) + framed(R"({"jsonrpc":"2.0","error":{"code":7,"message":"no"},"id":1})"))});
    cr_expect(got.error && got.error->code == 7 && !got.error->is_local);
}

Test(client_progress, a_stream_without_a_response_is_a_failure) {
    const auto code = [](const watched& got) { return got.error ? got.error->code : 0; };
    cr_expect(code(watch({ending(framed(half))})) == transport::lost);
    cr_expect(code(watch({lost(framed(half))})) == transport::lost);
    cr_expect(code(watch({ending(framed("{"))})) == callbox::not_understood);
    cr_expect(code(watch({ending(framed(R"({"jsonrpc":"2.0","method":"x"})"))})) ==
              callbox::not_understood);
    cr_expect(code(watch({lost("data: " + string(17 << 20, 'x'))})) == transport::bad_answer);
}

Test(client_progress, a_subscription_is_not_a_call) {
    const watched got = watch({ending(response())});
    cr_expect(got.error && got.error->code == -32004 && !got.error->is_local);
}

Test(client_progress, reports_of_another_form_are_passed_on_as_far_as_they_go) {
    const string odd = reported(R"(,"progress":"x","total":null,"message":5)");
    const watched got = watch({ending(framed(odd) + framed(result))});
    cr_expect(got.all == "0, 5", "%s", got.all.c_str());
}

Test(client_progress, a_websocket_has_it_between_other_messages) {
    using namespace client_test;
    websocket_script server({[](peer& with) {
        with.shake();
        (void)with.next();
        with.send(server_text(half) + server_text(R"({"jsonrpc":"2.0","method":"x"})") +
                  server_text(more) + server_text(result));
        with.read_all();
    }});
    const watched got = watch(server.url());
    cr_expect(got.all == "0.5/1 half \"way\", 3, 5", "%s", got.all.c_str());
}

Test(client_progress, an_exception_closes_the_connection) {
    scripted_server server({{string(head) + in_chunks(framed(half))},
                            {answer_of(R"({"jsonrpc":"2.0","result":5,"id":2})"), true}});
    callbox::connection to("http://" + server.where() + "/api", {.timeout_ms = 20'000});
    callbox::call_options own;
    own.on_progress = [](const callbox::progress&) { throw std::runtime_error("enough"); };
    cr_expect_throw((void)to.call<int>(own, {"export"}), std::runtime_error);
    const callbox::result<int> got = to.call<int>({"export"});
    cr_expect(got && *got == 5);
}

}}  // namespace client_progress_test
