// Starts a program and talks to it over loopback.
#include "server.hpp"

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>

namespace attacks {

peer::peer(std::uint16_t port) : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int one = 1;
    (void)::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (descriptor_ == -1) return;
    if (::connect(descriptor_, reinterpret_cast<sockaddr*>(&to), sizeof to) == -1) close();
    if (is_open()) (void)::fcntl(descriptor_, F_SETFL, O_NONBLOCK);
}

peer::peer(const std::string& path)
    : descriptor_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    (void)path.copy(to.sun_path, sizeof to.sun_path - 1);
    if (descriptor_ == -1) return;
    if (::connect(descriptor_, reinterpret_cast<sockaddr*>(&to), sizeof to) == -1) close();
    if (is_open()) (void)::fcntl(descriptor_, F_SETFL, O_NONBLOCK);
}

std::size_t peer::offer(std::string_view bytes) {
    const ssize_t count = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    return count == -1 ? 0 : static_cast<std::size_t>(count);
}

bool peer::send(std::string_view bytes) {
    const double end = now_s() + 1;
    while (!bytes.empty() && now_s() < end) {
        const ssize_t count = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count == -1 && errno != EAGAIN) return false;
        if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
        pollfd one{descriptor_, POLLOUT, 0};
        if (count == -1) (void)::poll(&one, 1, 100);
    }
    return bytes.empty();
}

std::string peer::read(int within_ms, std::size_t enough) {
    std::string all;
    const double end = now_s() + within_ms / 1000.0;
    while (all.size() < enough) {
        pollfd one{descriptor_, POLLIN, 0};
        const int left = static_cast<int>((end - now_s()) * 1000);
        if (::poll(&one, 1, left < 0 ? 0 : left) <= 0) break;
        char piece[65536];
        const ssize_t count = ::recv(descriptor_, piece, sizeof piece, 0);
        if (count <= 0) break;
        all.append(piece, static_cast<std::size_t>(count));
    }
    return all;
}

void peer::close() {
    if (descriptor_ != -1) ::close(descriptor_);
    descriptor_ = -1;
}

void peer::end() { (void)::shutdown(descriptor_, SHUT_WR); }

void peer::reset() {
    const linger at_once{1, 0};
    (void)::setsockopt(descriptor_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close();
}

server::server(const std::string& program, std::vector<std::string> options,
               std::size_t descriptors) {
    int told[2];
    if (::pipe(told) == -1) std::abort();
    options.insert(options.begin(), {program, "--listen", "127.0.0.1:0"});
    pid_ = ::fork();
    if (pid_ == 0) {
        if (descriptors != 0) {
            const rlimit few{descriptors, descriptors};
            (void)::setrlimit(RLIMIT_NOFILE, &few);
        }
        (void)::dup2(told[1], STDERR_FILENO);
        ::close(told[0]);
        ::close(told[1]);
        std::vector<char*> argv;
        for (std::string& each : options) argv.push_back(each.data());
        argv.push_back(nullptr);
        ::execv(program.c_str(), argv.data());
        ::_exit(127);
    }
    ::close(told[1]);
    std::string said;
    char piece[4096];
    std::size_t at = std::string::npos;
    for (ssize_t n; at == std::string::npos && (n = ::read(told[0], piece, sizeof piece)) > 0;) {
        said.append(piece, static_cast<std::size_t>(n));
        at = said.find("ready: http://127.0.0.1:");
        if (said.find('\n', at) == std::string::npos) at = std::string::npos;
    }
    if (at == std::string::npos) {
        std::fprintf(stderr, "the server did not start: %s\n", said.c_str());
        std::exit(1);
    }
    port_ = static_cast<std::uint16_t>(std::atoi(said.c_str() + at + 24));
    // What it logs from now on is read by nobody: that must not matter.
    (void)::fcntl(told[0], F_SETFL, O_NONBLOCK);
}

server::~server() {
    if (pid_ <= 0) return;
    (void)::kill(pid_, SIGKILL);
    (void)::waitpid(pid_, nullptr, 0);
}

std::size_t server::resident_bytes() const {
    std::ifstream from("/proc/" + std::to_string(pid_) + "/statm");
    std::size_t all = 0, resident = 0;
    from >> all >> resident;
    return resident * 4096;
}

std::size_t server::descriptors() const {
    std::size_t count = 0;
    DIR* const all = ::opendir(("/proc/" + std::to_string(pid_) + "/fd").c_str());
    while (all != nullptr && ::readdir(all) != nullptr) ++count;
    if (all != nullptr) ::closedir(all);
    return count;
}

double server::cpu_seconds() const {
    std::ifstream from("/proc/" + std::to_string(pid_) + "/stat");
    std::string word;
    double ticks = 0;
    for (int i = 1; from >> word; ++i)
        if (i == 14 || i == 15) ticks += std::atof(word.c_str());
    return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

void server::signal(int number) const { (void)::kill(pid_, number); }

int server::exit_status(int within_ms) {
    int status = 0;
    for (const double end = now_s() + within_ms / 1000.0; now_s() < end; ::usleep(5000)) {
        if (::waitpid(pid_, &status, WNOHANG) != pid_) continue;
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    return -1;
}

client::client(std::uint16_t port, bool renews)
    : port_(port), thread_([this, renews] { run(renews); }) {}

client::~client() {
    if (thread_.joinable()) (void)stop();
}

client::tally client::stop() {
    ends_ = true;
    thread_.join();
    return got_;
}

void client::run(bool renews) {
    peer kept(port_);
    for (std::size_t i = 0; !ends_; ++i) {
        const double begin = now_s();
        bool right = false;
        if (renews && i % 4 == 3) {
            peer fresh(port_);
            right = call(fresh);
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

bool client::call(peer& over) {
    const std::string n = std::to_string(++number_);
    const std::string body = R"({"jsonrpc":"2.0","method":"math.add","params":[)" + n +
                             ",1],\"id\":" + n + "}";
    const std::string wanted = R"({"jsonrpc":"2.0","result":)" + std::to_string(number_ + 1) +
                               ",\"id\":" + n + "}";
    std::string got;
    if (over.send(post(body))) got = over.read(5000);
    if (got.starts_with("HTTP/1.1 200") && got.ends_with("\r\n\r\n" + wanted)) return true;
    if (got_.first_wrong.empty()) got_.first_wrong = got.empty() ? "nothing" : got;
    return false;
}

std::string post(std::string_view body, std::string_view more) {
    return std::string("POST /api HTTP/1.1\r\nHost: localhost\r\n").append(more) +
           "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + std::string(body);
}

double now_s() {
    timespec t{};
    (void)::clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) / 1e9;
}

}  // namespace attacks
