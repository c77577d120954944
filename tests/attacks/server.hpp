// The server under attack, and a client of it that does nothing wrong.
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

// The program that TEST_PROGRAM names, on a free port of loopback.
class server : public wire::program {
public:
    // `descriptors`: how many it may have; 0: any.
    explicit server(const std::vector<std::string>& options, std::size_t descriptors = 0);

    std::size_t resident_bytes() const;
    std::size_t descriptors() const;
    double cpu_seconds() const;
    void signal(int number) const;
};

// A connection of a client. Closed when it goes.
class peer {
public:
    explicit peer(callbox::fd connection);
    explicit peer(const server& to) : peer(to.connect()) {}

    // Whether all was taken within a second.
    bool send(std::string_view bytes);
    // As much as is taken at once.
    std::size_t offer(std::string_view bytes);
    // What has come within so many ms, or until `enough` bytes; "" for nothing or the end.
    std::string read(int within_ms, std::size_t enough = 1);
    // Sends no more.
    void end();
    // Ends with a RST.
    void reset();
    int get() const { return socket_.get(); }

private:
    callbox::fd socket_;
};

// Calls on its own thread, over a connection that it keeps and over new ones, and checks every
// answer.
class client {
public:
    // `renews`: whether it opens new connections too.
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
