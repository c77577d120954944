// Requests that one client sends at once, and whose calls keep the loop.
#include "blocking.hpp"

#include <string>

namespace pipelined_test { namespace {

using namespace slow;

constexpr int requests = 64;

// Longer than a step may take.
int linger_on() {
    ++here.begun;
    std::this_thread::sleep_for(30ms);
    return ++here.ended;
}
constexpr callbox::api slow_methods{
    method<"linger", linger_on>("Keeps the loop."),
    method<"ping", [] { return std::string_view("pong"); }>("Answers pong."),
};
int serve_slow(const callbox::options& how) { return callbox::serve(slow_methods, how); }

std::string many_calls() {
    std::string all;
    for (int i = 0; i < requests; ++i) all += post(sent("linger", "[]"));
    return all;
}

struct ending {
    const char* how;
    void (*leave)(client&);
};
constexpr ending endings[] = {
    {"closed", [](client& one) { one.leave(); }},
    {"reset", [](client& one) { one.reset(); }},
};

TestSuite(server_pipelined, .timeout = 60);

// Sending the first answers shows that it has left.
Test(server_pipelined, calls_of_a_client_that_has_left_are_not_made) {
    const support::folder folder;
    for (const std::string& address : {std::string("127.0.0.1:0"), "unix:" + (folder / "socket")})
        for (const ending& each : endings) {
            callbox::options how = with(1, 1);
            how.listen = {address};
            here.begun = here.ended = 0;
            wire::served server(how, serve_slow);
            client gone(server.connect()), other(server.connect());
            gone.send(many_calls());
            cr_assert(until([] { return here.begun > 0; }));
            each.leave(gone);
            cr_expect(other.pings());
            cr_expect(other.pings());
            const int made = here.ended;
            cr_expect(made < requests / 4, "%s, %s: %d", address.c_str(), each.how, made);
            wire::expect_end(server);
            cr_expect(here.ended == made, "%s, %s: %d", address.c_str(), each.how, made);
        }
}

Test(server_pipelined, a_client_that_only_sends_no_more_gets_all_its_answers) {
    wire::served server(with(1, 1), serve_slow);
    client one(server.connect());
    one.send(many_calls());
    one.end();
    for (int i = 1; i <= requests; ++i) cr_expect(one.body() == answered(std::to_string(i)));
    wire::expect_end(server);
}

Test(server_pipelined, others_are_served_between_calls_that_keep_the_loop) {
    wire::served server(with(1, 1), serve_slow);
    client busy(server.connect()), other(server.connect());
    cr_assert(other.pings());
    busy.send(many_calls());
    cr_assert(until([] { return here.begun > 0; }));
    cr_expect(other.pings());
    cr_expect(here.ended < requests / 4, "%d", here.ended.load());
    wire::expect_end(server);
}

}}  // namespace pipelined_test
