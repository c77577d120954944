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

// The program TEST_PROGRAM, on a free port of loopback, with WebSockets.
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
    // Whether all bytes sent have reached the server's socket.
    bool is_delivered() const;
    // Whether the server has reset the connection.
    bool is_broken() const;
    int get() const { return socket_.get(); }

private:
    callbox::fd socket_;
};

// The handshake of a WebSocket.
std::string handshake();
// That many WebSockets, after their handshakes. Ends the process if the server refuses one.
std::vector<peer> upgraded(const server& to, std::size_t count);
// A frame as the server sends it.
std::string frame_of(std::string_view payload, unsigned first = 0x81);

// Calls on its own thread, over a persistent connection, a WebSocket and new connections, and
// checks every response.
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
    bool call(peer& over, bool is_websocket = false);

    const server* to_;
    std::atomic<bool> ends_ = false;
    counter got_;
    std::uint64_t number_ = 1;
    std::thread thread_;
};

double now_s();

}  // namespace attacks
