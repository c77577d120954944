// The end of a server while a client has always one more request at hand.
#include "blocking.hpp"

#include <signal.h>

#include <chrono>
#include <string>
#include <thread>

namespace draining_test { namespace {

using namespace slow;
using clock_ = std::chrono::steady_clock;

// Sends requests that each take 5 ms, until the server hangs up, or for six seconds. Of them more
// have always arrived than it reads at once, and what it reads ends with one of them.
void keep_busy(int socket) {
    constexpr int most = 100;
    const int much = 200'000;
    (void)::setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &much, sizeof much);
    std::string body = R"({"jsonrpc":"2.0","method":"nap","params":[5]})";
    body.resize(3'000, ' ');
    body.append(4'096 - post(body).size(), ' ');
    const std::string nap = post(body);
    static_assert(callbox::net::input_bytes % 4'096 == 0);
    const clock_::time_point end = clock_::now() + 6s;
    std::string got;
    for (int waits = 0; clock_::now() < end;) {
        while (waits < most) {
            if (::send(socket, nap.data(), nap.size(), MSG_NOSIGNAL) == -1) return;
            ++waits;
        }
        char some[4096];
        const ssize_t count = ::recv(socket, some, sizeof some, 0);
        if (count <= 0) return;
        got.append(some, static_cast<std::size_t>(count));
        for (auto at = got.find("\r\n\r\n"); at != got.npos; at = got.find("\r\n\r\n")) {
            got.erase(0, at + 4);
            --waits;
        }
    }
}

double seconds_since(clock_::time_point begin) {
    return std::chrono::duration<double>(clock_::now() - begin).count();
}

Test(server_draining, a_client_that_never_stops_sending_puts_off_neither_the_end_nor_others,
     .timeout = 60) {
    const place in;
    for (const bool twice : {false, true}) {
        auto how = with(1, 1);
        how.listen = {in.address()};
        how.limits.drain_timeout_ms = twice ? 20'000 : 300;
        program server(how);
        client other(server);
        other.send("POST /api HTTP/1.1\r\nHost: localhost\r\n");
        const callbox::fd busy = server.connect();
        std::thread sends([&] { keep_busy(busy.get()); });
        ::usleep(100'000);
        const clock_::time_point begin = clock_::now();
        ::kill(server.pid(), SIGTERM);
        cr_expect(until([&] { return !server.connect(); }), "the listeners are closed");
        if (!twice) {
            other.send("Content-Length: 40\r\n\r\n" R"({"jsonrpc":"2.0","method":"ping","id":1})");
            cr_expect(has(other.body(), "pong"), "others are served meanwhile");
        } else {
            ::kill(server.pid(), SIGTERM);
        }
        sends.join();
        (void)server.stop();
        cr_expect(seconds_since(begin) < 4, "%f s", seconds_since(begin));
    }
}

}}  // namespace draining_test
