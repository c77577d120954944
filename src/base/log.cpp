// Lines out of the program. A full or closed standard error loses lines, never the server.
#include "log.hpp"

#include <unistd.h>

#include <algorithm>
#include <string>

namespace callbox {

namespace {

void write_line(std::string_view text) {
    std::string line("callbox: ");
    line += text;
    std::replace_if(line.begin(), line.end(), [](char c) { return c >= 0 && c < ' '; }, '?');
    line += '\n';
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace

void stderr_log::line(std::string_view text) {
    const time_ms second = now_ms() / 1000;
    if (second != second_) {
        if (left_out_ != 0) write_line(std::to_string(left_out_) + " lines were left out here");
        second_ = second;
        lines_ = 0;
        left_out_ = 0;
    }
    if (lines_ < rate_max_) {
        ++lines_;
        write_line(text);
    } else {
        ++left_out_;
    }
}

}  // namespace callbox
