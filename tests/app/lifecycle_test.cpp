// The life cycle of the program: behaviour that involves several connections or signals.
#include "support/folder.hpp"
#include "support/play.hpp"
#include "support/program.hpp"
#include "support/script.hpp"
#include "support/served.hpp"

#include <criterion/criterion.h>

#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fcntl.h>
#include <signal.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lifecycle_test { namespace {

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

// Plays the lines on a new connection. Returns an error message or an empty string.
std::string hold(program& with, std::string_view lines) {
    socket_peer peer(with.connect());
    return play(said(lines), peer, {});
}

// Ends immediately, even during a drain.
void end_immediately(program& server) {
    if (server.running()) (void)::kill(server.pid(), SIGINT);
    expect_end(server);
}

void expect_nothing(const std::string& error) { cr_expect(error.empty(), "%s", error.c_str()); }

constexpr std::string_view old_token = "old-old-old-old-old";
constexpr std::string_view new_token = "new-new-new-new-new";

// A file that only its owner can read.
struct token_file : support::folder {
    token_file() { put("deploy " + std::string(old_token) + " math.* ping\n"); }
    std::string path() const { return *this / "tokens"; }
    void put(const std::string& text) const {
        const callbox::fd file(::open(path().c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600));
        cr_assert(::write(file.get(), text.data(), text.size()) != -1);
    }
};

std::string asks_with(std::string_view token, std::string_view wanted) {
    return "> POST /api HTTP/1.1\n> Host: 127.0.0.1\n> Authorization: Bearer " +
           std::string(token) + "\n>= {\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1}\n" +
           std::string(wanted);
}
constexpr std::string_view pong = "< 200\n<= {\"jsonrpc\":\"2.0\",\"result\":\"pong\",\"id\":1}\n";

// Sends SIGHUP and waits for its log line, as the server handles the signal after current requests.
void hang_up(program& server, std::string_view line) {
    const std::size_t before = server.said().size();
    cr_assert(::kill(server.pid(), SIGHUP) == 0);
    cr_assert(says(server, line, before), "%s: not in %s", std::string(line).c_str(),
              server.said().c_str());
}

TestSuite(lifecycle, .timeout = 60);

Test(lifecycle, signals_up_to_its_very_end_do_not_change_its_status) {
    (void)::setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // leak detection fails on signals
    for (int round = 0; round < 8; ++round) {
        served server("127.0.0.1:0", {});
        const pid_t all = server.pid();
        for (int sent = 0; server.running(); ++sent) (void)::kill(all, sent % 2 ? SIGINT : SIGTERM);
        expect_end(server);
    }
}

Test(lifecycle, ends_with_0_at_sigterm_though_clients_are_connected) {
    // A client may complete a request that it has begun, within the timeouts.
    served server("127.0.0.1:0", {"--header-timeout-ms", "300", "--linger-timeout-ms", "50"});
    socket_peer silent(server.connect()), half(server.connect());
    half.send("POST /api HTTP/1.1\r\nHo");
    expect_nothing(hold(server, ping));
    expect_end(server);
}

Test(lifecycle, says_where_the_explorer_is) {
    served server("127.0.0.1:0", {"--enable-web-browsable-api"});
    cr_expect(server.said().find("callbox: explorer: http://127.0.0.1:") != std::string::npos);
    expect_end(server);
}

Test(lifecycle, without_free_descriptors_it_keeps_serving_and_logs_that_once) {
    served server("127.0.0.1:0", {});
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
    cr_expect(first.receive(got) == peer::arrival::bytes, "while it cannot accept connections");
    while (many.size() > 1) many.erase(many.begin());
    socket_peer last(std::move(many.front()));
    last.send(livez);
    cr_expect(last.receive(got) == peer::arrival::bytes, "once it can accept again");
    const std::string log = server.said();
    const auto line = log.find("cannot accept connections: ");
    cr_expect(line != log.npos && line == log.rfind("cannot accept connections: "), "%s",
              log.c_str());
}

Test(lifecycle, while_it_drains_it_is_alive_and_not_ready) {
    served server("127.0.0.1:0", {"--drain-delay-ms", "20000"});
    expect_nothing(hold(server, request_of("/readyz") + "< 200\n"));
    server.terminate();
    // The signal may be handled after the first few of these.
    std::string error = "never asked";
    for (int tries = 0; !error.empty() && tries < 100; ++tries)
        error = hold(server, request_of("/readyz") + "< 503\n< Connection: close\nclosed\n");
    expect_nothing(error);
    expect_nothing(hold(server, request_of("/livez") + "< 200\n< Connection: close\nclosed\n"));
    expect_nothing(hold(server, std::string(ping) + "< Connection: close\nclosed\n"));
    end_immediately(server);
}

Test(lifecycle, requests_begun_before_sigterm_are_answered) {
    served server("127.0.0.1:0", {"--drain-delay-ms", "300"});
    socket_peer slow(server.connect());
    slow.send("POST /api HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    expect_nothing(hold(server, request_of("/livez") + "< 200\n"));
    server.terminate();
    const std::string rest =
        "> Content-Length: 40\n>\n>> {\"jsonrpc\":\"2.0\",\"method\":\"ping\",\"id\":1}\n"
        "< 200\n<= {\"jsonrpc\":\"2.0\",\"result\":\"pong\",\"id\":1}\n";
    expect_nothing(play(said(rest), slow, {true}));
    expect_end(server);
}

Test(lifecycle, what_is_still_open_after_drain_timeout_ms_is_closed_and_counted) {
    served server("127.0.0.1:0", {"--drain-timeout-ms", "300"});
    socket_peer half(server.connect()), other(server.connect()), idle(server.connect());
    half.send("POST /api HTTP/1.1\r\nHo");
    other.send("POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n[");
    expect_nothing(hold(server, ping));
    cr_expect(server.stop().find("connections that are closed: 2\n") != std::string::npos);
}

Test(lifecycle, a_drain_logs_its_beginning_its_duration_and_the_cut_connections) {
    served server("127.0.0.1:0", {"--drain-timeout-ms", "300", "--workers", "2"});
    std::vector<callbox::fd> half;
    for (int i = 0; i < 4; ++i) {
        half.push_back(server.connect());
        (void)::send(half.back().get(), "POST", 4, MSG_NOSIGNAL);
    }
    expect_nothing(hold(server, request_of("/livez") + "< 200\n"));
    (void)server.stop();
    const std::string said = server.said();
    const std::string done = "callbox: draining: done after ";
    const std::size_t begin = said.find("callbox: draining: connections: ");
    const std::size_t end = said.find(done);
    cr_assert(begin < end && end != said.npos && end == said.rfind(done), "%s", said.c_str());
    cr_expect(std::atoi(said.c_str() + end + done.size()) >= 300, "%s", said.c_str());
    cr_expect(said.ends_with(" ms, connections cut off: 4\n"), "%s", said.c_str());
}

Test(lifecycle, connections_without_a_request_when_the_listeners_close_are_answered) {
    // Like a proxy whose connection was accepted and whose request is in transit.
    served server("127.0.0.1:0", {});
    socket_peer late(server.connect());
    expect_nothing(hold(server, request_of("/livez") + "< 200\n"));
    server.terminate();
    for (int tries = 0; server.connect() && tries < 100'000; ++tries) {}
    expect_nothing(play(said(ping), late, {}));
    expect_end(server);
}

Test(lifecycle, sighup_reads_the_tokens_again_on_every_worker) {
    const token_file file;
    served server("127.0.0.1:0", {"--token-file", file.path(), "--workers", "3"});
    const auto hold_often = [&](std::string_view token, std::string_view wanted) {
        for (int i = 0; i < 24; ++i) expect_nothing(hold(server, asks_with(token, wanted)));
    };
    const std::string refused = "< refused 401\n< WWW-Authenticate: Bearer ...invalid_token\"\n";
    hold_often(old_token, pong);
    hold_often(new_token, refused);
    file.put("deploy " + std::string(new_token) + " ping\n");
    hold_often(old_token, pong);
    hang_up(server, "read again");
    int in_a_row = 0;  // the other workers are notified at the same time
    for (int tries = 0; in_a_row < 24 && tries < 2'000; ++tries)
        in_a_row = hold(server, asks_with(new_token, pong)).empty() ? in_a_row + 1 : 0;
    hold_often(new_token, pong);
    hold_often(old_token, refused);
    const std::string log = server.said();
    cr_expect(log.find("SIGHUP") == log.rfind("SIGHUP"), "one line for all workers: %s",
              log.c_str());
    expect_end(server);
}

Test(lifecycle, a_wrong_token_file_at_sighup_changes_nothing) {
    const token_file file;
    served server("127.0.0.1:0", {"--token-file", file.path()});
    file.put("deploy short\n");
    hang_up(server,
            "the previous tokens stay in use: the token file " + file.path() + ": line 1: ");
    expect_nothing(hold(server, asks_with(old_token, pong)));
    std::filesystem::remove(file.path());
    hang_up(server, "No such file");
    expect_nothing(hold(server, asks_with(old_token, pong)));
    expect_end(server);
}

Test(lifecycle, without_a_token_file_sighup_is_one_line) {
    served server("127.0.0.1:0", {"--workers", "2"});
    hang_up(server, "there is no token file");
    ::usleep(50'000);
    const std::string log = server.said();
    cr_expect(log.find("SIGHUP") == log.rfind("SIGHUP"), "%s", log.c_str());
    expect_nothing(hold(server, ping));
    expect_end(server);
}

Test(lifecycle, a_wrong_token_file_at_start_is_one_line_and_1) {
    const token_file file;
    const std::string start = "callbox: the token file " + file.path() + ": ";
    const auto expect = [&](std::string_view why) {
        const std::string got = refusal({"--token-file", file.path()});
        cr_expect(got.starts_with(start + std::string(why)) && got.ends_with("\n1"), "%s",
                  got.c_str());
        cr_expect(got.find('\n') == got.size() - 2 && got.find("old-old") == got.npos);
    };
    file.put("x old-old-old-old-old *\nx old-old-old-old-olx *\n");
    expect("line 2: duplicate name");
    file.put("# no tokens\n");
    expect("no token in the file");
    cr_assert(::chmod(file.path().c_str(), 0640) == 0);
    expect("is accessible to other users");
    std::filesystem::remove(file.path());
    expect("No such file");
}

Test(lifecycle, only_allowed_users_connect_by_a_unix_socket) {
    const support::folder in;
    const std::string own = std::to_string(::geteuid());
    const std::string refused = "< refused 403\n<~ ...--allow-uid...\nclosed\n";
    const std::pair<std::vector<std::string>, std::string> rows[] = {
        {{own}, std::string(ping)}, {{"54321", own}, std::string(ping)}, {{"54321"}, refused}};
    for (const auto& [uids, wanted] : rows) {
        std::vector<std::string> words{"--socket-mode", "0620"};
        for (const std::string& uid : uids) words.insert(words.end(), {"--allow-uid", uid});
        served server(in.address(), words);
        struct stat found {};
        cr_expect(::stat(in.path().c_str(), &found) == 0 && (found.st_mode & 07777) == 0620);
        // More often than there are slots for rejected connections.
        for (int i = 0; i < 200; ++i) expect_nothing(hold(server, wanted));
        expect_end(server);
    }
}

Test(lifecycle, a_call_that_arrives_right_after_an_unfinished_one_is_answered) {
    // The server reads only the missing bytes of a body: the next call is still in the kernel.
    served server("127.0.0.1:0", {"--drain-delay-ms", "20000"});
    const std::string body = R"({"jsonrpc":"2.0","method":"ping","id":1})";
    const std::string call =
        "POST /api HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 40\r\n\r\n" + body;
    socket_peer open(server.connect());
    open.send(call.substr(0, call.size() - 10));
    expect_nothing(hold(server, ping));
    server.terminate();
    std::string error = "never asked";
    for (int tries = 0; !error.empty() && tries < 100; ++tries)
        error = hold(server, request_of("/readyz") + "< 503\n");
    open.send(call.substr(call.size() - 10) + call + call);
    std::string got;
    while (open.receive(got) == peer::arrival::bytes) {}
    std::size_t answers = 0;
    for (auto at = got.find("pong"); at != got.npos; at = got.find("pong", at + 1)) ++answers;
    cr_expect(answers == 3, "%zu answers: %s", answers, got.c_str());
    end_immediately(server);
}

Test(lifecycle, a_misspelt_variable_is_only_a_warning) {
    (void)::setenv("CALLBOX_LISTN", ":1", 1);
    served server("127.0.0.1:0", {});
    cr_expect(server.said().starts_with("callbox: unknown environment variable CALLBOX_LISTN; "
                                        "did you mean CALLBOX_LISTEN?\ncallbox: ready: "),
              "%s", server.said().c_str());
    server.terminate();
    (void)server.stop();
}

Test(lifecycle, tools_do_not_start_over_a_stream_that_can_not_be_used) {
    const std::pair<const char*, const char*> rows[] = {
        {"< /", "standard input: Is a directory"},
        {"0> /dev/null", "standard input is not open for reading"},
        {"<&-", "standard input is closed"},
        {"< /dev/null 1< /dev/null", "standard output is not open for writing"},
        {"< /dev/null >&-", "standard output is closed"},
    };
    for (const auto& [streams, why] : rows) {
        const std::string line = std::string(std::getenv("TEST_PROGRAM")) + " mcp " + streams;
        FILE* const out = ::popen(("{ " + line + "; echo $? >&2; } 2>&1 >&- | cat").c_str(), "r");
        std::string all;
        for (int c = std::fgetc(out); c != EOF; c = std::fgetc(out)) all += static_cast<char>(c);
        (void)::pclose(out);
        cr_expect(all == "callbox: cannot start: " + std::string(why) + "\n1\n", "%s: %s", streams,
                  all.c_str());
    }
}

}}  // namespace lifecycle_test
