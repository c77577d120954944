// A sink that gives each line to a function of the program: options::log_to.
#pragma once

#include "base/clock.hpp"
#include "base/mutex.hpp"
#include "log_output.hpp"

#include <callbox/options.hpp>

#include <atomic>
#include <cstdint>
#include <string_view>

namespace callbox::observe {

// For all threads; their lines keep their order. Counts as dropped what loggers omit, and lines for
// which the function throws.
class function_sink final : public log_sink {
public:
    using function = decltype(options::log_to);

    // Requires: `to` is not empty, and outlives it.
    explicit function_sink(const function& to) : to_(&to) {}

    void put(log_level level, std::string_view line, std::uint64_t tells_of = 0) override;
    void flush() override {}
    void leave_out() override;
    // 0 in the second in which the last of them was dropped.
    std::uint64_t untold() override;
    std::uint64_t dropped() const override { return dropped_.load(std::memory_order_relaxed); }

private:
    void drop();

    const function* to_;
    std::atomic<std::uint64_t> dropped_ = 0;
    std::atomic<std::uint64_t> untold_ = 0;

    mutex mutex_;  // guards what follows, and calls of the function
    time_ms dropped_second_ = 0;
};

}  // namespace callbox::observe
