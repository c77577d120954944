// Starts a program and connects to it over loopback.
#include "server.hpp"

#include "support/frames.hpp"
#include "support/messages.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>

namespace attacks {

peer::peer(callbox::fd connection) : socket_(std::move(connection)) {
    if (socket_) (void)::fcntl(socket_.get(), F_SETFL, O_NONBLOCK);
}

std::size_t peer::offer(std::string_view bytes) {
    const ssize_t count = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    return count == -1 ? 0 : static_cast<std::size_t>(count);
}

bool peer::send(std::string_view bytes) {
    const double end = now_s() + 1;
    while (!bytes.empty() && now_s() < end) {
        const ssize_t count = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count == -1 && errno != EAGAIN) return false;
        if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
        pollfd one{socket_.get(), POLLOUT, 0};
        if (count == -1) (void)::poll(&one, 1, 100);
    }
    return bytes.empty();
}

std::string peer::read(int within_ms, std::size_t enough) {
    std::string all;
    const double end = now_s() + within_ms / 1000.0;
    while (all.size() < enough) {
        pollfd one{socket_.get(), POLLIN, 0};
        const int left = static_cast<int>((end - now_s()) * 1000);
        if (::poll(&one, 1, left < 0 ? 0 : left) <= 0) break;
        char piece[65536];
        const ssize_t count = ::recv(socket_.get(), piece, sizeof piece, 0);
        if (count <= 0) break;
        all.append(piece, static_cast<std::size_t>(count));
    }
    return all;
}

void peer::end() { (void)::shutdown(socket_.get(), SHUT_WR); }

void peer::reset() {
    const linger none{1, 0};
    (void)::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &none, sizeof none);
    socket_.close();
}

bool peer::is_delivered() const {
    int count = 0;
    return ::ioctl(socket_.get(), SIOCOUTQ, &count) == 0 && count == 0;
}

bool peer::is_broken() const {
    pollfd one{socket_.get(), 0, 0};
    return ::poll(&one, 1, 0) == 1 && (one.revents & (POLLHUP | POLLERR)) != 0;
}

std::string handshake() {
    return "GET /api HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
}

std::vector<peer> upgraded(const server& to, std::size_t count) {
    std::vector<peer> all;
    while (all.size() < count) {
        peer& p = all.emplace_back(to);
        std::string got;
        if (p.send(handshake()))
            while (!got.ends_with("\r\n\r\n")) {
                const std::string more = p.read(10'000);
                if (more.empty()) break;
                got += more;
            }
        if (got.starts_with("HTTP/1.1 101 ")) continue;
        std::fprintf(stderr, "no WebSocket, but %s\n", got.c_str());
        std::exit(1);
    }
    return all;
}

std::string frame_of(std::string_view payload, unsigned first) {
    return frames::frame(first, payload, 0, "");
}

namespace {

std::vector<std::string> with_websockets(std::vector<std::string> options) {
    options.push_back("--websocket");
    return options;
}

}  // namespace

server::server(const std::vector<std::string>& options, std::size_t descriptors)
    : program("127.0.0.1:0", with_websockets(options), descriptors) {
    if (error().empty()) return;
    std::fprintf(stderr, "%s\n", error().c_str());
    std::exit(1);
}

std::size_t server::resident_bytes() const {
    std::ifstream from("/proc/" + std::to_string(pid()) + "/statm");
    std::size_t all = 0, resident = 0;
    from >> all >> resident;
    return resident * 4096;
}

std::size_t server::descriptors() const {
    std::size_t count = 0;
    DIR* const all = ::opendir(("/proc/" + std::to_string(pid()) + "/fd").c_str());
    while (all != nullptr && ::readdir(all) != nullptr) ++count;
    if (all != nullptr) ::closedir(all);
    return count;
}

double server::cpu_seconds() const {
    std::ifstream from("/proc/" + std::to_string(pid()) + "/stat");
    std::string word;
    double ticks = 0;
    for (int i = 1; from >> word; ++i)
        if (i == 14 || i == 15) ticks += std::atof(word.c_str());
    return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

void server::signal(int number) const { (void)::kill(pid(), number); }

client::client(const server& to, bool renews)
    : to_(&to), thread_([this, renews] { run(renews); }) {}

client::~client() {
    if (thread_.joinable()) (void)stop();
}

client::counter client::stop() {
    ends_ = true;
    thread_.join();
    return got_;
}

void client::run(bool renews) {
    peer kept(*to_);
    std::vector<peer> websocket(upgraded(*to_, 1));
    for (std::size_t i = 0; !ends_; ++i) {
        const double begin = now_s();
        bool right = false;
        if (renews && i % 4 == 3) {
            peer fresh(*to_);
            right = call(fresh);
        } else if (i % 4 == 1) {
            right = call(websocket[0], true);
        } else {
            right = call(kept);
        }
        const double took = (now_s() - begin) * 1000;
        if (took > got_.slowest_ms) got_.slowest_ms = took;
        ++got_.calls;
        if (!right) ++got_.wrong;
        ::usleep(2000);
    }
}

bool client::call(peer& over, bool is_websocket) {
    const std::string n = std::to_string(++number_);
    const std::string body = made_up::sent("math.add", "[" + n + ",1]", n);
    const std::string wanted = made_up::answered(std::to_string(number_ + 1), n);
    std::string got;
    const std::string frame = frame_of(wanted);
    if (over.send(is_websocket ? frames::text(body) : made_up::posted(body)))
        got = over.read(5000, is_websocket ? frame.size() : 1);
    if (is_websocket && got == frame) return true;
    if (got.starts_with("HTTP/1.1 200") && got.ends_with("\r\n\r\n" + wanted)) return true;
    if (got_.first_wrong.empty()) got_.first_wrong = got.empty() ? "nothing" : got;
    return false;
}

double now_s() {
    timespec t{};
    (void)::clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

}  // namespace attacks
