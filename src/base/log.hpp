// The log: what an operator is told, a line each.
#pragma once

#include "clock.hpp"

#include <cstdint>
#include <string_view>

namespace callbox {

// Where lines go. The layers that do no I/O are handed one.
class log {
public:
    virtual ~log() = default;
    // One line, without its end. Never input as it was sent: control characters become '?'.
    virtual void line(std::string_view text) = 0;
};

// To standard error, each line with "callbox: " before it, in one write. At most `lines_a_second`
// of them; then, with the first line of a later second, how many were left out.
class stderr_log final : public log {
public:
    static constexpr std::uint32_t lines_a_second = 20;
    void line(std::string_view text) override;

private:
    time_ms second_ = 0;
    std::uint32_t lines_ = 0;
    std::uint64_t left_out_ = 0;
};

}  // namespace callbox
