// drive ADDRESS SECONDS OPTION...: starts the program named by TEST_PROGRAM and calls everything it
// has over many concurrent connections, while other clients disconnect before they are answered,
// and stops it under this load. Exit status 0: all answers were right, none was lost, and the
// program exited with 0.
#include "support/load.hpp"
#include "support/program.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace {

wire::exchange get(const std::string& path, const std::string& got) {
    return {"GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n", got};
}
wire::exchange post(const std::string& body, const std::string& got) {
    return {"POST /api HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
                std::to_string(body.size()) + "\r\n\r\n" + body,
            got};
}
std::string one(const std::string& method, const std::string& params, const std::string& id) {
    return R"({"jsonrpc":"2.0","method":")" + method + R"(","params":)" + params + id + "}";
}

// Slow calls among others; one in three times out, sooner or later.
std::string batch() {
    return "[" + one("slow.pause", "[2]", R"(,"id":1)") + "," + one("calls", "[]", R"(,"id":2)") +
           "," + one("slow.late", "[5]", R"(,"id":3)") + "," +
           one("slow.exchange", R"(["a"])", "") +
           "," + one("slow.calls", "[]", R"(,"id":4)") + "]";
}

std::vector<wire::exchange> all_exchanges() {
    return {
        wire::call_of("who", "[]", ""),
        wire::call_of("calls", "[]", ""),
        wire::call_of("exchange", R"(["a text that is longer than a string has room for"])", ""),
        wire::call_of("fail", "[]", "}"),          // an incident, and a log line
        wire::call_of("exchange", "[1, 2]", "}"),  // argument errors
        wire::call_of("whom", "[]", "}"),
        wire::call_of("rpc.discover", "[]", "}"),
        wire::call_of("pause", "[1]", ""),
        wire::call_of("slow.calls", "[]", ""),
        wire::call_of("slow.exchange", R"(["another text that is longer than that"])", ""),
        wire::call_of("slow.pause", "[3]", ""),
        wire::call_of("slow.late", "[4]", ""),
        wire::call_of("slow.late", "[9]", ""),
        wire::call_of("slow.fail", "[]", "}"),
        wire::call_of("slow.exchange", "[1]", "}"),
        post(batch(), R"(,"id":4}])"),
        post(one("slow.pause", "[1]", ""), "HTTP/1.1 204"),
        get("/api/openrpc.json", "\"openrpc\""),
        get("/api/browse", "</html>"),
        get("/readyz", "\r\n\r\n"),
    };
}

// Sends calls and disconnects without reading the answers, again and again; sometimes with a reset.
void leave(const wire::program& server, const std::atomic<bool>& enough) {
    for (unsigned i = 0; !enough; ++i) {
        callbox::fd socket = server.connect();
        const std::string sent = post(i % 2 == 0 ? batch() : one("slow.pause", "[2]", ""), "").sent;
        (void)::send(socket.get(), sent.data(), sent.size(), MSG_NOSIGNAL);
        ::usleep(i % 4 * 1'000);
        const linger reset{.l_onoff = i % 3 == 0, .l_linger = 0};
        (void)::setsockopt(socket.get(), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    }
}

int fail(const std::string& why) {
    std::fprintf(stderr, "FAILED: %s\n", why.c_str());
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() < 2) return fail("drive ADDRESS SECONDS OPTION...");
    wire::program server(words[0], {words.begin() + 2, words.end()});
    if (!server.error().empty()) return fail(server.error());
    std::atomic<bool> enough = false;
    std::thread leaving([&] { leave(server, enough); });
    wire::load clients(server, all_exchanges(), 6, 6);
    ::sleep(static_cast<unsigned>(std::atoi(words[1].c_str())));
    clients.last_call();
    server.terminate();
    const std::string lost = clients.end();
    enough = true;
    leaving.join();
    if (!lost.empty()) return fail(lost);
    if (const std::string problem = server.stop(); !problem.empty()) return fail(problem);
    if (clients.answered() < 500) return fail(std::to_string(clients.answered()) + " answers");
    std::printf("ok: %s, %zu answers\n", words[0].c_str(), clients.answered());
    return 0;
}
