// The logger: messages for the operator, a line for each call, and the running call.
#pragma once

#include "log_output.hpp"

#include <callbox/caller.hpp>
#include <callbox/json.hpp>

#include <variant>

namespace callbox::observe {

// Settings shared by all loggers.
struct log_style {
    log_style() = default;
    explicit log_style(const options& chosen, log_sink* to = nullptr)
        : level(static_cast<int>(chosen.log_level)), format(chosen.log_format),
          params(chosen.log_params), sink(to == nullptr ? &standard_error : to) {}

    std::atomic<int> level = static_cast<int>(log_level::warn);
    log_format format = log_format::logfmt;
    bool params = false;
    bool keeps_running = false;  // for rpc.status
    log_sink* sink = &standard_error;
    // Whether to name the sandbox as a possible cause of the next exception; logged once.
    mutable std::atomic<bool> blames_sandbox = false;
};
inline const log_style plain_style;

// One field of an event. Text is cut at log_text_max; an empty text is omitted.
struct log_field {
    std::string_view name;
    std::variant<std::string_view, std::int64_t> value;
};
inline constexpr std::size_t log_text_max = 200;

// Describes one call. Its views need to be valid only during calls of the logger.
struct logged_call {
    const caller* from = nullptr;
    std::string_view method = {};  // empty: not a request
    bool is_known = false;         // whether the caller may see the method
    std::string_view id = {};      // its JSON token; empty: a notification
    int code = 0;                  // error code; 0: none
    std::uint64_t ticks = 0;
    std::size_t response_bytes = 0;
    std::string_view params = {};  // as sent; empty unless wants_params()
};

// Used by one thread only, except write_running() and said(). Never blocks, and allocates only for
// the running call. Control characters of the input become '?'. Errors and warnings are limited to
// `rate_max` a second; excess lines count as dropped, and a later line reports their number.
class logger {
public:
    // The longest params that are logged; longer ones are logged as "...".
    static constexpr std::size_t params_bytes_max = 256;

    // Logs to the sink of `style` or to the given one. Requires: `style` and the sink outlive it.
    explicit logger(const log_style& style = plain_style,
                    std::size_t rate_max = limits{}.log_rate_max)
        : logger(style, rate_max, *style.sink) {}
    logger(const log_style& style, std::size_t rate_max, log_sink& sink);
    ~logger() { flush(); }

    void error(std::string_view text);
    void warn(std::string_view text);
    // Logged at every level.
    void announce(std::string_view text) { put(log_level::info, text); }
    // Logs an exception thrown by a function of the table.
    void exception(std::string_view text);
    // Logs an event with fields, at log_level::warn or info. Fields may be raw input.
    void event(log_level at, std::string_view what, std::initializer_list<log_field> fields);

    // Thread-safe: whether lines of that level are logged, and logging a line for the function of a
    // call.
    bool wants(log_level at) const { return level() >= static_cast<int>(at); }
    void said(log_level at, std::string_view text, const logged_call& call);

    // Whether calls and their params are logged. May change in reload().
    bool wants_calls() const { return wants_calls_; }
    bool wants_params() const { return style_->params; }
    // Every call begins, and then either ends or leaves, if it is handed over to another thread. An
    // invalid request only ends.
    void begin(const logged_call& call);
    void end(const logged_call& call);
    void leave();
    // Calls that end after `due` are logged with that error code.
    void answers_by(time_ms due, int late_code) {
        due_ = due;
        late_code_ = late_code;
    }

    // Applies changed settings. Call before each message.
    void reload();
    // Flushes the sink. Does not block.
    void flush();
    // When to call flush() to report dropped lines, even if nothing is logged.
    time_ms next_due() const { return sink_->next_due(); }

    // Thread-safe. Appends the running call as an object, or null if there is none.
    void write_running(writer& to) const;

private:
    int level() const { return style_->level.load(std::memory_order_relaxed); }
    bool admits(log_level at);
    template <class Fill> void put(log_level at, bool flushes, Fill fill);
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
    int late_code_ = 0;

    mutable mutex mutex_;  // guards the members below
    struct {
        std::string method;  // empty: none
        std::string peer;
        std::string token;
        std::uint64_t since = 0;
    } running_;
};

// One line, as logfmt or JSON. A JSON line is an object. A logfmt line begins with "callbox:" on
// standard error, where journald and containers add the time, and with time and level in a log
// file. Lines contain no hidden characters (base/visible.hpp) and no invalid UTF-8. Callers bound
// their fields, so no line is truncated. Allocates no memory.
class log_line {
public:
    log_line(log_format format, std::string_view level);

    // Call at most one of these two, before any other function.
    void message(std::string_view what);
    void event(std::string_view what);

    // Appends all fields, with texts cut at log_text_max.
    void fields(std::initializer_list<log_field> all);
    void text(std::string_view name, std::string_view value);
    void number(std::string_view name, std::int64_t value);
    // One JSON value without white space.
    void token(std::string_view name, std::string_view value);
    void microseconds(std::string_view name, std::int64_t nanoseconds);
    std::string_view end();

private:
    void append(char c) {
        if (size_ < line_.size() - 2) line_[size_++] = c;  // keeps room for end()
    }
    void put(std::string_view what) {
        for (const char c : what) append(c);
    }
    void key(std::string_view name);
    void quoted(std::string_view what);
    void escaped(char32_t hidden);

    bool json_;
    bool has_level_;
    std::size_t size_ = 0;
    std::array<char, log_output::line_bytes_max> line_;
};

}  // namespace callbox::observe
