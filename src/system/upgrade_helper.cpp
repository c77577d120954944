// Starts the successor with the listening sockets from a separate process, and reports the result.
#include "upgrade_helper.hpp"

#include "base/ascii.hpp"
#include "file.hpp"
#include "signals.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <climits>
#include <fcntl.h>

namespace callbox::system {

namespace {

using report = upgrade_helper::report;

constexpr std::size_t sockets_a_message = 200;  // the kernel accepts 253
constexpr std::string_view role_marks[] = {"", "c", "a"};  // of listener_role

// A message of one byte with room for sockets beside it.
struct socket_message : msghdr {
    explicit socket_message(std::size_t count) : msghdr{} {
        msg_iov = &bytes;
        msg_iovlen = 1;
        msg_control = beside;
        msg_controllen = CMSG_SPACE(count * sizeof(int));
    }

    char order = 0;
    iovec bytes{&order, sizeof order};
    alignas(cmsghdr) char beside[CMSG_SPACE(sockets_a_message * sizeof(int))] = {};
};

// Everything that the helper needs is allocated before the fork, as the child of a multithreaded
// process must not allocate.
struct plan {
    std::string path;
    std::vector<std::string> texts;  // storage of the pointers below
    std::vector<char*> words, environment;
    std::string variable;            // the last of the environment, with room for all sockets
    std::vector<handed> sockets;     // an order replaces their descriptors
    std::uint32_t patience_ms = 0;
    sigset_t mask = {};              // of the server's thread, restored for the successor
    int channel = -1;
};

bool is_program(const std::string& path) { return ::access(path.c_str(), X_OK) == 0; }

// The absolute path at which execvp(3) would find the program, or else that of the running program.
std::string path_of(const std::string& program) {
    std::array<char, PATH_MAX> here{};
    if (program.starts_with('/') && is_program(program)) return program;
    if (program.find('/') != std::string::npos) {
        if (::getcwd(here.data(), here.size()) != nullptr && is_program(program))
            return std::string(here.data()) + '/' + program;
    } else if (const char* const path = std::getenv("PATH"); path != nullptr) {
        std::string_view folders(path);
        while (!folders.empty()) {
            const std::string folder(ascii::take_until(folders, ':'));
            std::string in = folder + '/' + program;
            if (folder.starts_with('/') && is_program(in)) return in;
        }
    }
    const std::string own = own_path();
    return is_program(own) ? own : "";
}

// Variables that are not passed on, as the successor is another process and gets its sockets
// differently.
bool is_for_another(std::string_view variable) {
    for (const std::string_view name : {"WATCHDOG_PID=", "LISTEN_PID=", "LISTEN_FDS=",
                                        "LISTEN_FDNAMES=", "CALLBOX_HANDED_OVER="})
        if (variable.starts_with(name)) return true;
    return false;
}

void prepare(plan& p, const std::vector<std::string>& program) {
    constexpr std::size_t number = 13;  // digits and separators
    p.texts = program;
    const std::size_t words = program.size();
    for (char** one = environ; one != nullptr && *one != nullptr; ++one)
        if (!is_for_another(*one)) p.texts.emplace_back(*one);
    p.variable.reserve(std::strlen(handover_variable) + (p.sockets.size() + 3) * number);
    for (std::size_t i = 0; i < p.texts.size(); ++i)
        (i < words ? p.words : p.environment).push_back(p.texts[i].data());
    p.words.push_back(nullptr);
    p.environment.push_back(p.variable.data());
    p.environment.push_back(nullptr);
}

// The functions below run only in the helper. They neither allocate nor use shared state.

// Receives a complete order. Returns false if none will follow.
bool receive(plan& p) {
    std::span<handed> rest(p.sockets);
    do {
        socket_message message(sockets_a_message);
        const auto size =
            retried([&] { return ::recvmsg(p.channel, &message, MSG_CMSG_CLOEXEC); });
        if (size <= 0) return false;
        const cmsghdr* const head = CMSG_FIRSTHDR(&message);
        const std::size_t count =
            head == nullptr ? 0 : (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        if (count != std::min(rest.size(), sockets_a_message)) return false;
        for (std::size_t i = 0; i < count; ++i)
            std::memcpy(&rest[i].socket, CMSG_DATA(head) + i * sizeof(int), sizeof(int));
        rest = rest.subspan(count);
    } while (!rest.empty());
    return true;
}

[[noreturn]] void become(plan& p, int report_pipe) {
    p.variable = handover_variable;  // fits the reserved memory, as do the texts appended below
    p.variable.append("=").append(digits(::getpid())).append(":").append(digits(report_pipe));
    (void)::fcntl(report_pipe, F_SETFD, 0);
    char before = ':';
    for (const auto& [socket, with_file, serves] : p.sockets) {
        p.variable += std::exchange(before, ',');
        p.variable.append(digits(socket)).append(with_file ? "f" : "");
        p.variable.append(role_marks[static_cast<std::size_t>(serves)]);
        (void)::fcntl(socket, F_SETFD, 0);
    }
    stop_signals::reset();
    (void)::sigprocmask(SIG_SETMASK, &p.mask, nullptr);
    (void)::execve(p.path.c_str(), p.words.data(), p.environment.data());
    const char why[2] = {'E', static_cast<char>(errno)};
    [[maybe_unused]] const auto written = ::write(report_pipe, why, sizeof why);
    ::_exit(127);
}

// Waits for the end of the successor. `late`: it has not ended in that time.
report end_of(pid_t successor, int ms) {
    int status = 0;
    for (; ::waitpid(successor, &status, WNOHANG) != successor; ms -= 5) {
        if (ms <= 0) return {report::late, 0};
        (void)::poll(nullptr, 0, 5);
    }
    return WIFSIGNALED(status) ? report{report::killed, WTERMSIG(status)}
                               : report{report::exited, WEXITSTATUS(status)};
}

report await(pid_t successor, int report_pipe, const plan& p) {
    const time_ms end = now_ms() + p.patience_ms;
    pollfd both[2] = {{report_pipe, POLLIN, 0}, {p.channel, 0, 0}};  // only hang-ups of the channel
    report became{report::late, 0};
    for (time_ms left = p.patience_ms; left >= 0; left = end - now_ms()) {
        const int events = ::poll(both, 2, static_cast<int>(std::min<time_ms>(left, INT_MAX)));
        if (events == -1 && errno == EINTR) continue;
        if (events <= 0) break;
        if (both[1].revents != 0) {
            (void)::kill(successor, SIGTERM);
            ::_exit(0);
        }
        char word[2] = {};
        const auto size = retried([&] { return ::read(report_pipe, word, sizeof word); });
        if (size > 0 && word[0] == 'R') return {report::ready, successor};
        became = end_of(successor, static_cast<int>(std::max<time_ms>(end - now_ms(), 0)));
        if (size == 2) became = {report::refused, static_cast<unsigned char>(word[1])};
        if (became.kind != report::late) return became;
        break;
    }
    (void)::kill(successor, SIGKILL);
    (void)end_of(successor, 1'000);
    return became;
}

report start(plan& p) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) == -1) return {report::refused, errno};
    const pid_t successor = ::fork();
    if (successor == 0) become(p, ends[1]);
    const int because = errno;
    (void)::close(ends[1]);
    for (const handed& each : p.sockets) (void)::close(each.socket);
    const report became =
        successor == -1 ? report{report::refused, because} : await(successor, ends[0], p);
    (void)::close(ends[0]);
    return became;
}

// All signals are blocked: they are meant for the server. The helper ends with the server.
[[noreturn]] void help(plan& p) {
    constexpr int own = 3;
    (void)::signal(SIGCHLD, SIG_DFL);  // needed to wait for the successor
    if (p.channel != own && ::dup3(p.channel, own, O_CLOEXEC) == -1) ::_exit(1);
    p.channel = own;
    bool closed = false;
#ifdef SYS_close_range
    closed = ::syscall(SYS_close_range, own + 1, UINT_MAX, 0) == 0;
#endif
    for (int number = own + 1; !closed && number < 65'536; ++number) (void)::close(number);
    while (receive(p)) {
        const report became = start(p);
        (void)retried([&] { return ::send(own, &became, sizeof became, MSG_NOSIGNAL); });
        if (became.kind == report::ready) ::_exit(0);
    }
    ::_exit(0);
}

}  // namespace

std::string upgrade_helper::open(const std::vector<std::string>& program, std::uint32_t patience_ms,
                                 std::vector<handed> sockets) {
    const std::string refused = "cannot be upgraded: ";
    if (::getpid() == 1) return refused + "a container ends with its first process";
    plan p;
    if (!program.empty()) p.path = path_of(program.front());
    if (p.path.empty()) return refused + "program file not found";
    p.sockets = sockets;
    prepare(p, program);
    p.patience_ms = patience_ms;
    patience_ms_ = patience_ms;
    sockets_ = std::move(sockets);
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) == -1)
        return refused + std::strerror(errno);
    channel_ = fd(ends[0]);
    fd other(ends[1]);
    p.channel = other.get();
    sigset_t all;
    (void)::sigfillset(&all);
    (void)::sigprocmask(SIG_SETMASK, &all, &p.mask);
    // A grandchild whose parent has exited is not our child. If SIGCHLD is ignored, the child's
    // exit status is lost; the channel shows whether the grandchild exists.
    const pid_t between = ::fork();
    if (between == 0) {
        if (::fork() != 0) ::_exit(0);
        help(p);
    }
    if (between != -1) (void)retried([&] { return ::waitpid(between, nullptr, 0); });
    (void)::sigprocmask(SIG_SETMASK, &p.mask, nullptr);
    other.close();
    char end = 0;
    if (::recv(channel_.get(), &end, 1, MSG_PEEK | MSG_DONTWAIT) == -1) return "";
    channel_.close();
    return refused + "cannot create a process";
}

// Calls sendmsg directly: the C library may use another system call, which the sandbox denies.
bool upgrade_helper::order() const {
    if (!channel_) return false;
    std::span<const handed> rest(sockets_);
    do {
        const auto some = rest.first(std::min(rest.size(), sockets_a_message));
        socket_message message(some.size());
        cmsghdr* const head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(some.size() * sizeof(int));
        for (std::size_t i = 0; i < some.size(); ++i)
            std::memcpy(CMSG_DATA(head) + i * sizeof(int), &some[i].socket, sizeof(int));
        const auto sent = retried([&] {
            return ::syscall(SYS_sendmsg, channel_.get(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        });
        if (sent == -1) return false;
        rest = rest.subspan(some.size());
    } while (!rest.empty());
    return true;
}

upgrade_helper::report upgrade_helper::collect() {
    report got;
    const auto size =
        retried([&] { return ::recv(channel_.get(), &got, sizeof got, MSG_DONTWAIT); });
    if (size == -1 && errno == EAGAIN) return {};
    if (size != sizeof got) got.kind = report::gone;
    if (got.kind == report::ready || got.kind == report::gone) channel_.close();
    return got;
}

}  // namespace callbox::system
