// Shared by the programs of the benchmark: files and loopback connections.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace bench {

// Prints what failed and why, and exits.
[[noreturn]] inline void fail(const char* what) {
    std::perror(what);
    std::exit(1);
}

inline std::string bytes_of(const char* path) {
    std::FILE* file = std::fopen(path, "rb");
    if (file == nullptr) fail(path);
    std::string all;
    char part[4096];
    while (const std::size_t count = std::fread(part, 1, sizeof part, file))
        all.append(part, count);
    std::fclose(file);
    return all;
}

inline std::size_t number(const char* text) { return std::strtoull(text, nullptr, 10); }

// Port 0: any free one.
inline sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return to;
}

inline std::uint16_t port_of(int socket) {
    sockaddr_in own{};
    socklen_t length = sizeof own;
    if (::getsockname(socket, reinterpret_cast<sockaddr*>(&own), &length) == -1)
        fail("getsockname");
    return ntohs(own.sin_port);
}

// A connected socket, or -1.
inline int dial(std::uint16_t port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket == -1) return -1;
    const sockaddr_in to = loopback(port);
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0) return socket;
    ::close(socket);
    return -1;
}

// Sends one request and waits for the complete response, whose size is known.
inline bool exchange(int socket, const std::string& request, std::size_t answer_bytes) {
    const ssize_t sent = ::send(socket, request.data(), request.size(), MSG_NOSIGNAL);
    if (sent != static_cast<ssize_t>(request.size())) return false;
    std::string answer(answer_bytes, '\0');
    return ::recv(socket, answer.data(), answer.size(), MSG_WAITALL) ==
           static_cast<ssize_t>(answer_bytes);
}

}  // namespace bench
