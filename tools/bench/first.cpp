// first COUNT REQUEST_FILE ANSWER_BYTES PROGRAM: starts PROGRAM, a server, COUNT times. Prints the
// milliseconds from before fork and exec to the end of the first response.
#include "loopback.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

namespace {

double now_ms() {
    timespec t{};
    ::clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

std::uint16_t free_port() {
    const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in here = bench::loopback(0);
    if (::bind(socket, reinterpret_cast<const sockaddr*>(&here), sizeof here) == -1)
        bench::fail("first: bind");
    const std::uint16_t port = bench::port_of(socket);
    ::close(socket);
    return port;
}

pid_t start(const char* program, std::uint16_t port) {
    const std::string where = "127.0.0.1:" + std::to_string(port);
    const pid_t child = ::fork();
    if (child == -1) bench::fail("first: fork");
    if (child > 0) return child;
    ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);
    ::execl(program, program, "serve", "--listen", where.c_str(), nullptr);
    ::_exit(127);
}

// Retries until the server listens, and yields the core in between.
int dial_until(std::uint16_t port, double end_ms) {
    while (now_ms() < end_ms) {
        if (const int socket = bench::dial(port); socket != -1) return socket;
        ::usleep(20);
    }
    return -1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fputs("usage: first COUNT REQUEST_FILE ANSWER_BYTES PROGRAM\n", stderr);
        return 2;
    }
    const std::string request = bench::bytes_of(argv[2]);
    for (std::size_t left = bench::number(argv[1]); left > 0; --left) {
        const std::uint16_t port = free_port();
        const double begin = now_ms();
        const pid_t child = start(argv[4], port);
        const int socket = dial_until(port, begin + 5000);
        const bool answered = bench::exchange(socket, request, bench::number(argv[3]));
        const double end = now_ms();
        ::close(socket);
        ::kill(child, SIGTERM);
        ::waitpid(child, nullptr, 0);
        if (!answered) bench::fail("first: no response");
        std::printf("%.2f\n", end - begin);
    }
}
