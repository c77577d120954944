// The example program without a socket: a connection whose bytes and clock the test moves.
#pragma once

#include "observe/metrics.hpp"
#include "server/connection.hpp"
#include "logs.hpp"
#include "play.hpp"

#include <callbox/options.hpp>

#include <memory>
#include <string>
#include <vector>

namespace wire {

// The example's site with options as on a command line. `mistake` says what is wrong with them.
class memory_server {
public:
    explicit memory_server(const std::vector<std::string>& options);

    callbox::net::shared& common() { return *common_; }
    std::string mistake;

private:
    support::quiet_log journal_;
    callbox::options options_;
    std::unique_ptr<callbox::net::board> board_;
    callbox::net::traffic traffic_;
    std::unique_ptr<callbox::net::log_style> style_;
    std::unique_ptr<callbox::net::journal> lines_;
    std::unique_ptr<callbox::site::site> site_;
    std::unique_ptr<callbox::net::shared> common_;
};

// A connection to a memory_server, served as the loop does. One at a time for each server.
class memory_peer final : public peer {
public:
    explicit memory_peer(memory_server& server);
    ~memory_peer() override { connection_.close(); }
    memory_peer(const memory_peer&) = delete;
    memory_peer& operator=(const memory_peer&) = delete;

    void send(std::string_view bytes) override;
    void end() override;
    void wait(int ms) override;
    arrival receive(std::string& into) override;

private:
    void settle();

    callbox::net::connection connection_;
    callbox::time_ms now_ = 1;
    std::string sent_;  // by the server, not yet received
};

}  // namespace wire
