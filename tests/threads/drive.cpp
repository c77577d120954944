// drive ADDRESS SECONDS OPTION...: starts the program that CALLBOX_PROGRAM names, asks it for all
// that it has from many connections at once, and tells it to stop amidst of that. Exit status 0:
// every answer was right, none was lost, and it ended with 0.
#include "support/load.hpp"
#include "support/program.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

wire::exchange get(const std::string& path, const std::string& got) {
    return {"GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n", got};
}

std::vector<wire::exchange> all_there_is() {
    return {
        wire::call_of("who", "[]", ""),
        wire::call_of("calls", "[]", ""),
        wire::call_of("exchange", R"(["a text that is longer than a string has room for"])", ""),
        wire::call_of("fail", "[]", "}"),          // an incident, and a line in the log
        wire::call_of("exchange", "[1, 2]", "}"),  // faults, and a suggestion
        wire::call_of("whom", "[]", "}"),
        wire::call_of("rpc.discover", "[]", "}"),
        wire::call_of("pause", "[1]", ""),
        get("/api/openrpc.json", "\"openrpc\""),
        get("/api/browse", "</html>"),
        get("/readyz", "\r\n\r\n"),
    };
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
    if (!server.fault().empty()) return fail(server.fault());
    wire::load clients(server, all_there_is(), 6, 6);
    ::sleep(static_cast<unsigned>(std::atoi(words[1].c_str())));
    clients.last_call();
    server.terminate();
    if (const std::string lost = clients.end(); !lost.empty()) return fail(lost);
    if (const std::string fault = server.stop(); !fault.empty()) return fail(fault);
    if (clients.answered() < 500) return fail(std::to_string(clients.answered()) + " answers");
    std::printf("ok: %s, %zu answers\n", words[0].c_str(), clients.answered());
    return 0;
}
