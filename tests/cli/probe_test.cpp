#include "base/clock.hpp"
#include "cli/call.hpp"
#include "server/scripted.hpp"
#include "support/command_line.hpp"
#include "support/program.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <signal.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <vector>

namespace probe_test { namespace {

using namespace callbox::cli;
using std::string;
using std::string_view;

void nothing() {}
constexpr callbox::api none{callbox::method<"nothing", nothing>("")};

// The exit status and the error.
string probed(const std::vector<string>& words) {
    const support::ran got =
        support::command_line{.methods = none, .command = "probe", .name = "client"}(words);
    if (!got.out.empty() || !got.errors.empty()) return "unexpected output";
    return std::to_string(got.status) + ' ' + got.error;
}

void expect_answered(const string& answer, string_view wanted) {
    scripted_server server({{answer, true}});
    const string got = probed({server.where()});
    cr_expect(got.ends_with(wanted), "%s", got.c_str());
    cr_expect(got.starts_with(wanted.empty() ? "0" : "1 \"127.0.0.1:"), "%s", got.c_str());
}

TestSuite(cli_probe, .timeout = 60);

Test(cli_probe, only_200_is_healthy) {
    expect_answered(answer_of("ok"), "");
    expect_answered(answer_of("", "204 No Content"), ": the server answered 204 No Content");
    expect_answered(answer_of("", "201"), ": the server answered 201");
    expect_answered(answer_of("no", "503 Service Unavailable"),
                    ": the server answered 503 Service Unavailable");
    expect_answered(answer_of("", "301 Moved"), ": the server answered 301 Moved");
    expect_answered("", ": the connection was closed without a response");
    expect_answered("+PONG\r\n", ": invalid HTTP response: does not begin with HTTP/1.1 and a "
                                 "status");
}

Test(cli_probe, asks_livez_unless_a_path_is_named) {
    const auto asked = [](const string& path) {
        scripted_server server({{answer_of("ok"), true}});
        cr_expect(probed({server.where() + path}) == "0 ");
        const string& request = server.requests().at(0);
        return request.substr(0, request.find("\r\n"));
    };
    cr_expect(asked("") == "GET /livez HTTP/1.1");
    cr_expect(asked("/readyz") == "GET /readyz HTTP/1.1");
    cr_expect(asked("/api/openrpc.json") == "GET /api/openrpc.json HTTP/1.1");
}

Test(long_cli_probe, times_out_after_2_seconds) {
    scripted_server server({{""}});
    const callbox::time_ms begin = callbox::now_ms();
    const string got = probed({server.where()});
    const callbox::time_ms took = callbox::now_ms() - begin;
    cr_expect(got.starts_with("1 ") && got.ends_with(": no response in time"), "%s", got.c_str());
    cr_expect(took >= 1'900 && took < 5'000, "%lld ms", static_cast<long long>(took));
}

Test(cli_probe, a_wrong_command_line_is_2) {
    const string usage = "2 probe requires a URL: probe http://127.0.0.1:8080";
    cr_expect(probed({}) == usage);
    cr_expect(probed({"--timeout"}) == usage);
    cr_expect(probed({"127.0.0.1:1", "x"}) == "2 unexpected argument \"x\" after \"probe\"");
    for (const string_view url : {"https://a", "ftp://a", "a b", "http://a@b", "localhost:0"})
        cr_expect(probed({string(url)}).starts_with("2 \"" + string(url) + "\": "), "%s",
                  url.data());
    cr_expect(probed({"127.0.0.1:1"}).starts_with("1 \"127.0.0.1:1\": cannot connect to "));
}

Test(cli_probe, our_own_server_is_healthy_until_it_drains) {
    const string socket = "unix:/tmp/callbox-probe-" + std::to_string(::getpid());
    for (const string& address : {socket, string("127.0.0.1:0")}) {
        wire::program server(address, {"--drain-delay-ms", "1m"});
        cr_assert(server.error().empty(), "%s", server.error().c_str());
        const string url =
            address == socket ? socket + ":" : "http://127.0.0.1:" + server.address();
        cr_expect(probed({url + "/livez"}) == "0 ");
        cr_expect(probed({url + "/readyz"}) == "0 ");
        if (address != socket) cr_expect(probed({url}) == "0 ");
        cr_expect(probed({url + "/api"}).ends_with(": the server answered 405 Method Not Allowed"));
        server.terminate();
        string ready = "0 ";
        for (int tries = 0; ready == "0 " && tries < 100; ++tries)
            ready = probed({url + "/readyz"});
        cr_expect(ready.ends_with(": the server answered 503 Service Unavailable"), "%s",
                  ready.c_str());
        cr_expect(probed({url + "/livez"}) == "0 ");
        ::kill(server.pid(), SIGTERM);
        cr_expect(server.stop().empty());
    }
}

}}  // namespace probe_test
