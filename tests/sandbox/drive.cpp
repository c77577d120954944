// drive EXAMPLE SERVER FOLDER: runs the example, and a server whose methods try denied operations,
// in the sandbox. By default EXAMPLE enables it where possible, SERVER does not. FOLDER is for
// sockets and files. Exit status 0: every claim held. Prints a line for each failed claim.
#include "support/load.hpp"
#include "support/program.hpp"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace {

using wire::program, wire::socket_peer, wire::peer;
using words = std::vector<std::string>;

int claims = 0, failures = 0;

void claim(bool held, const std::string& what) {
    ++claims;
    if (held) return;
    ++failures;
    std::printf("check-sandbox: %s\n", what.c_str());
}
void is(const std::string& got, const std::string& wanted, const std::string& what) {
    claim(got == wanted, what + ": " + got.substr(0, 300) + "\n    instead of: " + wanted);
}

// The complete response with its head.
std::string answer_of(socket_peer& by, std::string_view request) {
    std::string got;
    by.send(request);
    while (by.receive(got) == peer::arrival::bytes) {
        const std::size_t end = got.find("\r\n\r\n"), length = got.find("Content-Length: ");
        if (end == got.npos || length == got.npos) continue;
        if (got.size() >= end + 4 + std::strtoul(&got[length + 16], nullptr, 10)) return got;
    }
    return "incomplete response: " + got;
}
std::string result(const program& server, std::string_view method, std::string_view params = "[]") {
    socket_peer by(server.connect());
    const std::string got = answer_of(by, wire::call_of(method, params, "").sent);
    const std::size_t at = got.find("\"result\":");
    return at == got.npos ? got : got.substr(at + 9, got.rfind(",\"id\"") - at - 9);
}
std::string page(const program& server, const std::string& path) {
    socket_peer by(server.connect());
    return answer_of(by, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
}

// The output of `EXAMPLE call` over a WebSocket.
std::string example;
std::string called(const program& server, const std::string& line) {
    const std::string& to = server.address();
    const std::string url = to.starts_with("unix:") ? "ws+" + to + ":/api"
                                                    : "ws://127.0.0.1:" + to + "/api";
    FILE* const from = ::popen((example + " call " + url + ' ' + line + " 2>&1").c_str(), "r");
    std::string all;
    for (int c = std::fgetc(from); c != EOF; c = std::fgetc(from)) all += static_cast<char>(c);
    (void)::pclose(from);
    return all;
}

// A line of /proc/PID/status.
std::string status(const program& server, const std::string& name) {
    std::ifstream from("/proc/" + std::to_string(server.pid()) + "/status");
    for (std::string line; std::getline(from, line);)
        if (line.starts_with(name + ":")) return line.substr(name.size() + 2);
    return "not there";
}
bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }
void put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }
std::string text_in(const std::string& path) {
    std::ifstream from(path);
    return std::string(std::istreambuf_iterator<char>(from), {});
}

void use(const char* which) { (void)::setenv("TEST_PROGRAM", which, 1); }

void is_confined(const program& p) {
    is(status(p, "Seccomp"), "2", "the filter");
    is(status(p, "NoNewPrivs"), "1", "no new privileges");
}

void tour(const std::string& address, words options) {
    options.insert(options.end(), {"--enable-web-browsable-api", "--websocket"});
    program p(address, options);
    is(p.error(), "", "the example starts at " + address);
    if (!p.error().empty()) return;
    is_confined(p);
    is(result(p, "ping"), "\"pong\"", "ping");
    is(result(p, "math.add", "[2,3]"), "5", "math.add");
    is(result(p, "math.sub", "[2,3]"), "-1", "math.sub");
    is(result(p, "math.mul", R"({"a":2,"b":3})"), "6", "math.mul");
    is(result(p, "greeting.hello", R"(["Ada"])"), "\"Hello, Ada!\"", "greeting.hello");
    is(called(p, "math.add 2 3"), "5\n", "over a WebSocket");
    claim(page(p, "/api/openrpc.json").starts_with("HTTP/1.1 200"), "the document");
    claim(page(p, "/api/browse").starts_with("HTTP/1.1 200"), "the explorer");
    claim(page(p, "/readyz").starts_with("HTTP/1.1 200"), "ready");
    std::deque<socket_peer> many;
    for (int i = 0; i < 200; ++i) many.emplace_back(p.connect());
    int answered = 0;
    for (socket_peer& each : many)
        answered +=
            answer_of(each, wire::call_of("ping", "[]", "").sent).ends_with("\"id\":1}") ? 1 : 0;
    is(std::to_string(answered), "200", "answered connections");
    const std::string name = R"([")" + std::string(900'000, 'a') + R"("])";
    is(std::to_string(result(p, "greeting.hello", name).size()), "900010", "a long answer");
    many.clear();
    is(p.stop(), "", "it exits with 0 at " + address);
    if (address.starts_with("unix:")) claim(!exists(address.substr(5)), "its socket is removed");
}

// Options of the sandbox.
void choices(const std::string& folder) {
    for (const char* off : {"--no-sandbox", "--sandbox=off"}) {
        program p("127.0.0.1:0", {off});
        is(status(p, "Seccomp"), "0", off);
        is(p.stop(), "", "without it");
    }
    {
        program p("unix:" + folder + "/s", {"--sandbox-read", folder + "/missing"});
        claim(p.error().find("cannot enter the sandbox: cannot allow " + folder +
                             "/missing: No such file or directory\n") != std::string::npos,
              "a missing path is reported: " + p.error());
        claim(!exists(folder + "/s"), "and no socket is left");
    }
    program p("127.0.0.1:0", {"--drain-delay-ms", "60000"});
    ::kill(p.pid(), SIGTERM);
    (void)page(p, "/livez");
    is(p.stop(), "", "a second SIGTERM ends it immediately");
}

void refusals(const std::string& folder) {
    put(folder + "/secret", "secret");
    const std::string path = "[\"" + folder + "/secret\"]";
    const std::string both = "[\"" + folder + "/secret\",\"text\"]";
    program p("127.0.0.1:0", {"--sandbox", "--workers", "2", "--websocket"});
    is(p.error(), "", "the server starts");
    is_confined(p);
    for (const char* each : {"read", "slow.read", "remove", "mode"})
        is(result(p, each, path), "\"EPERM\"", each);
    is(result(p, "write", both), "\"EPERM\"", "write");
    is(result(p, "entries", "[\"/\"]"), "-1", "a folder");
    for (const char* each : {"connect", "execute", "fork", "code", "slow.execute", "slow.fork"})
        is(result(p, each), "\"EPERM\"", each);
    is(result(p, "shell"), "\"refused\"", "a shell");
    is(result(p, "threads"), "28", "threads");
    is(result(p, "slow.pause", "[20]"), "\"ok\"", "pause");
    is(called(p, "slow.pause 20"), "\"ok\"\n", "pause over a WebSocket");
    is(called(p, "slow.read " + folder + "/secret"), "\"EPERM\"\n", "read over a WebSocket");
    is(std::to_string(result(p, "large", "[12000000]").size()), "12000002", "a large answer");
    for (int i = 0; i < 100; ++i)
        claim(result(p, "fail").find("-32603") != std::string::npos, "fail");
    const std::string said = p.said();
    const std::size_t blamed = said.find("callbox: the sandbox may be the cause");
    claim(said.find("callbox: sandbox: on") < said.find("incident"), "a line at start");
    claim(said.find("incident") < blamed && blamed != std::string::npos, "lines of the log");
    claim(said.find("the sandbox may be", blamed + 20) == std::string::npos, "blamed once");
    is(p.stop(), "", "it exits with 0");
    is(text_in(folder + "/secret"), "secret", "the file is unchanged");
}

void paths(const std::string& folder) {
    const std::string in = folder + "/in", out = folder + "/out";
    ::mkdir(in.c_str(), 0755);
    ::mkdir(out.c_str(), 0777);
    ::chmod(out.c_str(), 0777);
    put(in + "/f", "data");
    const auto one = [](const std::string& path) { return "[\"" + path + "\"]"; };
    const auto two = [](const std::string& path, const std::string& text) {
        return "[\"" + path + "\",\"" + text + "\"]";
    };
    {
        program p("127.0.0.1:0", {"--sandbox", "--sandbox-read", in});
        is(result(p, "read", one(in + "/f")), "\"data\"", "read beneath");
        is(result(p, "slow.read", one(in + "/f")), "\"data\"", "on another thread");
        is(result(p, "entries", one(in)), "3", "list it");
        is(result(p, "read", one(folder + "/secret")), "\"EACCES\"", "read elsewhere");
        is(result(p, "read", one(in + "/../secret")), "\"EACCES\"", "read above");
        is(result(p, "write", two(in + "/f", "x")), "\"EPERM\"", "write beneath");
        is(result(p, "remove", one(in + "/f")), "\"EPERM\"", "remove beneath");
        is(p.stop(), "", "it exits with 0");
    }
    program p("unix:" + folder + "/s", {"--sandbox", "--sandbox-read", in, "--sandbox-write", out});
    is(result(p, "write", two(in + "/f", "x")), "\"EACCES\"", "write to a read-only folder");
    is(result(p, "write", two(out + "/f", "x")), "\"ok\"", "write");
    is(result(p, "read", one(out + "/f")), "\"x\"", "read what was written");
    is(result(p, "rename", two(out + "/f", out + "/g")), "\"ok\"", "rename");
    is(result(p, "remove", one(out + "/g")), "\"ok\"", "remove");
    is(result(p, "mode", one(in + "/f")), "\"EPERM\"", "chmod, which Landlock does not cover");
    is(result(p, "execute"), "\"EPERM\"", "execute");
    is(p.stop(), "", "it exits with 0");
    is(text_in(in + "/f"), "data", "the file is unchanged");
}

// The last message of an aborting process must be visible.
void ends(const char* method, const std::string& says) {
    program p("127.0.0.1:0", {"--sandbox"});
    const pid_t pid = p.pid();
    (void)result(p, method);
    int by = 0;
    claim(::waitpid(pid, &by, 0) == pid && WIFSIGNALED(by) && WTERMSIG(by) == SIGABRT,
          std::string(method) + " ends by SIGABRT: " + std::to_string(by));
    claim(p.said().find(says) != std::string::npos, "its last words: " + p.said());
}

void users(const std::string& folder) {
    if (::geteuid() != 0) return;  // run.sh reports it
    const words other_user{"--user", "65534:65533"};
    {
        program p("127.0.0.1:997", other_user);
        is(p.error(), "", "a port reserved for root");
        is(status(p, "Uid"), "65534\t65534\t65534\t65534", "user");
        is(status(p, "Gid"), "65533\t65533\t65533\t65533", "group");
        is(status(p, "Groups"), " ", "groups");
        is(status(p, "CapPrm"), "0000000000000000", "capabilities");
        is_confined(p);
        is(result(p, "ping"), "\"pong\"", "ping");
        is(p.stop(), "", "it exits with 0");
    }
    const std::string file = folder + "/s";  // in a folder owned by root
    program p("unix:" + file, other_user);
    is(p.error(), "", "a path that only root can create");
    p.terminate();
    int wait_status = -1;
    (void)::waitpid(p.pid(), &wait_status, 0);
    is(std::to_string(wait_status), "0", "it exits with 0 although the file stays");
    claim(p.said().find("callbox: cannot remove " + file + ": Permission denied\n") !=
              std::string::npos,
          "and reports it: " + p.said());
    claim(exists(file) && ::unlink(file.c_str()) == 0, "it stays");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    const std::string folder = argv[3];
    example = argv[1];
    use(argv[1]);
    for (const std::string& address : {std::string("127.0.0.1:0"), "unix:" + folder + "/s"})
        for (const words& options : {words{}, words{"--sandbox"}, words{"--workers", "2"}})
            tour(address, options);
    choices(folder);
    users(folder);
    use(argv[2]);
    refusals(folder);
    paths(folder);
    ends("terminate", "terminate called");
    ends("corrupt", "free");
    std::printf("check-sandbox: %d claims, %d did not hold\n", claims, failures);
    return failures == 0 ? 0 : 1;
}
