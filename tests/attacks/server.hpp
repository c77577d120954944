// The server under attack, and a client of it that does nothing wrong.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace attacks {

// A connection of a client. Closed when it goes.
class peer {
public:
    explicit peer(std::uint16_t port);
    // Over a unix socket.
    explicit peer(const std::string& path);
    peer(peer&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
    peer& operator=(peer&&) = delete;
    ~peer() { close(); }

    bool is_open() const { return descriptor_ != -1; }
    // Whether all was taken within a second.
    bool send(std::string_view bytes);
    // As much as is taken at once.
    std::size_t offer(std::string_view bytes);
    // What has come within so many ms, or until `enough` bytes; "" for nothing or the end.
    std::string read(int within_ms, std::size_t enough = 1);
    void close();
    // Sends no more.
    void end();
    // Ends with a RST.
    void reset();
    int get() const { return descriptor_; }

private:
    int descriptor_;
};

class server {
public:
    // Starts `program` on a free port of loopback. `descriptors`: how many it may have; 0: any.
    server(const std::string& program, std::vector<std::string> options,
           std::size_t descriptors = 0);
    server(const server&) = delete;
    server& operator=(const server&) = delete;
    ~server();

    std::uint16_t port() const { return port_; }
    pid_t pid() const { return pid_; }
    std::size_t resident_bytes() const;
    std::size_t descriptors() const;
    double cpu_seconds() const;
    void signal(int number) const;
    // Its exit status, waited for at most so long; -1 when it was killed or still runs.
    int exit_status(int within_ms);

private:
    pid_t pid_ = -1;
    std::uint16_t port_ = 0;
};

// Calls on its own thread, over a connection that it keeps and over new ones, and checks every
// answer.
class client {
public:
    // `renews`: whether it opens new connections too.
    client(std::uint16_t port, bool renews);
    ~client();

    struct tally {
        std::size_t calls = 0;
        std::size_t wrong = 0;
        double slowest_ms = 0;
        std::string first_wrong;
    };
    tally stop();

private:
    void run(bool renews);
    bool call(peer& over);

    std::uint16_t port_;
    std::atomic<bool> ends_ = false;
    tally got_;
    std::uint64_t number_ = 1;
    std::thread thread_;
};

std::string post(std::string_view body, std::string_view more = "");
double now_s();

}  // namespace attacks
