// Destinations of the log: standard error (log_output), or a function of the program.
#pragma once

#include "base/clock.hpp"
#include "base/mutex.hpp"

#include <callbox/options.hpp>

#include <atomic>

namespace callbox::observe {

// Accepts complete lines and counts dropped ones. Thread-safe.
class log_sink {
public:
    // Accepts a line, including its line feed, to be written by the next flush(). `reports`: the
    // number of dropped lines, from unreported(), that it reports. Only one line reports them.
    virtual void put(log_level, std::string_view line, std::uint64_t reports = 0) = 0;
    virtual void flush() {}

    // Counts a line that the logger suppresses as dropped.
    void leave_out();
    // The number of dropped lines not yet reported. 0 during the second in which the last of them
    // was dropped, and while writing fails.
    std::uint64_t unreported();
    // When to ask again; `never` if all are reported.
    time_ms next_due() const {
        if (unreported_.load(std::memory_order_relaxed) == 0) return never;
        return (now_ms() / 1000 + 1) * 1000;
    }
    // The total number of dropped lines.
    std::uint64_t dropped() const { return dropped_.load(std::memory_order_relaxed); }

protected:
    ~log_sink() = default;

    // Whether another thread has reported some of these lines. This function and those below
    // require that the lock is held.
    bool is_reported(std::uint64_t lines) const {
        return lines > unreported_.load(std::memory_order_relaxed);
    }
    void mark_reported(std::uint64_t lines) {
        unreported_.fetch_sub(lines, std::memory_order_relaxed);
    }
    void drop(std::uint64_t lines);

    mutex mutex_;  // guards the members below and those of the derived sink
    bool is_failing_ = false;  // the last write failed

private:
    time_ms dropped_second_ = 0;
    std::atomic<std::uint64_t> dropped_ = 0;
    std::atomic<std::uint64_t> unreported_ = 0;
};

// Passes each line to the function options::log_to. Calls are serialized, so lines keep their
// order. If the function throws, the line is dropped.
class function_sink final : public log_sink {
public:
    using function = decltype(options::log_to);

    // Requires: `to` is not empty, and outlives it.
    explicit function_sink(const function& to) : to_(&to) {}

    void put(log_level level, std::string_view line, std::uint64_t reports = 0) override;

private:
    const function* to_;
};

}  // namespace callbox::observe
