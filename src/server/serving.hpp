// A server from its options to its end: the common part of callbox::serve() and callbox::server.
#pragma once

#include "observe/logger.hpp"
#include "system/signals.hpp"

#include <callbox/table.hpp>

namespace callbox::net {

// What a server may change in its process.
enum class scope : std::uint8_t {
    part,           // nothing: the process belongs to the program (callbox::server)
    process,        // everything described in serve.hpp
    whole_process,  // the same; signal handlers stay until the process exits
};

class serving {
public:
    // Requires: the data that `methods` and `state` point to outlives it.
    serving(const table& methods, void* state, const options& how, scope may);
    serving(const serving&) = delete;
    serving& operator=(const serving&) = delete;
    // Waits for running calls. Requires: run() is not running.
    ~serving();

    // Opens all resources. Returns an empty string or one line of error; on error nothing stays
    // open.
    [[nodiscard]] std::string start();
    // Serves until a stop request. Returns an empty string or one line of error, already logged.
    // Exits the process if calls still run, except for scope::part. Requires: start() succeeded.
    [[nodiscard]] std::string run();

    // Safe in any thread and in signal handlers.
    void stop();
    void reload() const { stop_.request(system::command::reload); }

    // The number of calls of blocking methods that run() abandoned and that still run.
    std::size_t running() const;
    const std::vector<std::string>& addresses() const { return addresses_; }
    const std::vector<std::string>& admin_addresses() const { return admin_addresses_; }
    observe::logger& log() { return log_; }

private:
    struct started;

    bool is_part() const { return may_ == scope::part; }
    std::string open();
    std::string open_sockets();
    std::string open_for_process();
    void make_workers();
    std::string enter_sandbox();
    std::string start_threads();
    std::string announce();
    std::string end(std::string problem);
    void give_back();
    void forget();

    table methods_;
    void* state_;
    const options how_;
    const scope may_;
    system::stop_signals stop_;
    observe::function_sink sink_;
    observe::log_style style_;
    observe::logger log_;
    std::atomic<bool> is_stopped_ = false;
    std::vector<std::string> addresses_;
    std::vector<std::string> admin_addresses_;
    bool is_given_up_ = false;  // calls still run after run()
    std::unique_ptr<started> now_;  // from start() to the end; else null
};

}  // namespace callbox::net
