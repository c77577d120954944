// Logs for a program that does not serve. A full or closed standard error only loses lines.
#include "log.hpp"

#include "log_line.hpp"
#include "base/fixed_text.hpp"

namespace callbox {

namespace {

void append(std::string_view level, std::string_view text, std::uint64_t tells_of = 0) {
    log_line line(log_format::logfmt, level);
    line.message(text);
    standard_error.append(line.end(), tells_of);
}

}  // namespace

bool line_rate::admits() {
    const time_ms second = now_ms() / 1000;
    if (second != second_) {
        second_ = second;
        lines_ = 0;
    }
    if (lines_++ < max_) return true;
    standard_error.leave_out();
    return false;
}

void stderr_log::line(std::string_view text) {
    if (const std::uint64_t count = standard_error.untold()) {
        const digits number(static_cast<std::int64_t>(count));
        append("warn", sentence{number, " lines were left out here"}, count);
    }
    if (rate_.admits()) append("error", text);
    standard_error.flush();
}

}  // namespace callbox
