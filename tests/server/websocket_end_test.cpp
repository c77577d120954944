// WebSockets of a real server: what ends them, and what others notice of them.
#include "blocking.hpp"
#include "single_loop.hpp"
#include "socket_client.hpp"

#include <signal.h>

#include <string>
#include <string_view>

namespace websocket_end_test { namespace {

using namespace slow;
using net_test::with_websockets;

const std::string pong = answered(R"("pong")") + '\n';

TestSuite(server_websocket_end, .timeout = 60);

Test(server_websocket_end, a_server_that_stops_answers_the_calls_and_closes_all) {
    program server(with_websockets(with(2, 8)));
    socket_client idle(server), waiting(server), asking(server);
    asking.call("ping", "[]");
    cr_expect(asking.next() == pong);
    waiting.call("hold", "[0]");
    cr_assert(begun(1));
    server.terminate();
    cr_expect(idle.rest() == "close:1001\n");
    cr_expect(asking.rest() == "close:1001\n");
    open(0);
    cr_expect(waiting.rest() == answered("0") + "\nclose:1001\n");
    expect_end(server);
}

Test(server_websocket_end, a_server_that_hands_over_closes_all) {
    single::server server(methods, with_websockets());
    server.run();
    const single::client peer(server, handshake());
    cr_expect(peer.some().starts_with("HTTP/1.1 101 "));
    server.stop.request(callbox::system::command::hand_over);
    cr_expect(shown_frames(peer.all()) == "close:1012\n");
}

Test(server_websocket_end, a_call_that_takes_longer_than_the_drain_gets_an_error) {
    callbox::options how = with_websockets(with(1, 8));
    how.limits.drain_timeout_ms = 50;
    program server(how);
    socket_client waiting(server);
    waiting.call("attend", "[0]");
    cr_assert(begun(1));
    server.terminate();
    const std::string all = waiting.rest();
    cr_expect(has(all, "-32003") && all.ends_with("close:1001\n"), "%s", all.c_str());
    cr_expect(server.ended_within(10'000));
}

Test(server_websocket_end, a_token_that_sighup_removes_closes_its_websockets) {
    const place folder;
    const std::string kept = "0123456789abcdef0", removed = "0123456789abcdef1";
    callbox::options how = with_websockets(with(2, 8, 2));
    how.token_file = folder.put("tokens", "removed " + removed + " *\nkept " + kept + " *\n");
    how.log_level = callbox::log_level::info;
    program server(how);
    const auto bearer = [](const std::string& token) {
        return "Authorization: Bearer " + token + "\r\n";
    };
    socket_client goes(server, bearer(removed)), waits(server, bearer(removed)),
        stays(server, bearer(kept));
    waits.call("hold", "[0]");
    cr_assert(begun(1));
    folder.put("tokens", "kept " + kept + " ping\n");
    cr_assert(::kill(server.pid(), SIGHUP) == 0);
    cr_expect(goes.rest() == "close:1008\n");
    open(0);
    cr_expect(waits.rest() == answered("0") + "\nclose:1008\n");
    stays.call("ping", "[]");
    cr_expect(stays.next() == pong);
    stays.call("hold", "[0]");
    cr_expect(has(stays.next(), "-32601"));
    server.terminate();
    cr_expect(stays.rest() == "close:1001\n");
    cr_expect(server.exit_status(10'000) == 0);
    cr_expect(has(server.said(), "token=removed code=1008 reason=\"the token is revoked\"\n"));
    cr_expect(has(server.said(), "websocket_open peer="));
    cr_expect(has(server.said(), " token=kept code=1001 reason=\"the server stops\"\n"), "%s",
              server.said().c_str());
}

Test(server_websocket_end, a_silent_client_gets_a_ping_and_is_dropped) {
    callbox::options how = with_websockets(with(1, 8));
    how.limits.ping_interval_ms = 200;
    program server(how);
    socket_client silent(server);
    cr_expect(silent.next() == "ping:\n");
    cr_expect(silent.rest() == "");
    client metrics(server);
    metrics.send(net_test::get("/metrics"));
    const std::string page = metrics.body();
    for (const std::string_view line :
         {"callbox_limits_reached_total{limit=\"ping-interval-ms\"} 1\n",
          "callbox_websockets_closed_total{code=\"1006\"} 1\n", "\ncallbox_websockets 0\n"})
        cr_expect(has(page, line), "%s", std::string(line).c_str());
    metrics.leave();
    expect_end(server);
}

Test(server_websocket_end, a_blocking_call_learns_that_its_client_has_left) {
    program server(with_websockets(with(1, 8)));
    socket_client leaves(server);
    leaves.call("attend", "[0]");
    cr_assert(begun(1));
    leaves.reset();
    cr_expect(until([] { return here.alone == 1; }));
    expect_end(server);
}

Test(server_websocket_end, a_client_that_leaves_holds_neither_its_calls_nor_its_place) {
    callbox::options how = with_websockets(with(1, 8));
    how.limits.connections_max = 2;
    program server(how);
    for (const bool says_so : {true, false, true}) {
        socket_client leaves(server);
        const int before = here.alone;
        leaves.call("attend", "[0]");
        cr_assert(begun(before + 1));
        if (says_so) leaves.send(frames::close(1001));
        leaves.shut();
        cr_expect(until([&] { return here.alone == before + 1; }));
        cr_expect(leaves.rest() ==
                  answered("0") + (says_so ? "\nclose:1001\n" : "\nclose:1005\n"));
    }
    expect_end(server);
}

Test(server_websocket_end, a_client_that_leaves_with_too_many_calls_is_noticed) {
    callbox::options how = with_websockets(with(1, 8));
    how.limits.pipelined_answers_max = 1;
    how.limits.ping_interval_ms = 100;
    program server(how);
    {
        socket_client leaves(server);
        leaves.send(call_text("attend", "[0]") + call_text("ping", "[]"));
        cr_assert(begun(1));
    }
    cr_expect(until([] { return here.alone == 1; }));
    expect_end(server);
}

Test(server_websocket_end, a_close_frame_lets_functions_stop_early) {
    program server(with_websockets(with(1, 8)));
    socket_client closes(server);
    closes.call("attend", "[0]");
    cr_assert(begun(1));
    closes.send(frames::close(1000));
    cr_expect(closes.rest() == answered("0") + "\nclose:1000\n");
    cr_expect(here.alone == 1);
    expect_end(server);
}

Test(server_websocket_end, slow_calls_hold_up_nobody) {
    program server(with_websockets(with(2, 8)));
    socket_client one(server);
    one.call("hold", "[0]");
    cr_assert(begun(1));
    one.call("ping", "[]");
    cr_expect(one.next() == pong);
    client other(server);
    cr_expect(other.pings());
    open(0);
    cr_expect(one.next() == answered("0") + '\n');
    other.leave();
    one.send(frames::close(1000));
    cr_expect(one.rest() == "close:1000\n");
    expect_end(server);
}

}}  // namespace websocket_end_test
