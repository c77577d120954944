// The logger: what an operator is told, one line each, a line for each call, and the running call.
#pragma once

#include "base/clock.hpp"
#include "base/mutex.hpp"
#include "log_line.hpp"
#include "log_output.hpp"

#include <callbox/caller.hpp>
#include <callbox/json.hpp>
#include <callbox/limits.hpp>
#include <callbox/options.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace callbox::observe {

// What all loggers share.
struct log_style {
    log_style() = default;
    explicit log_style(const options& how, log_sink* to = nullptr)
        : level(static_cast<int>(how.log_level)), format(how.log_format), params(how.log_params),
          sink(to == nullptr ? &standard_error : to) {}

    std::atomic<int> level = static_cast<int>(log_level::warn);
    log_format format = log_format::logfmt;
    bool params = false;
    bool keeps_running = false;  // for rpc.status
    log_sink* sink = &standard_error;
    // Whether the sandbox may cause the next error that a function throws: that is logged once.
    mutable std::atomic<bool> blames_sandbox = false;
};
inline const log_style plain_style;

// One call; each call has a new one. Its views are valid only while the logger gets it.
struct logged_call {
    const caller* from = nullptr;
    std::string_view method = {};  // empty: it was no request
    bool is_known = false;         // whether the caller sees that method
    std::string_view id = {};      // its JSON token; empty: a notification
    int code = 0;                  // of the error; 0: none
    std::uint64_t ticks = 0;
    std::size_t response_bytes = 0;
    std::string_view params = {};  // as sent; empty unless wants_params()
};

// One for each thread, which alone uses it but for write_running() and said(). It waits for nobody,
// and allocates only for the call that runs now. Control characters, as input may have, become '?'.
// Errors and warnings are limited to `rate_max` a second; others count as dropped, and a later line
// says how many were.
class logger {
public:
    // The longest params that are logged; "..." stands for longer ones.
    static constexpr std::size_t params_bytes_max = 256;

    // Logs to the sink of `style`, or to another. Requires: `style` and the sink outlive it.
    explicit logger(const log_style& style = plain_style,
                    std::size_t rate_max = limits{}.log_rate_max)
        : logger(style, rate_max, *style.sink) {}
    logger(const log_style& style, std::size_t rate_max, log_sink& sink);
    ~logger() { flush(); }
    logger(const logger&) = delete;
    logger& operator=(const logger&) = delete;

    void error(std::string_view text);
    void warn(std::string_view text);
    // Logged at every level.
    void announce(std::string_view text) { put(log_level::info, text); }
    // What a function of the table threw.
    void exception(std::string_view text);
    // An event with fields, at log_level::warn or info. Fields may be raw input.
    void event(log_level at, std::string_view what, std::initializer_list<log_field> fields);

    // For any thread: whether lines of that level are logged, and such a line, which a function
    // says of its call.
    bool wants(log_level at) const { return level() >= static_cast<int>(at); }
    void said(log_level at, std::string_view text, const logged_call& call);

    // Whether calls are logged, and whether with params. May change in reload().
    bool wants_calls() const { return wants_calls_; }
    bool wants_params() const { return style_->params; }
    // Each call begins, and then ends or leaves: it was handed over to another thread. What was no
    // request only ends.
    void begin(const logged_call& call);
    void end(const logged_call& call);
    void leave();
    // A call that ends after `due` has been answered with rpc::timed_out.
    void answers_by(time_ms due) { due_ = due; }

    // Call it before each message: the settings may have changed.
    void reload();
    // Passes on what was logged, to be written. Does not block.
    void flush();
    // When to call flush() though nothing is logged: dropped lines are to be reported.
    time_ms next_due() const { return sink_->next_due(); }

    // For any thread. Appends the running call as an object, or null when none runs.
    void write_running(writer& to) const;

private:
    int level() const { return style_->level.load(std::memory_order_relaxed); }
    bool admits();
    void put(log_level level, std::string_view text);
    void report_dropped();

    const log_style* style_;
    log_sink* sink_;
    std::size_t rate_max_;
    std::atomic<time_ms> second_ = 0;
    std::atomic<std::size_t> lines_ = 0;  // errors and warnings in this second
    bool wants_calls_ = false;
    bool call_runs_ = false;
    time_ms due_ = never;

    mutable mutex mutex_;  // guards what follows
    struct {
        std::string method;  // empty: none
        std::string peer;
        std::string token;
        std::uint64_t since = 0;
    } running_;
};

}  // namespace callbox::observe
