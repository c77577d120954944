// A process that serves tools over standard input and output, and who talks to it.
#pragma once

#include "blocking.hpp"
#include "support/ends.hpp"
#include "support/failing.hpp"

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
#include <utility>
#include <vector>

namespace stdio_test {

using namespace slow;
using made_up::notified, support::by;
inline constexpr auto npos = std::string::npos;

inline std::string called(std::string_view tool, std::string_view arguments,
                          std::string_view id = "1") {
    return sent("tools/call", std::string(R"({"name":")").append(tool).append(R"(","arguments":)") +
                                  std::string(arguments) + "}", id);
}
// The answer to a call that returned a number.
inline std::string returned(std::string_view number, std::string_view id = "1") {
    const std::string text(number);
    return answered(R"({"content":[{"type":"text","text":")" + text +
                        R"("}],"structuredContent":{"result":)" + text + "}}", id);
}
inline std::string failed(std::string_view text, std::string_view id = "1") {
    return answered(R"({"content":[{"type":"text","text":")" + std::string(text) +
                        R"("}],"isError":true})", id);
}
inline const std::string ping = sent("ping", "{}");
inline const std::string pong = answered("{}");

inline std::string text_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

// A process that serves a table on its standard input and output, and its client. `fails`: system
// calls that fail in it.
class process {
public:
    explicit process(const callbox::options& how = with(2, 4), by what = by::pipes,
                     const std::vector<net_test::failing>& fails = {},
                     const callbox::table& all = methods) {
        // Lines come by a pipe, unless they go by a socket.
        support::ends in = support::ends_of(what == by::sockets ? what : by::pipes);
        support::ends out = support::ends_of(what);
        cr_assert(in.writes && out.writes);
        const callbox::fd its_in = std::move(in.reads), its_out = std::move(out.writes);
        to_ = std::move(in.writes);
        from_ = std::move(out.reads);
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
        if (!fails.empty() && !net_test::fail_calls(fails)) ::_exit(2);
        ::_exit(callbox::net::serve_stdio(all, nullptr, how));
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
    // Whether more of its output comes within a while, which line() and rest() give.
    bool reads_some() { return read(); }
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

inline void expect_line(process& child, std::string_view wanted) {
    const std::string got = child.line();
    cr_expect(got == wanted, "%s\n  not %.*s", got.c_str(), static_cast<int>(wanted.size()),
              wanted.data());
}
inline void expect_pong(process& child) {
    child.say(ping);
    expect_line(child, pong);
}
inline void expect_said(const process& child, std::string_view part) {
    const std::string said = child.said();
    cr_expect(has(said, part), "%s", said.c_str());
}
inline void expect_end(process& child, int wanted = 0) {
    const int status = child.status();
    cr_expect(status == wanted, "%d\n%s", status, child.said().c_str());
}
// It has said all that it says, and ends with its input.
inline void expect_end_of_input(process& child) {
    child.end_input();
    cr_expect(child.rest().empty());
    expect_end(child);
}
// Calls a tool that waits at the gate 0, and waits until it runs.
inline void begin(process& child, std::string_view tool = "hold", std::string_view id = "1") {
    const int before = here.begun;
    child.say(called(tool, R"({"gate":0})", id));
    cr_assert(begun(before + 1));
}

}  // namespace stdio_test
