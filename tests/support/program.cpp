// Starts the program, waits until it is ready, and moves bytes to and from its sockets.
#include "program.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace wire {
namespace {

constexpr int start_ms = 10'000;
constexpr int stop_ms = 10'000;
constexpr int answer_ms = 5'000;
constexpr std::string_view ready_text = "callbox: ready: ";

// Lines that conversations cause on purpose, and those that say that the program is ready.
bool is_expected(std::string_view line) {
    static constexpr std::array<std::string_view, 11> prefixes{
        ready_text, "callbox: explorer: ", "callbox: tools: ", "callbox: sandbox: ",
        "callbox: notification failed",
        "callbox: undeclared error", "callbox: incident", "callbox: the sandbox may be ",
        "callbox: draining", "callbox: SIGHUP", "callbox: a call timed out"};
    for (const std::string_view prefix : prefixes)
        if (line.starts_with(prefix)) return true;
    // The log leaves lines out when there are too many of them, and says so.
    return line.starts_with("callbox: ") && line.ends_with(" lines dropped");
}

void begin_as_child(int standard_error) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::dup2(standard_error, STDERR_FILENO);
}

[[noreturn]] void become(const std::vector<std::string>& words, int standard_error,
                         std::size_t descriptors) {
    begin_as_child(standard_error);
    const rlimit few{descriptors, descriptors};
    if (descriptors != 0) (void)::setrlimit(RLIMIT_NOFILE, &few);
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    ::execv(argv[0], argv.data());
    std::perror("execv");
    ::_exit(127);
}

template <class Address> callbox::fd connected_to(int family, const Address& to) {
    callbox::fd made(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::connect(made.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) == -1) return {};
    return made;
}

}  // namespace

callbox::fd connected(const std::string& address) {
    if (address.starts_with("unix:")) {
        sockaddr_un to{};
        to.sun_family = AF_UNIX;
        address.copy(to.sun_path, sizeof to.sun_path - 1, 5);
        return connected_to(AF_UNIX, to);
    }
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons(static_cast<std::uint16_t>(std::atoi(address.c_str())));
    callbox::fd made = connected_to(AF_INET, to);
    const int yes = 1;
    const timeval patience{answer_ms / 1000, 0};
    ::setsockopt(made.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (made) ::setsockopt(made.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return made;
}

program::program(const std::string& address, const std::vector<std::string>& options,
                 std::size_t descriptors)
    : address_(address), said_(::memfd_create("stderr", MFD_CLOEXEC)) {
    const char* path = std::getenv("TEST_PROGRAM");
    if (!path) {
        error_ = "TEST_PROGRAM does not name the program";
        return;
    }
    std::vector<std::string> words{path, "serve", "--listen", address};
    words.insert(words.end(), options.begin(), options.end());
    pid_ = ::fork();
    if (pid_ == 0) become(words, said_.get(), descriptors);
    await();
}

program::program(const callbox::options& how, int (*serve)(const callbox::options& how))
    : address_(how.listen.front()), said_(::memfd_create("stderr", MFD_CLOEXEC)) {
    pid_ = ::fork();
    if (pid_ == 0) {
        begin_as_child(said_.get());
        ::_exit(serve(how));
    }
    await();
}

void program::await() {
    for (int waited = 0; !ready(); waited += 5) {
        if (!running() || waited > start_ms) {
            error_ = "the program does not become ready:\n" + said();
            return;
        }
        ::usleep(5'000);
    }
}

program::~program() {
    if (pid_ == -1) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

// Looks for the line that says that the program is ready, and takes the port from it.
bool program::ready() {
    const std::string text = said();
    const std::size_t at = text.find(ready_text);
    if (at == std::string::npos || text.find('\n', at) == std::string::npos) return false;
    if (address_.starts_with("unix:")) return true;
    const std::string url = text.substr(at, text.find('\n', at) - at);
    const std::size_t host = url.find("http://");
    if (host == std::string::npos) return false;
    const std::string authority = url.substr(host + 7, url.find('/', host + 7) - host - 7);
    address_ = authority.substr(authority.rfind(':') + 1);
    return true;
}

bool program::running() {
    if (pid_ == -1) return false;
    if (::waitpid(pid_, &status_, WNOHANG) != pid_) return true;
    pid_ = -1;
    return false;
}

std::string program::said() const {
    std::string all;
    std::array<char, 4096> some{};
    for (;;) {
        const ssize_t n =
            ::pread(said_.get(), some.data(), some.size(), static_cast<off_t>(all.size()));
        if (n <= 0) return all;
        all.append(some.data(), static_cast<std::size_t>(n));
    }
}

void program::terminate() {
    if (pid_ != -1 && !terminated_) ::kill(pid_, SIGTERM);
    terminated_ = true;
}

std::string program::stop() {
    terminate();
    if (!ended_within(stop_ms)) return "the program does not end at SIGTERM:\n" + said();
    if (!WIFEXITED(status_) || WEXITSTATUS(status_) != 0)
        return "the program ended with wait status " + std::to_string(status_) + ":\n" + said();
    const std::string all = said();
    std::string_view rest = all;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        if (!is_expected(line)) return "on standard error: " + std::string(rest);
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    }
    return "";
}

int program::exit_status(int within_ms) {
    return ended_within(within_ms) && WIFEXITED(status_) ? WEXITSTATUS(status_) : -1;
}

bool program::ended_within(int ms) {
    for (int waited = 0; running(); waited += 5) {
        if (waited > ms) return false;
        ::usleep(5'000);
    }
    return true;
}

void socket_peer::send(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (n == -1 && errno == EINTR) continue;
        if (n == -1) return;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
}

void socket_peer::end() { (void)::shutdown(socket_.get(), SHUT_WR); }

peer::arrival socket_peer::receive(std::string& out) {
    if (!socket_) return arrival::broken;
    pollfd one{socket_.get(), POLLIN, 0};
    const int ready = ::poll(&one, 1, answer_ms);
    if (ready == 0) return arrival::quiet;
    std::array<char, 16384> some{};
    const ssize_t n = ready == -1 ? -1 : ::recv(socket_.get(), some.data(), some.size(), 0);
    if (n == -1) return errno == EINTR ? receive(out) : arrival::broken;
    if (n == 0) return arrival::closed;
    out.append(some.data(), static_cast<std::size_t>(n));
    return arrival::bytes;
}

}  // namespace wire
