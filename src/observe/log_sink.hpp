// Where the lines of the log go: to standard error (log_output), or to a function of the program.
#pragma once

#include "base/clock.hpp"
#include "base/mutex.hpp"

#include <callbox/options.hpp>

#include <atomic>
#include <cstdint>
#include <string_view>

namespace callbox::observe {

// Takes whole lines, and counts those that are dropped. For all threads.
class log_sink {
public:
    // Takes a line, with its end, to be written by the next flush(). `tells_of`: the number
    // of dropped lines that it reports, from untold(); one line alone does.
    virtual void put(log_level, std::string_view line, std::uint64_t tells_of = 0) = 0;
    virtual void flush() {}

    // Counts a line that its author omits as dropped.
    void leave_out();
    // How many dropped lines no line has reported yet. 0 in the second in which the last of them
    // was dropped, and while writing fails.
    std::uint64_t untold();
    // When to ask again; never: all are reported.
    time_ms next_due() const {
        if (untold_.load(std::memory_order_relaxed) == 0) return never;
        return (now_ms() / 1000 + 1) * 1000;
    }
    // How many lines are missing so far.
    std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

protected:
    ~log_sink() = default;

    // Whether another thread has reported some of them. Requires: the lock is held; so do the
    // functions below.
    bool is_told(std::uint64_t lines) const {
        return lines > untold_.load(std::memory_order_relaxed);
    }
    void tell(std::uint64_t lines) { untold_.fetch_sub(lines, std::memory_order_relaxed); }
    void drop(std::uint64_t lines);

    mutex mutex_;  // guards what follows, and what the sink has beside it
    bool is_failing_ = false;  // the last write failed

private:
    time_ms dropped_second_ = 0;
    std::atomic<std::uint64_t> dropped_ = 0;
    std::atomic<std::uint64_t> untold_ = 0;
};

// Gives each line to a function, options::log_to, one call at a time, so that lines keep their
// order. A line for which it throws is dropped.
class function_sink final : public log_sink {
public:
    using function = decltype(options::log_to);

    // Requires: `to` is not empty, and outlives it.
    explicit function_sink(const function& to) : to_(&to) {}

    void put(log_level level, std::string_view line, std::uint64_t tells_of = 0) override;

private:
    const function* to_;
};

}  // namespace callbox::observe
