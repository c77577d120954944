// The real program as a process of its own, and connections to it.
#pragma once

#include "base/fd.hpp"
#include "play.hpp"

#include <callbox/options.hpp>

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace wire {

// A connection to a server at "unix:/some/path", or at a port of 127.0.0.1; not open when it can't
// be reached.
callbox::fd connected(const std::string& address);

// `callbox serve` with some options, from its start to its SIGTERM. It does not outlive the test.
class program {
public:
    // Waits until the program says that it is ready; error() says when it did not.
    // `address` is what it listens on: "127.0.0.1:0" or "unix:/some/path". `descriptors`: how many
    // it may have; 0: any.
    program(const std::string& address, const std::vector<std::string>& options,
            std::size_t descriptors = 0);
    // The same for a table of the test's own: `serve` serves it, in a process of its own.
    program(const callbox::options& how, int (*serve)(const callbox::options& how));
    ~program();
    program(const program&) = delete;
    program& operator=(const program&) = delete;

    const std::string& error() const { return error_; }
    bool running();
    pid_t pid() const { return pid_; }
    // What it listens on: the path with "unix:" before it, or the port at 127.0.0.1.
    const std::string& address() const { return address_; }
    // What it has said on standard error so far.
    std::string said() const;
    callbox::fd connect() const { return connected(address_); }
    // Sends SIGTERM and does not wait for the end.
    void terminate();
    bool ended_within(int ms);
    // Its exit status, waited for at most so long; -1 when it was killed or still runs.
    int exit_status(int within_ms);
    // Sends SIGTERM unless it got one, and waits for the end. Empty when it ended with 0 and wrote
    // nothing unexpected.
    std::string stop();

private:
    void await();
    bool ready();

    std::string address_;
    callbox::fd said_;  // a file in memory: nobody has to read it for the program to go on
    pid_t pid_ = -1;
    int status_ = -1;
    bool terminated_ = false;
    std::string error_;
};

// A peer over a connection.
class socket_peer final : public peer {
public:
    explicit socket_peer(callbox::fd connection) : socket_(std::move(connection)) {}
    void send(std::string_view bytes) override;
    void end() override;
    void wait(int) override {}
    arrival receive(std::string& out) override;

private:
    callbox::fd socket_;
};

}  // namespace wire
