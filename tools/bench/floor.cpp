// floor REQUEST_BYTES ANSWER_FILE [close]: what serving costs when nothing is understood. Bytes in;
// for each REQUEST_BYTES of them, wherever they are cut, the bytes of ANSWER_FILE out. With `close`
// a connection ends with its first answer. Serves on a free port of 127.0.0.1 until it is killed.
//
// No server with one epoll loop makes fewer system calls: a recv and a send for what has arrived,
// an epoll_wait for all that is ready, and more only where a socket takes a part of an answer.
#include "loopback.hpp"

#include <netinet/tcp.h>
#include <sys/epoll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <vector>

namespace {

constexpr std::size_t input_bytes = 128 << 10;  // the most that is read at once

struct peer {
    std::size_t begun = 0;  // bytes of a request that is not whole
    std::size_t owed = 0;   // bytes of answers that are not sent
    bool full = false;      // the socket took a part: epoll tells when it takes more
};

class server {
public:
    server(std::size_t request_bytes, std::string answer, bool closes);
    std::uint16_t port() const { return bench::port_of(listener_); }
    void turn();

private:
    void accept_one();
    void read(int socket);
    void send(int socket, peer& p);
    void control(int operation, int socket, std::uint32_t events);

    std::size_t request_bytes_;
    std::size_t answer_bytes_;
    bool closes_;
    std::string answers_;  // over and over: as many as one read can ask for
    std::vector<char> input_;
    std::vector<peer> peers_;  // by descriptor
    std::array<epoll_event, 1024> events_;
    int listener_ = -1;
    int epoll_ = -1;
};

server::server(std::size_t request_bytes, std::string answer, bool closes)
    : request_bytes_(request_bytes), answer_bytes_(answer.size()), closes_(closes),
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

// One a turn: epoll says when there are more, so that none is asked for in vain.
void server::accept_one() {
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK);
    if (socket == -1) return;
    const auto index = static_cast<std::size_t>(socket);
    if (index >= peers_.size()) peers_.resize(index + 1);
    peers_[index] = {};
    control(EPOLL_CTL_ADD, socket, EPOLLIN);
}

void server::read(int socket) {
    const ssize_t count = ::recv(socket, input_.data(), input_.size(), 0);
    if (count == -1 && errno == EAGAIN) return;
    if (count <= 0) {
        ::close(socket);
        return;
    }
    peer& p = peers_[static_cast<std::size_t>(socket)];
    p.begun += static_cast<std::size_t>(count);
    p.owed = p.begun / request_bytes_ * answer_bytes_;
    p.begun %= request_bytes_;
    if (p.owed > 0) send(socket, p);
}

// What is owed ends with a whole answer, so it begins as far before the end of one.
void server::send(int socket, peer& p) {
    const std::size_t from = (answer_bytes_ - p.owed % answer_bytes_) % answer_bytes_;
    const ssize_t count = ::send(socket, answers_.data() + from, p.owed, MSG_NOSIGNAL);
    if (count == -1 && errno != EAGAIN) {
        ::close(socket);
        return;
    }
    p.owed -= static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    if (p.owed == 0 && closes_) {
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
    if (argc < 3) {
        std::fputs("usage: floor REQUEST_BYTES ANSWER_FILE [close]\n", stderr);
        return 2;
    }
    const std::size_t request_bytes = std::max<std::size_t>(bench::number(argv[1]), 1);
    server floor(request_bytes, bench::bytes_of(argv[2]), argc > 3);
    std::fprintf(stderr, "floor: ready: http://127.0.0.1:%d/api\n", floor.port());
    for (;;) floor.turn();
}
