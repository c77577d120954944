// The example program without a socket: a connection whose bytes and clock the test moves.
#pragma once

#include "logs.hpp"
#include "play.hpp"
#include "server/connection.hpp"
#include "site/metrics.hpp"
#include "support/logs.hpp"

#include <callbox/options.hpp>

#include <memory>
#include <string>
#include <vector>

namespace wire {

// The example's site with options as on a command line. `mistake` says what is wrong with them.
class memory_server {
public:
    explicit memory_server(const std::vector<std::string>& options);

    callbox::net::shared_state& common() { return *common_; }
    std::string mistake;

private:
    support::quiet_log log_;
    callbox::options options_;
    callbox::net::pool_counters pool_;
    callbox::site::metrics metrics_{pool_.waiting};
    callbox::net::loop_counters traffic_;
    std::unique_ptr<callbox::site::site> site_;
    std::unique_ptr<callbox::net::shared_state> common_;
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
    arrival receive(std::string& out) override;

private:
    void settle();

    memory_server* server_;
    callbox::net::connection connection_;
    callbox::time_ms now_ = 1;
    std::string sent_;  // by the server, not yet received
};

}  // namespace wire
