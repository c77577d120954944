// drive EXAMPLE FOLDER: upgrades the running program repeatedly while our own clients and wrk call
// it continuously. FOLDER is for copies of the program and for sockets. Exit status 0: no request
// was lost. Prints a line for each failed claim.
#include "support/frames.hpp"
#include "support/load.hpp"
#include "support/messages.hpp"
#include "support/program.hpp"
#include "support/shown.hpp"
#include "support/websocket_load.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using wire::program;
namespace files = std::filesystem;

int failures = 0;
std::string example, folder;

void claim(bool held, const std::string& what) {
    if (held) return;
    ++failures;
    std::printf("check-upgrade: %s\n", what.c_str());
}

std::string path() { return folder + "/callbox"; }

// Like an installer: replaces the file atomically.
void install(const std::string& text) {
    const std::string beside = path() + ".new";
    if (text.empty()) files::copy_file(example, beside, files::copy_options::overwrite_existing);
    else std::ofstream(beside) << text;
    (void)::chmod(beside.c_str(), 0755);
    files::rename(beside, path());
}

template <class Question> bool within(int ms, Question question) {
    for (; !question(); ms -= 5) {
        if (ms <= 0) return false;
        ::usleep(5'000);
    }
    return true;
}

// WebSockets with calls in flight: each gets its responses, then the close.
class open_websockets {
public:
    explicit open_websockets(const program& to) {
        const std::string call = frames::text(made_up::sent("ping", "[]"));
        for (int i = 0; i < 20; ++i) {
            wire::socket_peer& one = all_.emplace_back(to.connect());
            one.send("GET /api HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
            std::string head;
            while (head.find("\r\n\r\n") == head.npos)
                if (one.receive(head) != wire::peer::arrival::bytes) break;
            claim(head.starts_with("HTTP/1.1 101 "), "no WebSocket, but " + head);
            if (i % 2 == 0) one.send(call + call);
        }
        ::usleep(20'000);  // a busy kernel delivers a moment later
    }
    void ended(unsigned code) {
        const std::string pong = frames::frame(0x81, made_up::answered("\"pong\""), 0, "");
        const std::string close = frames::frame(
            0x88, std::string{static_cast<char>(code >> 8), static_cast<char>(code)}, 0, "");
        for (std::size_t i = 0; i < all_.size(); ++i) {
            std::string got;
            while (all_[i].receive(got) == wire::peer::arrival::bytes) {}
            claim(got == (i % 2 == 0 ? pong + pong : "") + close,
                  "a WebSocket gets " + support::shown(got) + " before close " +
                      std::to_string(code));
        }
    }

private:
    std::vector<wire::socket_peer> all_;
};

// The serving process: the first one or its successor.
struct service {
    program first;
    pid_t now;
    std::size_t read = 0;  // bytes of the log that were checked

    service(const std::string& address, const std::vector<std::string>& words)
        : first(address, words), now(first.pid()) {
        if (first.error().empty() && now > 0) return;
        std::printf("check-upgrade: %s\n", first.error().c_str());
        std::exit(1);  // kill() with the process -1 reaches all processes
    }
    ~service() { (void)::kill(now, SIGKILL); }

    // The text after these words in the first unchecked line that has them.
    std::string text_after(std::string_view words, int ms) {
        std::string log;
        std::size_t at = 0;
        if (!within(ms, [&] {
                log = first.said();
                at = log.find(words, read);
                return at != log.npos && log.find('\n', at) != log.npos;
            })) {
            claim(false, "the log lacks \"" + std::string(words) + "\":\n" + log);
            return "";
        }
        at += words.size();
        read = log.find('\n', at);
        return log.substr(at, read - at);
    }

    // We are the subreaper: the children of a process become ours when it exits.
    void ended(pid_t one, const std::string& which) {
        const bool is_first = one == first.pid();
        int status = 0;
        const bool in_time = within(10'000, [&] {
            return is_first ? !first.running() : ::waitpid(one, &status, WNOHANG) == one;
        });
        claim(in_time, which + " does not exit:\n" + first.said());
        claim(status == 0, which + " exits with wait status " + std::to_string(status));
    }

    void upgrade() {
        install("");
        open_websockets some(first);
        const pid_t before = now;
        (void)::kill(before, SIGUSR2);
        const std::string pid = text_after("upgrade: process ", 10'000);
        if (pid.empty()) return;
        const int next = std::atoi(pid.c_str());
        if (next <= 0) return claim(false, "no process, but " + pid);
        now = next;
        some.ended(1012);
        ended(before, "the old process");
    }

    void fail_to(const std::string& text, const std::string& why) {
        install(text);
        (void)::kill(now, SIGUSR2);
        const std::string logged = text_after("this one continues: ", 10'000);
        claim(logged == why, "logged \"" + logged + "\", not \"" + why + "\"");
    }
};

wire::exchange add(int a, int b) {
    return wire::call_of("math.add", "[" + std::to_string(a) + "," + std::to_string(b) + "]",
                         "\"result\":" + std::to_string(a + b));
}

std::string answer_of(FILE* from) {
    std::string all;
    for (int c = std::fgetc(from); c != EOF; c = std::fgetc(from)) all += static_cast<char>(c);
    (void)::pclose(from);
    return all;
}

// Five upgrades, and three failed ones, under load.
void hold(const std::string& address, std::vector<std::string> words) {
    std::string name = address;
    for (const std::string& word : words) name += ' ' + word;
    words.insert(words.end(), {"--websocket", "--upgrade", "--upgrade-timeout-ms", "400"});
    install("");
    service server(address, words);
    const bool is_path = address.starts_with("unix:");
    wire::load clients(server.first, {add(2, 3), add(20, 4)}, 4, 2);
    support::websocket_load others(is_path ? "ws+" + server.first.address() + ":/api"
                                           : "ws://127.0.0.1:" + server.first.address() + "/api",
                                   1012);
    FILE* wrk = nullptr;
    if (!is_path)
        wrk = ::popen(("timeout 30 wrk -t1 -c8 -d4s -s tests/upgrade/call.lua http://127.0.0.1:" +
                       server.first.address() + "/api").c_str(), "r");
    for (int i = 0; i < 3; ++i) server.upgrade();
    server.fail_to("#!/bin/sh\nexit 3\n", "it ended with status 3");
    server.fail_to("no program", "Exec format error");
    server.fail_to("#!/bin/sh\nexec sleep 60\n", "it was not ready in time");
    for (int i = 0; i < 2; ++i) server.upgrade();
    if (is_path) claim(files::exists(address.substr(5)), "the socket file is lost");
    if (wrk != nullptr) {
        const std::string said = answer_of(wrk);
        claim(said.find("requests in") != said.npos && said.find("errors") == said.npos &&
                  said.find("Non-2xx") == said.npos && said.find("wrong: 0\n") != said.npos,
              name + ": wrk: " + said);
    }
    others.end();
    claim(others.wrong().empty(), name + ": over a WebSocket: " + others.wrong());
    claim(others.answered().size() > 100, name + ": no load over WebSockets");
    const std::size_t answered = clients.answered();
    open_websockets some(server.first);
    clients.last_call();
    (void)::kill(server.now, SIGTERM);
    some.ended(1001);
    server.ended(server.now, "the last process");
    const std::string lost = clients.end();
    claim(lost.empty(), name + ": " + lost);
    claim(answered > 100, name + ": no load");
    if (is_path) claim(!files::exists(address.substr(5)), "the socket file is not removed");
    std::printf("check-upgrade: %s: 5 upgrades, %zu calls and %zu over WebSockets answered, none "
                "lost, %zu repeated after 1012\n",
                name.c_str(), answered, others.answered().size(), others.repeated());
}

}  // namespace

int main(int, char** argv) {
    example = argv[1];
    folder = argv[2];
    (void)::setenv("TEST_PROGRAM", path().c_str(), 1);
    (void)::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    (void)::alarm(100);
    hold("127.0.0.1:0", {});
    hold("127.0.0.1:0", {"--workers", "3"});
    hold("unix:" + folder + "/s", {"--workers", "2"});
    // The helpers that started the programs must have exited too.
    const bool alone = within(2'000, [] { return ::waitpid(-1, nullptr, WNOHANG) == -1; });
    claim(alone && errno == ECHILD, "a process is still running");
    return failures != 0;
}
