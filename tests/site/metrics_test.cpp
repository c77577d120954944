// GET /metrics of a real program: the sums of all workers and threads.
#include "site/metrics.hpp"

#include "server/blocking.hpp"
#include "support/hostile_texts.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace metrics_test { namespace {

using namespace slow;

std::string metrics(const program& server) {
    client c(server);
    c.send(get("/metrics"));
    return c.body();
}
// The value of the line with this name and labels; -1 if there is none.
double value(std::string_view page, std::string_view line) {
    const std::string begin = "\n" + std::string(line) + " ";
    const std::size_t at = page.find(begin);
    if (at == page.npos) return -1;
    return std::atof(std::string(page.substr(at + begin.size(), 40)).c_str());
}
bool becomes(const program& server, std::string_view line, double wanted) {
    return until([&] { return value(metrics(server), line) == wanted; });
}
// Connects to the admin listener, whose address is logged.
callbox::fd admin_of(const program& server) {
    const std::string said = server.said();
    const std::string start = "admin: http://127.0.0.1:";
    const std::size_t at = said.find(start);
    cr_assert(at != said.npos, "%s", said.c_str());
    return wire::connected(std::to_string(std::atoi(&said[at + start.size()])));
}

constexpr std::string_view as_caller = "Authorization: Bearer aaaaaaaaaaaaaaaaaaaa\r\n";
constexpr std::string_view as_watcher = "Authorization: Bearer bbbbbbbbbbbbbbbbbbbb\r\n";
callbox::options with_tokens(const place& in, std::string_view text) {
    const std::string file = in / "tokens";
    std::ofstream(file) << text;
    std::filesystem::permissions(file, std::filesystem::perms(0600));
    return with(&callbox::options::token_file, file, with(1, 1));
}

// Slow calls are logged once; a blocking method may run as long without being logged.
void expect_slow_calls_logged_once(std::initializer_list<const char*> naps, int are_slow) {
    program server(with(1, 1));
    client c(server), blocks(server);
    begin(blocks, "hold", "[7]");
    for (const char* ms : naps) cr_expect(has(c.ask("nap", ms), "null"));
    open(7);
    cr_expect(has(blocks.body(), "7"));
    const std::string said = server.said();
    const std::size_t at = said.find("callbox: slow call method=nap ms=1");
    cr_expect(at != said.npos && has(said.substr(at), " peer=127.0.0.1:"), "%s", said.c_str());
    cr_expect(said.find("slow call") == said.rfind("slow call"), "%s", said.c_str());
    const std::string page = metrics(server);
    cr_expect(value(page, "callbox_slow_calls_total{method=\"nap\"}") == are_slow);
    cr_expect(value(page, "callbox_slow_calls_total{method=\"ping\"}") == 0);
    cr_expect(value(page, "callbox_slow_calls_total{method=\"hold\"}") == -1);
    (void)server.stop();
}

Test(site_metrics, calls_of_all_workers_and_threads_are_added_up) {
    program server(with(2, 4, 2));
    constexpr int clients = 12;
    std::vector<client> all;
    for (int i = 0; i < clients; ++i) {
        client& c = all.emplace_back(server);
        cr_expect(c.pings());
        cr_expect(has(c.ask("echo", "[1]"), "result"));
        cr_expect(has(c.ask("fail", "[3]"), "error"));
    }
    const std::string page = metrics(server);
    for (const char* name : {"ping", "echo", "fail"}) {
        const std::string method = std::string("{method=\"") + name + "\"";
        cr_expect(value(page, "callbox_calls_total" + method + "}") == clients, "%s", name);
        cr_expect(value(page, "callbox_call_duration_seconds_count" + method + "}") == clients);
        cr_expect(value(page, "callbox_call_duration_seconds_bucket" + method + ",le=\"+Inf\"}") ==
                  clients);
        cr_expect(value(page, "callbox_call_duration_seconds_sum" + method + "}") > 0);
    }
    cr_expect(value(page, "callbox_call_errors_total{method=\"fail\",code=\"other\"}") == clients);
    cr_expect(value(page, "callbox_connections_accepted_total") == clients + 1);
    cr_expect(value(page, "callbox_connections{phase=\"idle\"}") >= clients, "%s", page.c_str());
    cr_expect(value(page, "callbox_http_responses_total{code=\"200\"}") == 3 * clients);
    cr_expect(value(page, "callbox_workers") == 2);
    cr_expect(value(page, "callbox_blocking_threads") == 2);
    cr_expect(value(page, "callbox_received_bytes_total") > 3 * clients * 80);
    cr_expect(value(page, "callbox_sent_bytes_total") > 3 * clients * 80);
    cr_expect(value(page, "callbox_memory_bytes") > 0);
    cr_expect(value(page, "callbox_memory_max_bytes") == 256 << 20);
    all.clear();
    cr_expect(becomes(server, "callbox_connections{phase=\"idle\"}", 1), "the connection in use");
    expect_end(server);
}

Test(site_metrics, blocking_calls_are_in_flight_until_they_are_done) {
    program server(with(1, 1));
    client one(server), two(server), three(server), late(server);
    begin(one, "hold", "[0]");
    two.call("hold", "[1]");
    cr_expect(becomes(server, "callbox_calls_in_flight{method=\"hold\"}", 2));
    const std::string page = metrics(server);
    cr_expect(value(page, "callbox_blocking_queue_length") == 1);
    cr_expect(value(page, "callbox_blocking_threads_busy") == 1);
    cr_expect(value(page, "callbox_connections{phase=\"calling\"}") == 2);
    cr_expect(has(three.ask("hold", "[2]"), "-32002"));
    cr_expect(becomes(server, "callbox_call_errors_total{method=\"hold\",code=\"-32002\"}", 1));
    cr_expect(becomes(server, "callbox_calls_total{method=\"hold\"}", 3));
    open(0);
    open(1);
    cr_expect(has(one.body(), "result") && has(two.body(), "result"));
    cr_expect(becomes(server, "callbox_calls_in_flight{method=\"hold\"}", 0));
    cr_expect(has(late.ask("parked", "[3]"), "-32003"));
    cr_expect(becomes(server, "callbox_call_errors_total{method=\"parked\",code=\"-32003\"}", 1));
    open(3);
    expect_end(server);
}

Test(site_metrics, refusals_and_limits_are_counted_by_their_reason) {
    auto options = with(1, 1);
    options.limits.connections_max = 2;
    options.limits.request_bytes_max = 100;
    program server(options);
    client one(server);
    one.send("POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: 101\r\n\r\n");
    cr_expect(one.next().status == 413);
    one.leave();
    cr_expect(becomes(server, "callbox_limits_reached_total{limit=\"request-bytes-max\"}", 1));
    client two(server), three(server);
    cr_expect(two.pings() && three.pings());
    cr_expect(client(server).next().status == 503);
    cr_expect(two.status_of("GET /livez HTTP/1.1\r\nHost: rebound.example\r\n\r\n") == 403);
    three.send(get("/metrics"));
    const std::string page = three.body();
    cr_expect(value(page, "callbox_limits_reached_total{limit=\"connections-max\"}") >= 1);
    cr_expect(value(page, "callbox_denied_total{reason=\"host\"}") == 1);
    cr_expect(value(page, "callbox_http_responses_total{code=\"413\"}") == 1);
    expect_end(server);
}

Test(site_metrics, an_admin_listener_has_metrics_and_health_and_no_calls) {
    program server(with(&callbox::options::admin_listen, {"127.0.0.1:0"}, with(1, 1)));
    client user(server), admin(admin_of(server));
    cr_expect(user.pings());
    cr_expect(user.status_of(get("/metrics")) == 404);
    cr_expect(user.status_of(get("/livez")) == 200);
    admin.send(get("/metrics"));
    cr_expect(value(admin.body(), "callbox_calls_total{method=\"ping\"}") == 1);
    cr_expect(admin.status_of(get("/readyz")) == 200);
    cr_expect(admin.status_of("GET /metrics HTTP/1.1\r\nHost: rebound.example\r\n\r\n") == 403,
              "it is on loopback too");
    cr_expect(admin.status_of(get("/api/openrpc.json")) == 404);
    cr_expect(admin.status_of(post(sent("ping", "[]"))) == 404);
    (void)server.stop();
}

Test(site_metrics, with_tokens_metrics_are_for_those_whose_scopes_match) {
    const place in;
    program server(with_tokens(in, "reader aaaaaaaaaaaaaaaaaaaa ping\n"
                                   "watcher bbbbbbbbbbbbbbbbbbbb rpc.status\n"));
    client c(server);
    cr_expect(c.status_of(get("/metrics")) == 401);
    cr_expect(c.status_of(get("/metrics", as_caller)) == 403);
    c.send(get("/metrics", as_watcher));
    const auto page = c.next();
    cr_expect(page.status == 200);
    cr_expect(value(page.body, "callbox_denied_total{reason=\"token\"}") == 1);
    cr_expect(value(page.body, "callbox_denied_total{reason=\"scope\"}") == 1);
    expect_end(server);
}

Test(site_metrics, running_calls_are_shown_to_tokens_with_the_scope_rpc_status) {
    const place in;
    program server(with_tokens(in, "caller aaaaaaaaaaaaaaaaaaaa hold ping\n"
                                   "watcher bbbbbbbbbbbbbbbbbbbb rpc.status\n"));
    client caller(server), watcher(server);
    caller.send(post(sent("rpc.status", "[]"), as_caller));
    cr_expect(has(caller.body(), "-32601"));
    caller.send(post(sent("hold", "[0]"), as_caller));
    cr_assert(begun(1));
    watcher.send(post(sent("rpc.status", "[]"), as_watcher));
    const std::string status = watcher.body();
    cr_expect(has(status, R"("workers":[{"method":"rpc.status","seconds":)"), "%s", status.c_str());
    cr_expect(has(status, R"("threads":[{"method":"hold","seconds":)"), "%s", status.c_str());
    cr_expect(has(status, R"("peer":"127.0.0.1:)") && has(status, R"("token":"caller")"));
    cr_expect(has(status, R"("waiting":0)"));
    open(0);
    cr_expect(has(caller.body(), "result"));
    watcher.send(post(sent("rpc.status", "[]"), as_watcher));
    cr_expect(has(watcher.body(), R"("threads":[null])"));
    expect_end(server);
}

Test(site_metrics, responses_have_the_duration_of_the_call_if_the_option_is_set) {
    program server(with(&callbox::options::server_timing, true, with(1, 1)));
    client c(server);
    for (const char* name : {"nap", "slow.who"}) {
        c.call(name, name[0] == 'n' ? "[20]" : "[]");
        const auto answer = c.next();
        const std::string* field = answer.field("Server-Timing");
        cr_assert(field != nullptr, "%s", name);
        cr_expect(field->starts_with("app;dur="));
        const double ms = std::atof(field->c_str() + 8);
        cr_expect(name[0] == 's' ? ms > 0 && ms < 1000 : ms >= 19 && ms < 2000, "%f", ms);
    }
    expect_end(server);
    program plain(with(1, 1));
    client other(plain);
    other.call("ping", "[]");
    cr_expect(other.next().field("Server-Timing") == nullptr);
    expect_end(plain);
}

Test(site_metrics, a_function_that_blocks_a_loop_for_a_second_is_logged_and_counted) {
    expect_slow_calls_logged_once({"[1010]"}, 1);
}
Test(long_site_metrics, a_function_that_blocks_a_loop_for_a_second_is_logged_once_and_counted) {
    expect_slow_calls_logged_once({"[510]", "[1010]", "[1010]"}, 2);
}

// Parsed as Prometheus does: \\ \" \n are escapes, and a quote ends the value.
Test(site_metrics, a_label_gives_back_any_text) {
    for (const std::string_view text : support::hostile_texts) {
        callbox::bytes out;
        callbox::site::append_label_value(out, text);
        std::string got;
        for (std::size_t at = 0; at < out.size(); ++at) {
            const char c = out.data()[at];
            cr_assert(c != '"' && c != '\n' && (c != '\\' || at + 1 < out.size()));
            if (c != '\\') got += c;
            else got += out.data()[++at] == 'n' ? '\n' : out.data()[at];
        }
        cr_expect(got == text, "%s", got.c_str());
    }
}

}}  // namespace metrics_test
