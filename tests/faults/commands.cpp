// commands FOLDER: runs command lines of both programs, and two calls over a WebSocket, in child
// processes, each time with another failing allocation. Exit status 0: each run exited with 2, one
// line on standard error and nothing on standard output, or had the same outcome as a run without a
// fault.
#include "fault.hpp"
#include "support/program.hpp"

#include "app/methods.hpp"

#include <callbox/callbox.hpp>
#include <callbox/clients.hpp>
#include <callbox/connection.hpp>

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

int openrpc_main(int argc, char** argv);  // of tools/openrpc/program/main.cpp

namespace {

using std::string;
using words = std::vector<string>;

struct outcome {
    int status = -1;  // -1: killed by a signal
    string out, errors;
    bool operator==(const outcome&) const = default;
};

faults::fault* const fault = new (::mmap(nullptr, sizeof(faults::fault), PROT_READ | PROT_WRITE,
                                         MAP_SHARED | MAP_ANONYMOUS, -1, 0)) faults::fault;

string text_of(int file) {
    string text(1 << 20, 0);
    const ssize_t size = ::pread(file, text.data(), text.size(), 0);
    text.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return text;
}

// Two calls must succeed; one before them may run out of memory.
int call_twice(const string& url) try {
    callbox::connection server(url);
    const callbox::json params = *callbox::json::parse("[1,2]");
    bool has_failed = false;
    for (int left = 2; left > 0;) try {
        const callbox::result<callbox::json> sum = server.call_json("math.add", params);
        if (!sum || sum->text() != "3") std::abort();
        --left;
    } catch (const std::bad_alloc&) {
        if (std::exchange(has_failed, true)) std::abort();
    }
    return 0;
} catch (const std::bad_alloc&) {
    constexpr std::string_view starved = "connection: out of memory\n";
    return ::write(STDERR_FILENO, starved.data(), starved.size()) == -1 ? 1 : 2;
}

int main_of(words line) {
    std::vector<char*> argv;
    for (string& word : line) argv.push_back(word.data());
    argv.push_back(nullptr);
    const int count = static_cast<int>(line.size());
    callbox::options defaults;
    defaults.clients = &callbox::commands::client;
    faults::armed = fault;
    const int status = line[0] == "connection" ? call_twice(line[1])
                       : line[0] == "callbox-openrpc"
                           ? openrpc_main(count, argv.data())
                           : callbox::run(demo::methods, count, argv.data(), defaults);
    faults::armed = nullptr;
    return status;
}

// `place`: the allocation that fails; 0: none.
outcome run(const words& line, std::size_t place) {
    new (fault) faults::fault;
    fault->what = faults::kind::allocation;
    fault->at = place;
    const int out = ::memfd_create("out", 0), errors = ::memfd_create("errors", 0);
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::dup2(out, STDOUT_FILENO);
        ::dup2(errors, STDERR_FILENO);
        std::_Exit(main_of(line));  // skips the slow search for leaks
    }
    int status = 0;
    ::waitpid(pid, &status, 0);
    outcome got{WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(errors)};
    ::close(out);
    ::close(errors);
    return got;
}

// Fails the first 25 allocations and a selection of the later ones, one in each run. Returns the
// number of runs; 0 if one had a wrong outcome.
std::size_t fail_each(const words& line) {
    const outcome right = run(line, 0), starved{2, "", line[0] + ": out of memory\n"};
    for (std::size_t at = 1, runs = 1;; at += 1 + at / 25, ++runs) {
        const outcome got = run(line, at);
        const bool is_right =
            right.status != -1 && (got == right || (fault->fired && got == starved));
        if (is_right && !fault->fired) return runs;
        if (is_right) continue;
        std::fprintf(stderr, "faults: %s %s: allocation %zu (%s): status %d\n%s%s\n",
                     line[0].c_str(), line[1].c_str(), at, fault->name, got.status,
                     got.errors.c_str(), got.out.substr(0, 1'000).c_str());
        return 0;
    }
}

bool fail_all(const string& folder, const string& url) {
    const string document = folder + "/document.json";
    std::ofstream(document) << run({"callbox", "openrpc"}, 0).out;
    std::size_t count = 0;
    for (const words& line : std::vector<words>{
             {"callbox", "--help"}, {"callbox", "help", "math.add"}, {"callbox", "help", "mcp"},
             {"callbox", "list"}, {"callbox", "list", "--tools"}, {"callbox", "--version"},
             {"callbox", "openrpc"}, {"callbox", "client", "python"}, {"callbox", "lst"},
             {"callbox", "call", url, "math.add", "a=1", "b=2"},
             {"callbox", "call", url, "math.ad", "--json", "[1,2]"},
             {"connection", "ws+" + url + ":/api"},
             {"callbox-openrpc", "--help"}, {"callbox-openrpc", "check", document, url},
             {"callbox-openrpc", "client", "typescript", document}}) {
        const std::size_t some = fail_each(line);
        if (some == 0) return false;
        count += some;
    }
    std::printf("faults: %zu allocations of command lines failed\n", count);
    return true;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const string folder = argv[1], url = "unix:" + folder + "/commands.socket";
    wire::program server(url, {"--websocket"});
    if (!server.error().empty()) return std::puts(server.error().c_str()), 1;
    const bool is_right = fail_all(folder, url);
    return is_right && server.stop().empty() ? 0 : 1;
}
