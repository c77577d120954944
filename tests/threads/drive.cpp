// drive ADDRESS SECONDS OPTION...: starts the program named by TEST_PROGRAM and calls everything it
// has over many concurrent connections and WebSockets, while other clients disconnect before they
// are answered, and stops it under this load. Exit status 0: all answers were right, none was lost,
// and the program exited with 0.
#include "support/frames.hpp"
#include "support/load.hpp"
#include "support/program.hpp"
#include "websocket/frames.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <span>
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

const std::string handshake =
    "GET /api HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

// Calls in rounds over WebSockets, until the server closes them with 1001. A round has slow calls,
// whose responses come in any order.
class websocket_load {
public:
    explicit websocket_load(const wire::program& server) {
        for (int i = 0; i < 4; ++i) all_.emplace_back([this, &server] { work(server); });
    }
    ~websocket_load() { (void)end(); }
    std::string end() {
        for (std::thread& each : all_) each.join();
        all_.clear();
        return wrong_;
    }
    std::size_t answered() const { return answered_; }

private:
    using event = callbox::websocket::reader::event;

    void work(const wire::program& server) {
        wire::socket_peer peer(server.connect());
        peer.send(handshake);
        std::string got;
        while (got.find("\r\n\r\n") == got.npos)
            if (peer.receive(got) != wire::peer::arrival::bytes) return fail("no handshake");
        got.erase(0, got.find("\r\n\r\n") + 4);
        const std::string calls =
            frames::text(one("slow.pause", "[2]", R"(,"id":1)")) +
            frames::text(one("slow.late", "[5]", R"(,"id":2)")) + frames::ping("x") +
            frames::text(one("calls", "[]", R"(,"id":3)")) + frames::text(batch()) +
            frames::text(one("slow.exchange", R"(["b"])", "")) +
            frames::text(one("slow.fail", "[]", R"(,"id":5)"));
        callbox::limits bounds;
        callbox::websocket::reader reader(bounds, callbox::websocket::role::client);
        for (;;) {
            peer.send(calls);
            std::set<std::string> left{":1}", ":2}", ":3}", "4}]", ":5}", "x"};
            while (!left.empty()) {
                std::span<char> unread(got);
                const event what = reader.feed(unread);
                const std::string text(reader.payload().begin(), reader.payload().end());
                if (what == event::close && static_cast<int>(reader.status()) == 1001) return;
                const bool is_awaited = what == event::more || (what == event::pong && text == "x")
                    || (what == event::message && text.size() > 3);
                const bool is_new = what == event::more ||
                    left.erase(text.substr(text.size() - (what == event::pong ? 1 : 3))) == 1;
                if (!is_awaited || !is_new) return fail("over a WebSocket: " + text);
                reader.compact(unread);
                got.erase(0, static_cast<std::size_t>(unread.data() - got.data()));
                got.resize(unread.size());
                if (what != event::more) ++answered_;
                else if (peer.receive(got) != wire::peer::arrival::bytes)
                    return fail("a WebSocket ends without a close, or hangs");
            }
        }
    }
    void fail(const std::string& why) {
        const std::lock_guard held(mutex_);
        wrong_ = why;
    }

    std::atomic<std::size_t> answered_ = 0;
    std::mutex mutex_;
    std::string wrong_;  // guarded by mutex_
    std::vector<std::thread> all_;
};

// Sends calls and disconnects without reading the answers, again and again; sometimes with a reset.
void leave(const wire::program& server, const std::atomic<bool>& enough) {
    for (unsigned i = 0; !enough; ++i) {
        callbox::fd socket = server.connect();
        const std::string call = i % 2 == 0 ? batch() : one("slow.pause", "[2]", "");
        const std::string sent = i % 5 < 3 ? post(call, "").sent
                                           : handshake + frames::text(call) + frames::text(call);
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
    websocket_load others(server);
    ::sleep(static_cast<unsigned>(std::atoi(words[1].c_str())));
    clients.last_call();
    server.terminate();
    const std::string lost = clients.end();
    const std::string wrong = others.end();
    enough = true;
    leaving.join();
    if (!lost.empty()) return fail(lost);
    if (!wrong.empty()) return fail(wrong);
    if (const std::string problem = server.stop(); !problem.empty()) return fail(problem);
    if (clients.answered() < 500) return fail(std::to_string(clients.answered()) + " answers");
    if (others.answered() < 100) return fail(std::to_string(others.answered()) + " frames");
    std::printf("ok: %s, %zu answers, %zu frames\n", words[0].c_str(), clients.answered(),
                others.answered());
    return 0;
}
