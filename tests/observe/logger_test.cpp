// The log of a server: its formats, a line for each call, standard error without a reader.
#include "observe/logger.hpp"

#include "base/ticks.hpp"
#include "server/blocking.hpp"

#include <fcntl.h>
#include <signal.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace logger_test { namespace {

using namespace slow;
using callbox::observe::logger, callbox::observe::log_style;

// Redirects standard error to a pipe during its lifetime.
class captured_errors {
public:
    captured_errors() : before_(::dup(STDERR_FILENO)) {
        cr_assert(::pipe(ends_) == 0);
        ::dup2(ends_[1], STDERR_FILENO);
        (void)::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
    }
    ~captured_errors() {
        ::dup2(before_, STDERR_FILENO);
        for (const int each : {ends_[0], ends_[1], before_}) ::close(each);
    }
    std::string read() const {
        std::string all;
        char some[4096];
        for (ssize_t n; (n = ::read(ends_[0], some, sizeof some)) > 0;)
            all.append(some, static_cast<std::size_t>(n));
        return all;
    }
    // Fills the pipe.
    void fill() const {
        (void)::fcntl(ends_[1], F_SETFL, O_NONBLOCK);
        const std::string much(4096, 'x');
        while (::write(ends_[1], much.data(), much.size()) > 0) {}
        (void)::fcntl(ends_[1], F_SETFL, 0);
    }

private:
    int before_;
    int ends_[2];
};

callbox::options logging(callbox::log_level level,
                         callbox::log_format format = callbox::log_format::logfmt,
                         bool params = false) {
    callbox::options options;
    options.log_level = level;
    options.log_format = format;
    options.log_params = params;
    return options;
}
const auto info = callbox::log_level::info;
const auto as_json = callbox::log_format::json;

const callbox::caller a_caller{
    .peer = "[::1]:77", .token = "deploy",
    .traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"};

// The output of a logger while `act` uses it.
template <class Act> std::string logged(const callbox::options& options, Act act) {
    const captured_errors all;
    {
        const log_style style(options);
        logger one(style, 20);
        act(one);
    }
    return all.read();
}
std::string line_of(const callbox::options& options, const callbox::observe::logged_call& c) {
    return logged(options, [&](logger& one) {
        one.begin({.from = c.from, .method = c.method, .id = c.id, .params = c.params});
        one.end(c);
    });
}
callbox::observe::logged_call call_of(std::string_view method, bool is_known = true,
                                    std::string_view id = "7") {
    return {.from = &a_caller,
            .method = method,
            .is_known = is_known,
            .id = id,
            .ticks = static_cast<std::uint64_t>(0.0015 * callbox::ticks_per_second()),
            .response_bytes = 38};
}

Test(observe_logger, a_call_is_one_line) {
    const std::string line = line_of(logging(info), call_of("math.add"));
    const std::string begin = "callbox: call method=math.add id=7 us=";
    const std::string end = " code=0 bytes=38 peer=[::1]:77 token=deploy "
                            "trace=0af7651916cd43dd8448eb211c80319c\n";
    cr_expect(line.starts_with(begin) && line.ends_with(end), "%s", line.c_str());
    const double us = std::atof(line.substr(begin.size()).c_str());
    cr_expect(us > 1499 && us < 1501, "%s", line.c_str());
}

Test(observe_logger, a_call_of_a_tool_says_so) {
    callbox::caller client = a_caller;
    client.via = callbox::call_protocol::mcp;
    auto call = call_of("math.add");
    call.from = &client;
    cr_expect(has(line_of(logging(info), call), " token=deploy via=mcp trace="));
    cr_expect(has(line_of(logging(info, as_json), call), R"(,"via":"mcp",)"));
    cr_expect(not has(line_of(logging(info), call_of("math.add")), "via"));
}

Test(observe_logger, in_json_each_line_is_an_object) {
    const std::string line = line_of(logging(info, as_json), call_of("math.add"));
    cr_expect(line.starts_with("{\"time\":") && line.ends_with("}\n"), "%s", line.c_str());
    cr_expect(has(line, "\"level\":\"info\",\"event\":\"call\",\"method\":\"math.add\",\"id\":7,"
                        "\"us\":"));
    cr_expect(has(line, ",\"code\":0,\"bytes\":38,\"peer\":\"[::1]:77\",\"token\":\"deploy\","));
    const std::string text = logged(logging(info, as_json), [](logger& one) {
        one.warn("a \"quoted\"\n\xff line");
    });
    const char* const end = R"("level":"warn","message":"a \"quoted\"\u000a? line"})";
    cr_expect(text.ends_with(std::string(end) + "\n"), "%s", text.c_str());
}

Test(observe_logger, what_a_client_sends_breaks_no_line_and_is_bounded) {
    const std::string odd = "no\n\"such\" \x7f=" + std::string(500, 'y');
    for (const auto format : {callbox::log_format::logfmt, as_json}) {
        const std::string id = '"' + std::string(5000, 'i') + '"';
        const std::string line = line_of(logging(info, format), call_of(odd, false, id));
        cr_expect(std::count(line.begin(), line.end(), '\n') == 1, "%s", line.c_str());
        cr_expect(has(line, "no\\u000a\\\"such\\\" \\u007f="), "%s", line.c_str());
        cr_expect(has(line, "\"...\""));
        cr_expect(line.size() < 500);
    }
}

// U+009B alone begins a terminal's control sequence, as ESC [ does.
Test(observe_logger, a_terminal_gets_no_control_character_of_a_client) {
    const std::string odd = "\x7f\xc2\x9b" "31m\xc2\x80\x9b\xc3\xa9";
    const auto has_control = [](std::string_view line) {
        return has(line, "\x7f") || has(line, "\xc2\x9b") || has(line, "\xc2\x80") ||
               has(line, "m\x9b");
    };
    for (const auto format : {callbox::log_format::logfmt, as_json}) {
        const auto options = logging(info, format, true);
        const std::string id = '"' + odd + '"';
        auto call = call_of(odd, false, id);
        call.params = odd;
        const std::string line = line_of(options, call);
        cr_expect(!has_control(line), "%s", line.c_str());
        const std::string_view escaped = "\\u007f\\u009b31m\\u0080?\xc3\xa9";
        for (const char* name : {"unknown_method", "id", "params"}) {
            const std::size_t at = line.find(name);
            cr_expect(at != line.npos && has(line.substr(at, 60), escaped), "%s: %s", name,
                      line.c_str());
        }
        cr_expect(!has_control(logged(options, [&](logger& one) { one.warn(odd); })));
    }
}

Test(observe_logger, a_long_name_is_cut_between_characters_and_stays_readable) {
    const std::string name = std::string(63, 'x') + "\xc3\xa9\xc3\xa9";
    for (const auto format : {callbox::log_format::logfmt, as_json}) {
        const std::string line = line_of(logging(info, format), call_of(name, false));
        cr_expect(has(line, std::string(63, 'x')) && !has(line, "?") && !has(line, "\xc3"), "%s",
                  line.c_str());
        const std::string odd = line_of(logging(info, format), call_of("\xc3\xa9\xff", false));
        cr_expect(has(odd, "\"\xc3\xa9?\""), "an invalid byte affects no other");
    }
}

Test(observe_logger, params_are_logged_only_if_the_option_is_set) {
    for (const bool wanted : {false, true}) {
        auto options = logging(info, callbox::log_format::logfmt, wanted);
        options.listen = {"127.0.0.1:0"};
        program server(options);
        client c(server);
        const std::string much(257, '1');
        (void)c.ask("who", R"(["secret"])");
        (void)c.ask("who", "[" + much + "]");
        cr_expect(until([&] {
            const std::string said = server.said();
            return std::count(said.begin(), said.end(), '\n') == 3;
        }));
        const std::string said = server.said();
        cr_expect(has(said, R"( params="[\"secret\"]")") == wanted, "%s", said.c_str());
        cr_expect(has(said, " params=...\n") == wanted, "%s", said.c_str());
        cr_expect(has(said, "secret") == wanted && !has(said, much));
        (void)server.stop();
    }
}

Test(observe_logger, an_invalid_request_is_not_logged_with_the_params_of_another_call) {
    auto options = logging(info, callbox::log_format::logfmt, true);
    options.listen = {"127.0.0.1:0"};
    program server(options);
    client other(server), c(server);
    (void)other.ask("who", R"(["secret"])");
    for (const char* message : {"[1", "{}", "[]", "[{}]"}) {
        c.send(post(message));
        cr_expect(has(c.body(), "error"));
    }
    cr_expect(until([&] {
        const std::string said = server.said();
        return std::count(said.begin(), said.end(), '\n') == 6;
    }));
    const std::string said = server.said();
    cr_expect(said.find("secret") == said.rfind("secret"), "%s", said.c_str());
    (void)server.stop();
}

Test(observe_logger, an_event_has_fields_in_both_formats_and_its_texts_are_bounded) {
    const std::string odd = "/a b\n\"" + std::string(500, 'x');
    const std::initializer_list<callbox::observe::log_field> fields = {
        {"status", std::int64_t{-405}}, {"target", odd}, {"token", ""}, {"peer", "unix"}};
    const std::string cut = "/a b\\u000a\\\"" + std::string(194, 'x');
    const auto event = [&](callbox::log_format format, callbox::log_level at) {
        const auto log = [&](logger& one) { one.event(at, "refused", fields); };
        return logged(logging(info, format), log);
    };
    for (const auto at : {callbox::log_level::warn, info}) {
        const std::string line = event(callbox::log_format::logfmt, at);
        cr_expect(line == "callbox: refused status=-405 target=\"" + cut + "\" peer=unix\n", "%s",
                  line.c_str());
    }
    const std::string json = event(as_json, info);
    cr_expect(has(json, R"("level":"info","event":"refused","status":-405,"target":")" + cut +
                            R"(","peer":"unix"})"), "%s", json.c_str());
}

Test(observe_logger, levels_leave_lines_out) {
    const auto logged_at = [](callbox::log_level level) {
        return logged(logging(level), [](logger& one) {
            one.announce("a");
            one.error("b");
            one.warn("c");
            one.event(info, "d", {});
        });
    };
    cr_expect(logged_at(callbox::log_level::error) == "callbox: a\ncallbox: b\n");
    cr_expect(logged_at(callbox::log_level::warn) == "callbox: a\ncallbox: b\ncallbox: c\n");
    cr_expect(logged_at(info) == "callbox: a\ncallbox: b\ncallbox: c\ncallbox: d\n");
}

Test(observe_logger, a_full_pipe_blocks_no_thread_and_lost_lines_are_counted, .timeout = 60) {
    const captured_errors all;
    const log_style style(logging(info));
    logger one(style, 20);
    all.fill();
    for (int i = 0; i < 10'000; ++i) one.event(info, "a line that nobody reads", {});
    one.flush();
    const std::uint64_t lost = callbox::observe::standard_error.dropped();
    const std::uint64_t kept = callbox::observe::log_output::buffer_bytes / 34;
    cr_expect(lost == 10'000 - kept, "%d", static_cast<int>(lost));
    (void)all.read();
    std::string text;
    cr_expect(until([&] {
        one.flush();
        text += all.read();
        return has(text, "callbox: " + std::to_string(lost) + " lines dropped\n");
    }));
    cr_expect(static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')) == kept + 1,
              "the buffered lines are written");
}

Test(observe_logger, a_truncated_file_is_written_from_its_beginning) {
    const int before = ::dup(STDERR_FILENO);
    char path[] = "/tmp/callbox-log-XXXXXX";
    const int file = ::mkostemp(path, O_APPEND);
    cr_assert(file != -1 && ::unlink(path) == 0 && ::dup2(file, STDERR_FILENO) == STDERR_FILENO);
    {
        const log_style style(logging(callbox::log_level::warn));
        logger one(style, 20);
        one.warn("as long as what follows it, and longer");
        cr_assert(::ftruncate(file, 0) == 0);
        one.warn("next");
    }
    ::dup2(before, STDERR_FILENO);
    char got[100];
    const ssize_t size = ::pread(file, got, sizeof got, 0);
    cr_expect(size > 0 && std::string_view(got, static_cast<std::size_t>(size)) ==
                              "callbox: next\n");
}

Test(observe_logger, a_program_that_logs_calls_logs_all_of_them) {
    auto options = with(2, 4, 2);
    options.log_level = info;
    program server(options);
    client c(server);
    cr_expect(c.pings());
    cr_expect(has(c.ask("echo", R"(["hidden"])"), "hidden"));
    cr_expect(has(c.ask("fail", "[7]"), "error"));
    cr_expect(has(c.ask("none", "[]"), "-32601"));
    // Messages refused as a whole; their lines have the size of the response.
    std::vector<std::string> refused;
    for (const char* message : {"[1", "{}", "[]"}) {
        c.send(post(message));
        const std::string body = c.body();
        const char* const code = message[1] == '1' ? "-32700" : "-32600";
        cr_expect(has(body, code), "%s", body.c_str());
        refused.push_back("call us=0.000 code=" + std::string(code) +
                          " bytes=" + std::to_string(body.size()) + " ");
    }
    c.notify("who", "[]");
    c.send("GET /nowhere?secret HTTP/1.1\r\nHost: localhost\r\n\r\n");
    cr_expect(c.next().status == 404);
    const char* const line =
        "callbox: refused status=404 method=GET target=/nowhere peer=127.0.0.1:";
    cr_expect(until([&] { return has(server.said(), line); }), "%s", server.said().c_str());
    cr_expect(has(server.said(), " reason=\"nothing here; send calls by POST"));
    const std::string said = server.said();
    for (const char* part : {"call method=ping id=\"p\" us=", "call method=echo id=1 us=",
                             "call method=fail id=1 us=", " code=7 ", " code=0 ",
                             "call unknown_method=none id=1 us=0.000 code=-32601 ",
                             "call method=who us=", " peer=127.0.0.1:"})
        cr_expect(has(said, part), "%s: not in\n%s", part, said.c_str());
    for (const std::string& part : refused)
        cr_expect(has(said, part), "%s: not in\n%s", part.c_str(), said.c_str());
    cr_expect(!has(said, "hidden"));
    (void)server.stop();
}

Test(observe_logger, signals_change_the_level) {
    program server(with(1, 1));
    client c(server);
    cr_expect(c.pings());
    ::kill(server.pid(), SIGTTIN);
    cr_expect(until([&] { return c.pings() && has(server.said(), "call method=ping"); }));
    cr_expect(has(server.said(), "callbox: the log's level is info, by a signal\n"));
    ::kill(server.pid(), SIGTTIN);  // info is the highest level
    for (int i = 0; i < 3; ++i) cr_expect(c.pings());
    ::kill(server.pid(), SIGTTOU);
    cr_expect(until([&] { return has(server.said(), "the log's level is warn, by a signal\n"); }));
    cr_expect(c.pings());
    const std::size_t size = server.said().size();
    cr_expect(c.pings());
    ::usleep(50'000);
    cr_expect(server.said().size() == size);
    (void)server.stop();
}

Test(observe_logger, sigusr1_logs_a_line_for_each_connection) {
    auto options = with(1, 1);
    options.limits.connections_max = 200;
    program server(options);
    client held(server);
    held.call("hold", "[0]");
    cr_assert(begun(1));
    client half(server);
    half.send("POST /api HTTP/1.1\r\nHost: loc");
    std::vector<client> many;
    for (int i = 0; i < 110; ++i) cr_expect(many.emplace_back(server).pings());
    ::kill(server.pid(), SIGUSR1);
    cr_expect(until([&] { return has(server.said(), "and 12 more connections\n"); }));
    const std::string said = server.said();
    cr_expect(has(said, " phase=calling "));
    cr_expect(has(said, " calls=1\n"));
    cr_expect(has(said, " phase=head "));
    cr_expect(has(said, " phase=idle "));
    open(0);
    half.leave();
    (void)server.stop();
}

Test(observe_logger, the_first_exception_in_the_sandbox_is_blamed_on_it) {
    const callbox::options options = logging(callbox::log_level::error);
    for (const bool is_on : {true, false}) {
        log_style style(options);
        style.blames_sandbox = is_on;
        const captured_errors errors;
        {
            logger one(style, 20), another(style, 20);
            one.error("it can't");
            one.exception("incident a: f threw: locking protocol");
            another.exception("incident b: f threw: locking protocol");
        }
        const std::string all = errors.read();
        const std::size_t blamed = all.find("callbox: the sandbox may be the cause: ");
        cr_expect((blamed != std::string::npos) == is_on, "%s", all.c_str());
        if (!is_on) continue;
        cr_expect(all.find("threw") < blamed && all.find("--sandbox-write PATH") > blamed);
        cr_expect(std::count(all.begin(), all.end(), '\n') == 4, "%s", all.c_str());
    }
}

}}  // namespace logger_test
