// The server under attack, and a well-behaved client.
#pragma once

#include "support/program.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace attacks {

// The program TEST_PROGRAM, on a free port of loopback.
class server : public wire::program {
public:
    // `descriptors`: their maximum number; 0: no limit.
    explicit server(const std::vector<std::string>& options, std::size_t descriptors = 0);

    std::size_t resident_bytes() const;
    std::size_t descriptors() const;
    double cpu_seconds() const;
    void signal(int number) const;
};

// A connection of a client. The destructor closes it.
class peer {
public:
    explicit peer(callbox::fd connection);
    explicit peer(const server& to) : peer(to.connect()) {}

    // Returns whether all bytes were sent within a second.
    bool send(std::string_view bytes);
    // Sends without waiting. Returns the number of bytes sent.
    std::size_t offer(std::string_view bytes);
    // Reads for that time, or until `enough` bytes have arrived. Empty: nothing arrived.
    std::string read(int within_ms, std::size_t enough = 1);
    // Shuts down the sending side.
    void end();
    // Closes with a RST.
    void reset();
    int get() const { return socket_.get(); }

private:
    callbox::fd socket_;
};

// Calls on its own thread, over a persistent connection and over new ones, and checks every
// response.
class client {
public:
    // `renews`: also opens new connections.
    client(const server& to, bool renews);
    ~client();

    struct counter {
        std::size_t calls = 0;
        std::size_t wrong = 0;
        double slowest_ms = 0;
        std::string first_wrong;
    };
    counter stop();

private:
    void run(bool renews);
    bool call(peer& over);

    const server* to_;
    std::atomic<bool> ends_ = false;
    counter got_;
    std::uint64_t number_ = 1;
    std::thread thread_;
};

double now_s();

}  // namespace attacks
