// The log: what an operator is told, a line each.
#pragma once

#include "clock.hpp"

#include <callbox/limits.hpp>
#include <callbox/options.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <variant>

namespace callbox {

// What a line tells beside its event. A text is cut at log_text_max; an empty one is left out.
struct log_field {
    std::string_view name;
    std::variant<std::string_view, std::int64_t> value;
};
inline constexpr std::size_t log_text_max = 200;

// Where lines go. The layers that do no I/O are handed one.
class log {
public:
    virtual ~log() = default;
    // One line, without its end. Never input as it was sent: control characters become '?'.
    virtual void line(std::string_view text) = 0;
    // The same of what is told at every level, and of what is told whatever the rate is.
    virtual void error(std::string_view text) { line(text); }
    virtual void tell(std::string_view text) { line(text); }
    // An error that a function of the table's threw.
    virtual void thrown(std::string_view text) { error(text); }
    // The same with fields, at that level. It takes no memory, and fields may be as they were sent.
    // Where there is but line(), events of log_level::info are left out.
    virtual void event(log_level at, std::string_view what,
                       std::initializer_list<log_field> fields);
    // Before the next message: what is told may be another.
    virtual void look_again() {}
    // Hands what was told on to be written. Keeps nobody waiting.
    virtual void flush() {}
};

// Admits so many lines a second. Those beyond it count as dropped.
class line_rate {
public:
    explicit line_rate(std::size_t max) : max_(max) {}
    bool admits();

private:
    std::size_t max_;
    time_ms second_ = 0;
    std::size_t lines_ = 0;  // in this second
};

// To standard error, each line with "callbox: " before it, or in a log file with the time and the
// level. At most `rate_max` of them a second; then, with the first line of a later second, how many
// were left out.
class stderr_log final : public log {
public:
    explicit stderr_log(std::size_t rate_max = limits{}.log_rate_max) : rate_(rate_max) {}
    void line(std::string_view text) override;

private:
    line_rate rate_;
};

}  // namespace callbox
