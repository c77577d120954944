// Tools over standard input and output: in what order answers come, when it ends, and with whom.
#include "blocking.hpp"

#include "server/lines.hpp"
#include "server/stdio.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace slow;
using made_up::notified;
constexpr auto npos = std::string::npos;

std::string called(std::string_view tool, std::string_view arguments, std::string_view id = "1") {
    return sent("tools/call", std::string(R"({"name":")").append(tool).append(R"(","arguments":)") +
                                  std::string(arguments) + "}", id);
}
// The answer to a call that returned a number.
std::string returned(std::string_view number, std::string_view id = "1") {
    const std::string text(number);
    return answered(R"({"content":[{"type":"text","text":")" + text +
                        R"("}],"structuredContent":{"result":)" + text + "}}", id);
}
std::string failed(std::string_view text, std::string_view id = "1") {
    return answered(R"({"content":[{"type":"text","text":")" + std::string(text) +
                        R"("}],"isError":true})", id);
}
const std::string ping = sent("ping", "{}");
const std::string pong = answered("{}");

std::string text_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

enum class by { pipes, sockets };

// A process that serves its standard input and output, and who talks to it.
class process {
public:
    explicit process(const callbox::options& how = with(2, 4), by what = by::pipes) {
        int in[2], out[2];
        const bool made = what == by::pipes
                              ? ::pipe2(in, O_CLOEXEC) == 0 && ::pipe2(out, O_CLOEXEC) == 0
                              : ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) == 0 &&
                                    ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out) == 0;
        cr_assert(made);
        const callbox::fd its_in(in[0]), its_out(out[1]);
        to_ = callbox::fd(in[1]);
        from_ = callbox::fd(out[0]);
        said_ = callbox::fd(::memfd_create("stderr", MFD_CLOEXEC));
        ::signal(SIGPIPE, SIG_IGN);  // it may have ended
        pid_ = ::fork();
        if (pid_ != 0) return;
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::dup2(its_in.get(), STDIN_FILENO);
        ::dup2(its_out.get(), STDOUT_FILENO);
        ::dup2(said_.get(), STDERR_FILENO);
        to_.close();
        from_.close();
        ::_exit(callbox::net::serve_stdio(methods, nullptr, how));
    }
    ~process() {
        if (pid_ == -1) return;
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    process(const process&) = delete;
    process& operator=(const process&) = delete;

    void send(std::string_view text) {
        while (!text.empty()) {
            const ssize_t written = ::write(to_.get(), text.data(), text.size());
            if (written <= 0) return;
            text.remove_prefix(static_cast<std::size_t>(written));
        }
    }
    void say(std::string_view line) { send(std::string(line) + '\n'); }
    // The next line, without its end; what there is, when it does not come.
    std::string line() {
        std::size_t end;
        while ((end = unread_.find('\n')) == unread_.npos && read()) {}
        std::string one = unread_.substr(0, end);
        unread_.erase(0, end == unread_.npos ? end : end + 1);
        return one;
    }
    // All lines until it closes its output.
    std::string rest() {
        while (read()) {}
        return std::exchange(unread_, "");
    }
    void end_input() { to_.close(); }
    void stop_reading() { from_.close(); }
    void signal(int number) { ::kill(pid_, number); }
    // Its exit status; -1 when it does not end.
    int status() {
        int what = 0;
        const bool ended = until([&] { return ::waitpid(pid_, &what, WNOHANG) == pid_; });
        if (!ended) return -1;
        pid_ = -1;
        return WIFEXITED(what) ? WEXITSTATUS(what) : -2;
    }
    std::string said() const {
        std::string text(1 << 16, 0);
        const ssize_t got = ::pread(said_.get(), text.data(), text.size(), 0);
        text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        return text;
    }
    // Whether it says so, within a while.
    bool says(std::string_view part) {
        return until([&] { return said().find(part) != std::string::npos; });
    }

private:
    bool read() {
        pollfd ready{.fd = from_.get(), .events = POLLIN, .revents = 0};
        char some[1 << 12];
        if (::poll(&ready, 1, 15'000) != 1) return false;
        const ssize_t got = ::read(from_.get(), some, sizeof some);
        if (got > 0) unread_.append(some, static_cast<std::size_t>(got));
        return got > 0;
    }

    callbox::fd to_, from_, said_;
    pid_t pid_ = -1;
    std::string unread_;
};

void expect_line(process& of, std::string_view wanted) {
    const std::string got = of.line();
    cr_expect(got == wanted, "%s\n  not %.*s", got.c_str(), static_cast<int>(wanted.size()),
              wanted.data());
}
void expect_end(process& of, int wanted = 0) {
    const int status = of.status();
    cr_expect(status == wanted, "%d\n%s", status, of.said().c_str());
}

}  // namespace

TestSuite(server_stdio, .timeout = 60);

Test(server_stdio, a_line_gets_a_line_however_it_is_cut) {
    process one;
    const std::string text = ping + "\r\n\n  \n" + sent("ping", "{}", R"("two")") + "\n";
    for (const char c : text) one.send({&c, 1});
    expect_line(one, pong);
    cr_expect(one.line().find("-32700") != std::string::npos);  // the line of spaces
    expect_line(one, answered("{}", R"("two")"));
    one.end_input();
    cr_expect(one.rest().empty());
    expect_end(one);
}

Test(server_stdio, many_lines_at_once_are_answered_in_their_order) {
    process one;
    std::string text, wanted;
    for (int i = 0; i < 500; ++i) {
        text += sent("ping", "{}", std::to_string(i)) + "\n";
        wanted += answered("{}", std::to_string(i)) + "\n";
    }
    one.send(text);
    one.end_input();
    cr_expect(one.rest() == wanted);
    expect_end(one);
}

Test(server_stdio, the_last_line_needs_no_end) {
    process one;
    one.send(ping);
    one.end_input();
    expect_line(one, pong);
    expect_end(one);
}

Test(server_stdio, notifications_get_no_line) {
    process one;
    one.say(notified("notifications/initialized", "{}"));
    one.say(notified("tools/call", R"({"name":"hold","arguments":{"gate":0}})"));
    one.say(ping);
    expect_line(one, pong);
    one.end_input();
    cr_expect(one.rest().empty());
    expect_end(one);
    cr_expect(here.begun == 0);
}

Test(server_stdio, what_is_no_request_gets_an_error_and_it_goes_on) {
    process one;
    one.say("{");
    cr_expect(one.line().find(R"("code":-32700)") != std::string::npos);
    one.say("[" + ping + "]");
    const std::string batch_answer = one.line();
    cr_expect(batch_answer.find(R"("code":-32600)") != std::string::npos);
    cr_expect(batch_answer.ends_with(R"("id":null})"));
    one.say(ping);
    expect_line(one, pong);
}

Test(server_stdio, a_line_that_is_too_long_is_refused_once_and_skipped) {
    callbox::options how = with(1, 1);
    how.limits.request_bytes_max = 1000;
    process one(how);
    const std::string longest = ping + std::string(1000 - ping.size(), ' ');
    one.say(longest);
    expect_line(one, pong);
    one.say(longest + "\r");
    expect_line(one, pong);
    for (const std::size_t bytes : {1001u, 70'000u, 300'000u}) {
        one.say(std::string(bytes, ' '));
        const std::string refused = one.line();
        cr_expect(refused.find("request_bytes_max") != std::string::npos, "%s", refused.c_str());
        cr_expect(refused.find("-32600") != std::string::npos && refused.ends_with("null}"));
        one.say(ping);
        expect_line(one, pong);
    }
    one.send(std::string(100'000, 'x'));  // and never an end
    cr_expect(one.line().find("request_bytes_max") != std::string::npos);
    one.end_input();
    cr_expect(one.rest().empty());
    expect_end(one);
}

Test(server_stdio, no_answer_has_a_line_end_within) {
    process one;
    one.say(called("echo", "{\"any\":[1,\r2]}"));
    expect_line(one, answered(R"({"content":[{"type":"text","text":"[1,\r2]"}],)"
                              "\"structuredContent\":{\"result\":[1, 2]}}"));
}

Test(server_stdio, a_blocking_call_keeps_nobody_waiting) {
    process one;
    one.say(called("hold", R"({"gate":0})", "1"));
    one.say(called("hold", R"({"gate":1})", R"("b")"));
    cr_expect(begun(2));
    one.say(sent("ping", "{}", "3"));
    expect_line(one, answered("{}", "3"));
    open(1);
    expect_line(one, returned("1", R"("b")"));
    open(0);
    expect_line(one, returned("0"));
}

Test(server_stdio, the_end_of_input_waits_for_calls) {
    process one;
    one.say(called("hold", R"({"gate":0})"));
    cr_expect(begun(1));
    one.end_input();
    one.signal(SIGHUP);  // which means nothing without a log file
    open(0);
    expect_line(one, returned("0"));
    cr_expect(one.rest().empty());
    expect_end(one);
}

Test(server_stdio, a_call_over_its_timeout_or_without_room_is_told) {
    process one(with(1, 1));
    one.say(called("parked", R"({"gate":0})", "1"));
    cr_expect(begun(1));
    one.say(called("hold", R"({"gate":0})", "2"));
    one.say(called("hold", R"({"gate":0})", "3"));
    expect_line(one, failed("Busy: try again later", "3"));
    const std::string late = one.line();
    cr_expect(late.find("No answer within ") != std::string::npos && late.ends_with(R"("id":1})"));
    open(0);
    expect_line(one, returned("0", "2"));
}

Test(server_stdio, a_cancelled_call_is_not_answered) {
    process one(with(1, 4));
    one.say(called("attend", R"({"gate":0})", "1"));
    cr_expect(begun(1));
    one.say(called("hold", R"({"gate":0})", R"("in line")"));
    const auto cancel = [&](std::string_view id) {
        one.say(notified("notifications/cancelled", "{\"requestId\":" + std::string(id) + "}"));
    };
    cancel("7");
    cancel(R"("in line")");
    cancel("1");
    cr_expect(until([] { return here.alone == 1; }));
    one.say(ping);
    expect_line(one, pong);
    one.end_input();
    cr_expect(one.rest().empty());
    expect_end(one);
    cr_expect(here.begun == 1);
}

Test(server_stdio, sigterm_answers_what_was_asked_and_ends) {
    process one;
    one.say(called("hold", R"({"gate":0})"));
    cr_expect(begun(1));
    one.signal(SIGTERM);
    open(0);
    expect_line(one, returned("0"));
    expect_end(one);
}

Test(server_stdio, sigterm_waits_no_longer_than_drain_timeout) {
    callbox::options how = with(1, 1);
    how.limits.drain_timeout_ms = 50;
    process one(how);
    one.say(called("attend", R"({"gate":0})"));
    cr_expect(begun(1));
    one.signal(SIGTERM);
    expect_line(one, failed("No answer: the server stops"));
    cr_expect(one.status() >= 0);
}

Test(server_stdio, a_call_that_does_not_end_is_given_up) {
    callbox::options how = with(1, 1);
    how.limits.drain_timeout_ms = 50;
    process one(how);
    one.say(called("hold", R"({"gate":0})"));
    cr_expect(begun(1));
    one.signal(SIGTERM);
    expect_line(one, failed("No answer: the server stops"));
    expect_end(one, 1);
    cr_expect(one.said().find("still run are given up: 1") != std::string::npos);
}

Test(server_stdio, it_ends_when_nobody_reads) {
    for (const by what : {by::pipes, by::sockets}) {
        process one(with(1, 1), what);
        one.say(ping);
        expect_line(one, pong);
        one.stop_reading();
        one.say(ping);
        expect_end(one);
    }
}

Test(server_stdio, a_client_that_shuts_its_half_of_a_socket_gets_its_answers) {
    process one(with(1, 1), by::sockets);
    one.say(called("hold", R"({"gate":0})"));
    cr_expect(begun(1));
    one.end_input();
    open(0);
    expect_line(one, returned("0"));
    expect_end(one);
}

Test(server_stdio, a_client_that_reads_slowly_stops_its_own_requests) {
    process one(with(2, 1'000));
    constexpr int count = 400;
    std::string text;
    for (int i = 0; i < count; ++i) text += called("repeat", R"({"count":20000})") + "\n";
    std::thread sender([&] { one.send(text); });
    ::usleep(100'000);
    for (int i = 0; i < count; ++i) cr_expect(one.line().size() > 40'000);
    sender.join();
    one.end_input();
    cr_expect(one.rest().empty());
    expect_end(one);
}

Test(server_stdio, the_log_goes_to_its_file_and_tells_how_calls_came) {
    const support::folder folder;
    callbox::options how = with(1, 1);
    how.log_file = folder / "log";
    how.log_level = callbox::log_level::info;
    process one(how);
    one.say(called("ping", "{}"));
    (void)one.line();
    one.end_input();
    expect_end(one);
    const std::string lines = text_of(how.log_file);
    cr_expect(lines.find("method=ping id=1") != std::string::npos, "%s", lines.c_str());
    cr_expect(lines.find("peer=stdio via=mcp") != std::string::npos, "%s", lines.c_str());
}

Test(server_stdio, the_log_file_is_opened_again_at_sighup) {
    const support::folder folder;
    callbox::options how = with(1, 1);
    how.log_file = folder / "log";
    process one(how);
    one.say(ping);
    expect_line(one, pong);
    std::filesystem::rename(how.log_file, folder / "old");
    one.signal(SIGHUP);
    cr_expect(until([&] { return std::filesystem::exists(how.log_file); }));
    std::filesystem::rename(how.log_file, folder / "kept");
    std::filesystem::create_directory(how.log_file);
    one.signal(SIGHUP);
    cr_expect(until([&] {
        return text_of(folder / "kept").find("SIGHUP: the log stays where it is: ") != npos;
    }));
    one.end_input();
    expect_end(one);
}

Test(server_stdio, a_message_without_memory_gets_an_error_and_it_goes_on) {
    const std::string text(80'000, 'x');
    const auto echoed = [&](std::string_view id) {
        return called("echo", "{\"any\":\"" + text + "\"}", id);
    };
    for (const std::size_t bytes : {100'000u, 200'000u, 400'000u}) {
        callbox::options how = with(1, 1);
        how.limits.memory_max = bytes;
        process one(how);
        one.say(echoed("7"));
        const std::string refused = one.line();
        cr_expect(refused.starts_with(R"({"jsonrpc":"2.0","error":{"code":-320)"), "%s",
                  refused.substr(0, 200).c_str());
        cr_expect(refused.ends_with(R"("id":7})") || refused.ends_with(R"("id":null})"));
        one.say(ping);
        expect_line(one, pong);
        one.end_input();
        expect_end(one);
    }
}

Test(server_stdio, what_can_not_start_says_why) {
    callbox::options how = with(1, 1);
    how.log_file = "/nowhere/at/all";
    process one(how);
    expect_end(one, 1);
    cr_expect(one.said().find("callbox: cannot write to the log file") != std::string::npos);
}

Test(server_stdio, a_stream_that_is_closed_is_named) {
    const callbox::fd null(::open("/dev/null", O_RDWR | O_CLOEXEC));  // the test may lack them too
    for (const int each : {STDIN_FILENO, STDOUT_FILENO}) ::dup2(null.get(), each);
    cr_expect(callbox::net::closed_stream().empty());
    for (const int each : {STDIN_FILENO, STDOUT_FILENO}) {
        ::close(each);
        const std::string_view named = callbox::net::closed_stream();
        ::dup2(null.get(), each);
        cr_expect(named == (each == STDIN_FILENO ? "standard input" : "standard output"));
    }
}
