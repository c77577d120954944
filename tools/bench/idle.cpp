// idle PORT COUNT REQUEST_FILE ANSWER_BYTES: opens COUNT connections, makes one request on each,
// reports that it is ready, and keeps them open until it is killed.
// idle PORT COUNT websocket: the same with WebSockets, of which each makes one call. Answers pings.
#include "upgrade.hpp"

#include <sys/epoll.h>

#include <array>
#include <string_view>

namespace {

void report() { std::fputs("idle: ready: all connections are open\n", stderr); }

[[noreturn]] void hold_requests(std::uint16_t port, std::size_t count, const std::string& request,
                                std::size_t answer_bytes) {
    for (; count > 0; --count) {
        const int socket = bench::dial(port);
        if (socket == -1) bench::fail("idle: connect");
        if (!bench::exchange(socket, request, answer_bytes)) bench::fail("idle: answer");
    }
    report();
    for (;;) ::pause();
}

// Answers the pings of one read.
void answer_pings(int socket) {
    constexpr std::string_view ping("\x89\0", 2);
    static const std::string pong = frames::pong();
    std::array<char, 64> input;
    const ssize_t count = ::recv(socket, input.data(), input.size(), 0);
    if (count <= 0) bench::fail("idle: recv");
    std::string_view got(input.data(), static_cast<std::size_t>(count));
    for (; got.starts_with(ping); got.remove_prefix(ping.size()))
        if (::send(socket, pong.data(), pong.size(), MSG_NOSIGNAL) == -1) bench::fail("idle: send");
    if (!got.empty()) bench::fail("idle: not a ping");
}

[[noreturn]] void hold_websockets(std::uint16_t port, std::size_t count) {
    const std::string call = frames::text(bench::call_of("math.add", "[2,3]"));
    const std::size_t answer_bytes = frames::frame(0x81, bench::result_of("5"), 0, "").size();
    const int epoll = ::epoll_create1(0);
    for (; count > 0; --count) {
        epoll_event event{};
        event.events = EPOLLIN;
        event.data.fd = bench::open_websocket(port);
        if (!bench::exchange(event.data.fd, call, answer_bytes)) bench::fail("idle: answer");
        if (::epoll_ctl(epoll, EPOLL_CTL_ADD, event.data.fd, &event) == -1)
            bench::fail("idle: epoll_ctl");
    }
    report();
    for (epoll_event event;;)
        if (::epoll_wait(epoll, &event, 1, -1) == 1) answer_pings(event.data.fd);
}

}  // namespace

int main(int argc, char** argv) {
    const bool with_websockets = argc == 4 && std::string_view(argv[3]) == "websocket";
    if (argc != 5 && !with_websockets) {
        std::fputs("usage: idle PORT COUNT REQUEST_FILE ANSWER_BYTES\n"
                   "       idle PORT COUNT websocket\n", stderr);
        return 2;
    }
    const auto port = static_cast<std::uint16_t>(bench::number(argv[1]));
    const std::size_t count = bench::number(argv[2]);
    if (with_websockets) hold_websockets(port, count);
    hold_requests(port, count, bench::bytes_of(argv[3]), bench::number(argv[4]));
}
