// The logger of one serving thread: its lines, a line for each call, and the call that runs.
#pragma once

#include "base/clock.hpp"
#include "base/lock.hpp"
#include "log.hpp"
#include "log_line.hpp"
#include "call_observer.hpp"

#include <callbox/json.hpp>
#include <callbox/options.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace callbox::net {

// What all loggers share.
struct log_style {
    explicit log_style(const options& how)
        : level(static_cast<int>(how.log_level)), format(how.log_format), params(how.log_params) {}

    std::atomic<int> level;  // a callbox::log_level
    log_format format;
    bool params;
    bool keeps_running = false;  // for rpc.status
    // Whether the sandbox may cause the next error that a function throws: that is logged once.
    mutable std::atomic<bool> blames_sandbox = false;
};

// Writes to standard error (observe/log_output), which keeps nobody waiting. Only write_running() may
// be called on another thread. It allocates only for the call that runs now.
class journal final : public log, public rpc::call_observer {
public:
    // Requires: `how` outlives it.
    journal(const log_style& how, std::size_t rate_max);
    ~journal() override { flush(); }
    journal(const journal&) = delete;
    journal& operator=(const journal&) = delete;

    void line(std::string_view text) override;
    void error(std::string_view text) override;
    void thrown(std::string_view text) override;
    void tell(std::string_view text) override;
    void event(log_level at, std::string_view what,
               std::initializer_list<log_field> fields) override;
    void flush() override;

    void look_again() override;
    // A call that ends after `due` has been answered with -32003.
    void answers_by(time_ms due) { due_ = due; }

    void begins(const rpc::observed_call& call) override;
    void ended(const rpc::observed_call& call) override;
    void left() override;

    // For any thread. Appends the running call as an object, or null when none runs.
    void write_running(writer& to) const;

private:
    bool tells_calls() const { return level() >= static_cast<int>(log_level::info); }
    int level() const { return how_->level.load(std::memory_order_relaxed); }
    void put(std::string_view level, std::string_view text);

    const log_style* how_;
    line_rate rate_;  // of errors and warnings
    time_ms due_ = never;

    mutable lock lock_;  // of what follows
    struct {
        std::string method;  // empty: none
        std::string peer;
        std::string token;
        std::uint64_t since = 0;
    } running_;
};

}  // namespace callbox::net
