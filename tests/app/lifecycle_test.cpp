// The program between its start and its end: the rows of the protocol that need more than one
// connection, or a signal.
#include "support/play.hpp"
#include "support/program.hpp"
#include "support/script.hpp"

#include <criterion/criterion.h>

#include <sys/resource.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace wire;

constexpr std::string_view ping =
    "--> {\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1}\n"
    "<-- {\"jsonrpc\":\"2.0\",\"result\":\"pong\",\"id\":1}\n";

std::string request_of(const std::string& path) {
    return "> GET " + path + " HTTP/1.1\n> Host: 127.0.0.1\n>\n";
}

conversation said(std::string_view lines) {
    return read_script("here", "= here\n" + std::string(lines)).conversations.at(0);
}

// What went otherwise on a connection of its own.
std::string hold(program& with, std::string_view lines) {
    socket_peer peer(with.connect());
    return play(said(lines), peer, {});
}

void expect_nothing(const std::string& fault) { cr_expect(fault.empty(), "%s", fault.c_str()); }

}  // namespace

TestSuite(lifecycle, .timeout = 60);

Test(lifecycle, ends_with_0_at_sigterm_though_clients_are_connected) {
    // Whoever has begun a request may end it, in the time that there is for it.
    program server("127.0.0.1:0", {"--header-timeout-ms", "300"});
    expect_nothing(server.fault());
    socket_peer silent(server.connect()), half(server.connect());
    half.send("POST /api HTTP/1.1\r\nHo");
    expect_nothing(hold(server, ping));
    expect_nothing(server.stop());
}

Test(lifecycle, says_where_the_explorer_is) {
    program server("127.0.0.1:0", {"--enable-web-browsable-api"});
    expect_nothing(server.fault());
    cr_expect(server.said().find("callbox: explorer: http://127.0.0.1:") != std::string::npos);
    expect_nothing(server.stop());
}

Test(lifecycle, tells_the_log_of_a_notification_that_failed_in_one_line) {
    program server("127.0.0.1:0", {});
    expect_nothing(server.fault());
    expect_nothing(hold(server, R"(--> {"jsonrpc":"2.0","method":"x\ncallbox: forged\r\u001b[2J"})"
                                "\n<-- nothing\n"));
    expect_nothing(server.stop());
    cr_expect(server.said().find("callbox: notification failed") != std::string::npos);
    cr_expect(server.said().find_first_of("\r\x1b") == std::string::npos);
}

Test(lifecycle, one_connection_too_many_gets_503) {
    program server("127.0.0.1:0", {"--connections-max", "1"});
    expect_nothing(server.fault());
    socket_peer first(server.connect());
    std::string got;
    first.send("GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    cr_expect(first.receive(got) == peer::arrival::bytes);
    expect_nothing(hold(server, "< refused 503\n< Retry-After: ...\nclosed\n"));
    expect_nothing(server.stop());
}

Test(lifecycle, without_descriptors_it_serves_on_and_says_so_once) {
    program server("127.0.0.1:0", {});
    expect_nothing(server.fault());
    const std::string livez = "GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    std::string got;
    socket_peer first(server.connect());
    first.send(livez);
    cr_assert(first.receive(got) == peer::arrival::bytes);
    const rlimit few{.rlim_cur = 32, .rlim_max = 32};
    cr_assert(::prlimit(server.pid(), RLIMIT_NOFILE, &few, nullptr) == 0);
    std::vector<callbox::fd> many;
    for (int i = 0; i < 60; ++i) many.push_back(server.connect());
    first.send(livez);
    cr_expect(first.receive(got) == peer::arrival::bytes, "while it can accept nobody");
    while (many.size() > 1) many.erase(many.begin());
    socket_peer last(std::move(many.front()));
    last.send(livez);
    cr_expect(last.receive(got) == peer::arrival::bytes, "when it can again");
    const std::string log = server.said();
    const auto line = log.find("cannot accept connections: ");
    cr_expect(line != log.npos && line == log.rfind("cannot accept connections: "), "%s",
              log.c_str());
}

Test(lifecycle, while_it_drains_it_is_alive_and_not_ready) {
    program server("127.0.0.1:0", {"--drain-delay-ms", "2000"});
    expect_nothing(server.fault());
    expect_nothing(hold(server, request_of("/readyz") + "< 200\n"));
    server.terminate();
    // The signal may be read behind the first few of these.
    std::string fault = "never asked";
    for (int tries = 0; !fault.empty() && tries < 100; ++tries)
        fault = hold(server, request_of("/readyz") + "< 503\n< Connection: close\nclosed\n");
    expect_nothing(fault);
    expect_nothing(hold(server, request_of("/livez") + "< 200\n< Connection: close\nclosed\n"));
    expect_nothing(hold(server, std::string(ping) + "< Connection: close\nclosed\n"));
    expect_nothing(server.stop());
}

Test(lifecycle, what_was_begun_before_sigterm_is_answered) {
    program server("127.0.0.1:0", {"--drain-delay-ms", "2000"});
    expect_nothing(server.fault());
    socket_peer slow(server.connect());
    slow.send("POST /api HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    expect_nothing(hold(server, request_of("/livez") + "< 200\n"));
    server.terminate();
    const std::string rest =
        "> Content-Length: 40\n>\n>> {\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1}\n"
        "< 200\n<= {\"jsonrpc\":\"2.0\",\"result\":\"pong\",\"id\":1}\n";
    expect_nothing(play(said(rest), slow, {true}));
    expect_nothing(server.stop());
}

Test(lifecycle, a_call_that_arrives_after_sigterm_but_before_the_end_is_answered) {
    program server("127.0.0.1:0", {});
    expect_nothing(server.fault());
    socket_peer open(server.connect());
    std::string got;
    open.send(
        "GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nPOST /api HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    cr_expect(open.receive(got) == peer::arrival::bytes);
    server.terminate();
    const std::string rest =
        "> Content-Length: 40\n>\n>> {\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1}\n"
        "< 200\n<= {\"jsonrpc\":\"2.0\",\"result\":\"pong\",\"id\":1}\n";
    expect_nothing(play(said(rest), open, {}));
    expect_nothing(server.stop());
}
