// One server from its options to its end: what callbox::serve() and callbox::server have in common.
#pragma once

#include "observe/log_sink.hpp"
#include "observe/logger.hpp"
#include "system/signals.hpp"

#include <callbox/options.hpp>
#include <callbox/table.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace callbox::net {

// What a server may do beside serving.
enum class scope : std::uint8_t {
    part,           // nothing to the process, which is another's: callbox::server
    process,        // all that serve.hpp says
    whole_process,  // the same, and signal handlers stay: the process ends with the server
};

class serving {
public:
    // Requires: what `methods` and `state` point to outlives it.
    serving(const table& methods, void* state, const options& how, scope may);
    serving(const serving&) = delete;
    serving& operator=(const serving&) = delete;
    // Waits for calls that still run. Requires: run() does not run.
    ~serving();

    // Opens all that serving needs. Empty, or a line that says why it must not serve; then nothing
    // is open.
    [[nodiscard]] std::string start();
    // Serves until it is told to stop. Empty, or a line, which it has logged. A whole process ends
    // here if calls still run. Requires: start() succeeded.
    [[nodiscard]] std::string run();

    // For any thread and for signal handlers.
    void stop();
    void reload() const { stop_.request(system::command::reload); }

    // Calls of blocking methods that run() has given up, and that still run.
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
    bool is_given_up_ = false;  // calls still run behind run()
    std::unique_ptr<started> now_;  // from start() to the end; null: it is not started
};

}  // namespace callbox::net
