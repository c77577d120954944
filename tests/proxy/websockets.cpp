// websockets load PORT SECONDS: calls math.add over WebSockets through a proxy for so long. Prints
// the ids of the answered calls, and to standard error the number of repeated ones.
// websockets idle PORT MS: opens a WebSocket, only answers pings for at least that time, then calls
// over it. Prints the number of pings.
// Exit status 1: a call failed or the WebSocket was closed; standard error has the reason.
#include "support/frames.hpp"
#include "support/messages.hpp"
#include "support/program.hpp"
#include "support/shown.hpp"
#include "support/websocket_load.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

int fail(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    return 1;
}

int call_for(const std::string& port, unsigned seconds) {
    support::websocket_load clients("ws://127.0.0.1:" + port + "/api", 1001);
    ::sleep(seconds);
    clients.end();
    for (const std::string& id : clients.answered()) std::puts(id.c_str());
    if (!clients.wrong().empty()) return fail(clients.wrong());
    std::fprintf(stderr, "%zu\n", clients.repeated());
    return 0;
}

int stay_idle_for(const std::string& port, int ms) {
    const std::string ping = frames::frame(0x89, "", 0, "");
    wire::socket_peer one(wire::connected(port));
    std::string got;
    // Bytes up to the text, or none if the connection ends before.
    const auto read_to = [&](const std::string& text) {
        while (got.find(text) == got.npos) {
            const auto what = one.receive(got);
            if (what != wire::peer::arrival::bytes && what != wire::peer::arrival::quiet)
                return false;
        }
        got.erase(0, got.find(text) + text.size());
        return true;
    };
    one.send("GET /api HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    if (!read_to("HTTP/1.1 101 ") || !read_to("\r\n\r\n"))
        return fail("no WebSocket, but " + support::shown(got));
    const callbox::time_ms begin = callbox::now_ms();
    int pings = 0;
    for (; callbox::now_ms() < begin + ms; ++pings) {
        if (!read_to(ping))
            return fail("an idle WebSocket was closed after " +
                        std::to_string(callbox::now_ms() - begin) + " ms and " +
                        std::to_string(pings) + " pings: " + support::shown(got));
        one.send(frames::pong());
    }
    one.send(frames::text(made_up::sent("math.add", "[2,3]")));
    if (!read_to(frames::frame(0x81, made_up::answered("5"), 0, "")))
        return fail("no response over an idle WebSocket, but " + support::shown(got));
    std::printf("%d pings\n", pings);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4) return fail("usage: websockets load|idle PORT TIME");
    if (argv[1] == std::string("idle")) return stay_idle_for(argv[2], std::atoi(argv[3]));
    return call_for(argv[2], static_cast<unsigned>(std::atoi(argv[3])));
}
