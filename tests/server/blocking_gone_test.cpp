// Clients that leave while their calls run or wait.
#include "blocking.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace blocking_gone_test { namespace {

using namespace slow;

TestSuite(server_blocking_gone, .timeout = 30);

// Whoever has its place then does not get its answer.
Test(server_blocking_gone, who_is_gone_keeps_no_place_and_its_result_is_nobodys) {
    program server(with(&callbox::limits::connections_max, 1, with(2, 8)));
    client gone(server);
    gone.send(post(batch({sent("hold", "[0]"), sent("parked", "[0]", "2")})));
    cr_assert(begun(2));
    gone.reset();
    cr_assert(until([&] { return client(server).pings(); }));
    client next(server);
    cr_assert(until([&] { return next.pings() || (next = client(server), false); }));
    next.call("echo", "[3]", "3");
    open(0);
    cr_expect(next.body() == answered("3", "3"));
    cr_expect(until([] { return here.ended == 2; }));
    std::this_thread::sleep_for(10ms);
    cr_expect(next.is_quiet());
    expect_end(server);
}

// Of so many calls one runs. Notifications are nobody's from the beginning, and are made.
Test(server_blocking_gone, what_waits_for_a_client_that_is_gone_is_not_called) {
    program server(with(1, 200));
    client first(server), gone(server), next(server), looks(server);
    begin(first, "hold", "[0]");
    std::vector<std::string> calls(150, sent("hold", "[1]"));
    calls[70] = R"({"jsonrpc":"2.0","method":"hold","params":[0]})";
    const auto wait = [&](std::string_view count) {
        looks.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        return has(looks.body(),
                   "callbox_calls_in_flight{method=\"hold\"} " + std::string(count) + "\n");
    };
    gone.send(post(batch(calls)));
    cr_assert(until([&] { return wait("151"); }));
    next.call("echo", "[5]", "5");
    gone.reset();
    cr_expect(until([&] { return wait("2"); }));
    open(0);
    cr_expect(first.body() == answered("0"));
    cr_expect(next.body() == answered("5", "5"));
    cr_expect(here.begun == 2 && here.ended == 2);
    expect_end(server);
}

Test(server_blocking_gone, of_pipelined_calls_none_is_begun_when_the_client_is_gone) {
    program server(with(1, 200));
    client gone(server), next(server);
    for (int i = 0; i < 150; ++i) gone.call("hold", "[0]");
    cr_assert(begun(1));
    gone.reset();
    cr_assert(client(server).pings());
    open(0);
    cr_expect(next.ask("echo", "[5]") == answered("5"));
    cr_expect(here.begun == 1);
    expect_end(server);
}

Test(server_blocking_gone, a_function_learns_that_its_client_is_gone) {
    for (const std::string_view address : {"127.0.0.1:0", "unix:"}) {
        here.begun = here.ended = here.alone = 0;
        const place at;
        callbox::options how = with(4, 4);
        how.listen = {address == "unix:" ? at.address() : std::string(address)};
        program server(how);
        client gone(server), stays(server);
        stays.call("attend", "[0]");
        gone.notify("attend", "[1]");
        gone.send(post(batch({sent("attend", "[2]"), sent("ping", "[]")})));
        cr_assert(begun(3));
        stays.end();  // and still gets its answer
        address == "unix:" ? gone.leave() : gone.reset();
        cr_expect(until([] { return here.alone == 1; }));
        std::this_thread::sleep_for(20ms);
        cr_expect(here.ended == 1);
        open(0);
        open(1);
        cr_expect(stays.body() == answered("0"));
        cr_expect(until([] { return here.ended == 3; }));
        cr_expect(here.alone == 1);
        here.open[0] = here.open[1] = false;
        expect_end(server);
    }
}

Test(server_blocking_gone, a_function_learns_that_its_deadline_has_passed) {
    program server(with(4, 4));
    client one(server);
    one.notify("attend.parked", "[1]");
    // What it returned is nobody's.
    cr_expect(has(one.ask("attend.parked", "[0]"), R"("code":-32003)"));
    cr_expect(until([] { return here.alone == 2; }));
    expect_end(server);
}

// It may as well have only said that it sends no more.
Test(server_blocking_gone, who_has_left_quietly_keeps_its_place_until_the_call_is_done) {
    program server(with(&callbox::limits::connections_max, 1, with(2, 8)));
    client gone(server);
    begin(gone, "hold", "[0]");
    gone.leave();
    std::this_thread::sleep_for(10ms);
    cr_expect(client(server).next().status == 503);
    open(0);
    cr_expect(until([&] { return client(server).pings(); }));
    expect_end(server);
}

}}  // namespace blocking_gone_test
