// floor REQUEST_BYTES ANSWER_FILE [close|websocket]: a baseline server that parses nothing. For
// every REQUEST_BYTES received, however they are split, it sends the bytes of ANSWER_FILE. With
// `close`, closes a connection after its first response. With `websocket`, answers the handshake,
// then unmasks each frame, of REQUEST_BYTES, and sends the bytes of ANSWER_FILE for it.
// floor publish: sends the bytes received on a connection to all others.
// Serves on a free port of 127.0.0.1 until killed.
//
// No server with one epoll loop makes fewer system calls: one recv and one send for arrived input,
// one epoll_wait for all ready sockets, and more only if a socket takes only part of a response.
#include "websocket/frames.hpp"
#include "websocket/handshake.hpp"
#include "loopback.hpp"

#include <netinet/tcp.h>
#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace {

constexpr std::size_t input_bytes = 128 << 10;  // the maximum of one read

enum class kind { http, closing, websocket, publishing };

struct peer {
    std::size_t begun = 0;  // bytes of an incomplete request
    std::size_t owed = 0;   // bytes of unsent responses
    bool open = false;
    bool upgraded = false;  // the handshake is answered
    bool full = false;      // the socket's buffer is full: epoll reports when it has room
};

class server {
public:
    server(std::size_t request_bytes, std::string answer, kind serves);
    std::uint16_t port() const { return bench::port_of(listener_); }
    void turn();

private:
    void accept_one();
    void read(int socket);
    void publish(int from, std::string_view event);
    void upgrade(int socket, peer& p, std::string_view request);
    std::size_t unmask(std::span<char> received);
    void send(int socket, peer& p);
    void control(int operation, int socket, std::uint32_t events);

    std::size_t request_bytes_;
    std::size_t answer_bytes_;
    kind serves_;
    std::string answers_;  // repeated for all requests of one read
    std::vector<char> input_;
    std::vector<peer> peers_;  // by descriptor
    std::array<epoll_event, 1024> events_;
    int listener_ = -1;
    int epoll_ = -1;
};

server::server(std::size_t request_bytes, std::string answer, kind serves)
    : request_bytes_(request_bytes), answer_bytes_(answer.size()), serves_(serves),
      input_(input_bytes), events_{} {
    for (std::size_t asked = 0; asked <= input_bytes / request_bytes; ++asked) answers_ += answer;
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    const int on = 1;
    const sockaddr_in here = bench::loopback(0);
    if (::setsockopt(listener_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == -1 ||
        ::bind(listener_, reinterpret_cast<const sockaddr*>(&here), sizeof here) == -1 ||
        ::listen(listener_, SOMAXCONN) == -1)
        bench::fail("floor: listen");
    epoll_ = ::epoll_create1(0);
    control(EPOLL_CTL_ADD, listener_, EPOLLIN);
}

void server::turn() {
    const int most = static_cast<int>(events_.size());
    const int count = ::epoll_wait(epoll_, events_.data(), most, -1);
    for (int i = 0; i < count; ++i) {
        const int socket = events_[static_cast<std::size_t>(i)].data.fd;
        if (socket == listener_) {
            accept_one();
        } else if (peer& p = peers_[static_cast<std::size_t>(socket)]; p.full) {
            send(socket, p);
        } else {
            read(socket);
        }
    }
}

// Accepts one connection per turn: epoll reports further ones, which saves a failing accept4.
void server::accept_one() {
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK);
    if (socket == -1) return;
    const auto index = static_cast<std::size_t>(socket);
    if (index >= peers_.size()) peers_.resize(index + 1);
    peers_[index] = {.open = true};
    control(EPOLL_CTL_ADD, socket, EPOLLIN);
}

void server::read(int socket) {
    const ssize_t count = ::recv(socket, input_.data(), input_.size(), 0);
    if (count == -1 && errno == EAGAIN) return;
    peer& p = peers_[static_cast<std::size_t>(socket)];
    if (count <= 0) {
        p.open = false;
        ::close(socket);
        return;
    }
    const auto size = static_cast<std::size_t>(count);
    if (serves_ == kind::publishing) return publish(socket, {input_.data(), size});
    if (serves_ != kind::websocket) {
        p.begun += size;
        p.owed = p.begun / request_bytes_ * answer_bytes_;
        p.begun %= request_bytes_;
    } else if (p.upgraded) {
        p.owed = unmask({input_.data(), size}) * answer_bytes_;
    } else {
        return upgrade(socket, p, {input_.data(), size});
    }
    if (p.owed > 0) send(socket, p);
}

// Subscribers read an event before the next is published, thus each socket has room.
void server::publish(int from, std::string_view event) {
    for (std::size_t i = 0; i < peers_.size(); ++i) {
        const int to = static_cast<int>(i);
        if (!peers_[i].open || to == from) continue;
        if (::send(to, event.data(), event.size(), MSG_NOSIGNAL) !=
            static_cast<ssize_t>(event.size()))
            bench::fail("floor: send");
    }
}

// The request arrives in one piece.
void server::upgrade(int socket, peer& p, std::string_view request) {
    constexpr std::string_view name = "Sec-WebSocket-Key: ";
    const std::string_view key = request.substr(request.find(name) + name.size(), 24);
    const auto accept = callbox::websocket::accept_of(key);
    std::string answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                         "Connection: Upgrade\r\nSec-WebSocket-Accept: ";
    answer.append(accept.data(), accept.size()).append("\r\n\r\n");
    if (::send(socket, answer.data(), answer.size(), MSG_NOSIGNAL) == -1)
        bench::fail("floor: send");
    p.upgraded = true;
}

// Unmasks frames with payloads of at most 125 bytes, which arrive whole, as loopback does not split
// a short write. Returns their number.
std::size_t server::unmask(std::span<char> received) {
    constexpr std::size_t header_bytes = 6;
    std::size_t count = 0;
    while (received.size() >= header_bytes) {
        const std::size_t size = static_cast<unsigned char>(received[1]) & 0x7fu;
        if (received.size() - header_bytes < size) break;
        std::uint32_t key = 0;
        std::memcpy(&key, received.data() + 2, sizeof key);
        callbox::websocket::mask(received.subspan(header_bytes, size), key);
        received = received.subspan(header_bytes + size);
        ++count;
    }
    if (!received.empty()) bench::fail("floor: part of a frame");
    return count;
}

// The unsent bytes end with a complete response, which determines where they begin in one.
void server::send(int socket, peer& p) {
    const std::size_t from = (answer_bytes_ - p.owed % answer_bytes_) % answer_bytes_;
    const ssize_t count = ::send(socket, answers_.data() + from, p.owed, MSG_NOSIGNAL);
    if (count == -1 && errno != EAGAIN) {
        ::close(socket);
        return;
    }
    p.owed -= static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    if (p.owed == 0 && serves_ == kind::closing) {
        ::close(socket);
    } else if (p.full != (p.owed > 0)) {
        p.full = p.owed > 0;
        control(EPOLL_CTL_MOD, socket, p.full ? EPOLLOUT : EPOLLIN);
    }
}

void server::control(int operation, int socket, std::uint32_t events) {
    epoll_event event{};
    event.events = events;
    event.data.fd = socket;
    if (::epoll_ctl(epoll_, operation, socket, &event) == -1) bench::fail("floor: epoll_ctl");
}

}  // namespace

int main(int argc, char** argv) {
    const bool publishes = argc == 2 && std::string_view(argv[1]) == "publish";
    if (argc < 3 && !publishes) {
        std::fputs("usage: floor REQUEST_BYTES ANSWER_FILE [close|websocket]\n"
                   "       floor publish\n", stderr);
        return 2;
    }
    const std::size_t request_bytes = std::max<std::size_t>(bench::number(argv[1]), 1);
    const std::string_view option = argc > 3 ? argv[3] : "";
    server floor(request_bytes, publishes ? "" : bench::bytes_of(argv[2]),
                 publishes               ? kind::publishing
                 : option == "close"     ? kind::closing
                 : option == "websocket" ? kind::websocket
                                         : kind::http);
    std::fprintf(stderr, "floor: ready: http://127.0.0.1:%d/api\n", floor.port());
    for (;;) floor.turn();
}
