// The interface of the log: what an operator is told, one line each.
#pragma once

#include "base/clock.hpp"

#include <callbox/limits.hpp>
#include <callbox/options.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <variant>

namespace callbox {

// One field of a line, beside its event. A text is cut at log_text_max; an empty one is left out.
struct log_field {
    std::string_view name;
    std::variant<std::string_view, std::int64_t> value;
};
inline constexpr std::size_t log_text_max = 200;

// Where lines go. Layers that do no I/O are given one.
class log {
public:
    virtual ~log() = default;
    // Logs one line, given without its end. Control characters, as input may have, become '?'.
    virtual void line(std::string_view text) = 0;
    // error(): logged at every level. tell(): logged whatever the rate is.
    virtual void error(std::string_view text) { line(text); }
    virtual void tell(std::string_view text) { line(text); }
    // What a function of the table threw.
    virtual void thrown(std::string_view text) { error(text); }
    // An event with fields, at that level. It allocates nothing, and fields may be raw input. A log
    // that only has line() drops events of log_level::info.
    virtual void event(log_level at, std::string_view what,
                       std::initializer_list<log_field> fields);
    // Called before each message: the log's settings may have changed.
    virtual void look_again() {}
    // Passes on what was logged, to be written. Does not block.
    virtual void flush() {}
};

// Admits `max` lines a second. The others count as dropped.
class line_rate {
public:
    explicit line_rate(std::size_t max) : max_(max) {}
    bool admits();

private:
    std::size_t max_;
    time_ms second_ = 0;
    std::size_t lines_ = 0;  // in this second
};

// Logs to standard error, each line with "callbox: " before it, or in a log file with the time and
// the level. At most `rate_max` lines a second; the first line of a later second then comes with
// how many were left out.
class stderr_log final : public log {
public:
    explicit stderr_log(std::size_t rate_max = limits{}.log_rate_max) : rate_(rate_max) {}
    void line(std::string_view text) override;

private:
    line_rate rate_;
};

}  // namespace callbox
