// Pools that rows name, and rows whose calls are limited: blocking("export", 2), at_once(4).
#include "blocking.hpp"

#include <deque>

namespace pools_test { namespace {

using namespace slow;

constexpr std::string_view busy = R"("code":-32002,"message":"Busy")";

constexpr callbox::api methods{
    callbox::thread_safe,
    method<"hold", hold>("In the common pool.", "gate", blocking),
    method<"export", hold>("In a pool of its own.", "gate", blocking("export", 2)),
    method<"export.small", hold>("In the same.", "gate", blocking("export", 1)),
    method<"few", hold>("Two at once.", "gate", blocking, callbox::at_once(2)),
    method<"echo", echo>("Gives it back.", "any", blocking),
    method<"ping", [] { return std::string_view("pong"); }>("Answers pong."),
};

struct program : wire::served {
    program(std::size_t threads, std::size_t queue)
        : wire::served(with(threads, queue),
                       [](const callbox::options& how) { return callbox::serve(methods, how); }) {}
};
struct client : slow::client {
    explicit client(const program& server) : slow::client(server.connect()) {}
};

TestSuite(server_pools, .timeout = 60);

Test(server_pools, calls_in_one_pool_do_not_delay_those_in_another) {
    program server(1, 8);
    std::deque<client> exports;
    for (const char* name : {"export", "export.small", "export"})
        exports.emplace_back(server).call(name, "[0]");
    cr_assert(begun(2));
    client other(server);
    cr_expect(other.ask("echo", "[1]") == answered("1"));
    cr_expect(other.ask("ping", "[]") == answered(R"("pong")"));
    cr_expect(here.begun == 2);
    open(0);
    for (client& each : exports) cr_expect(each.body() == answered("0"));
    expect_end(server);
}

Test(server_pools, each_has_a_queue_of_its_own) {
    program server(1, 1);
    std::deque<client> all;
    for (const char* name : {"export", "export", "export"})
        all.emplace_back(server).call(name, "[0]");
    cr_assert(begun(2));
    client more(server);
    cr_assert(client(server).pings());  // the third is queued
    cr_expect(has(more.ask("export", "[1]"), busy));
    all.emplace_back(server).call("hold", "[0]");
    cr_assert(begun(3));
    all.emplace_back(server).call("hold", "[0]");
    cr_assert(client(server).pings());
    cr_expect(has(more.ask("hold", "[1]"), busy));
    open(0);
    for (client& each : all) cr_expect(each.body() == answered("0"));
    expect_end(server);
}

Test(server_pools, a_method_has_no_more_calls_than_it_allows) {
    program server(4, 8);
    client first(server), second(server), third(server);
    first.call("few", "[0]");
    second.call("few", "[1]");
    cr_assert(begun(2));
    cr_expect(has(third.ask("few", "[2]"), busy));
    cr_expect(third.ask("echo", "[1]") == answered("1"));
    open(0);
    cr_expect(first.body() == answered("0"));
    open(2);
    cr_expect(third.ask("few", "[2]") == answered("2"));
    open(1);
    cr_expect(second.body() == answered("1"));
    expect_end(server);
}

// A call that is taken out of the queue, as its client has gone, leaves its place.
Test(server_pools, calls_in_the_queue_count_until_their_client_goes) {
    program server(1, 8);
    client runs(server), more(server);
    runs.call("few", "[0]");
    cr_assert(begun(1));
    {
        client gone(server);
        gone.call("few", "[1]");
        cr_assert(client(server).pings());  // it is queued
        cr_expect(has(more.ask("few", "[2]"), busy));
    }
    open(0);
    open(2);
    cr_expect(runs.body() == answered("0"));
    cr_expect(until([&] { return more.ask("few", "[2]") == answered("2"); }));
    expect_end(server);
}

}}  // namespace pools_test
