// Lines out of the program. A full or closed standard error loses lines, never the server.
#include "log.hpp"

#include "ascii.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace callbox {

namespace {

constexpr std::size_t line_bytes_max = 4096;  // the rest of a longer one is cut off

// Whether a line can be written at once. A pipe has room for so many bytes then.
bool has_room() {
    pollfd to{STDERR_FILENO, POLLOUT, 0};
    return ::poll(&to, 1, 0) != 0;
}

// Without memory of its own, so that it can tell that there is no more.
void write_line(std::string_view text) {
    if (!has_room()) return;
    static constexpr std::string_view name = "callbox: ";
    std::array<char, line_bytes_max> line;
    char* end = std::copy(name.begin(), name.end(), line.begin());
    text = text.substr(0, line.size() - name.size() - 1);
    end = std::transform(text.begin(), text.end(), end,
                         [](char c) { return ascii::is_control(c) ? '?' : c; });
    *end++ = '\n';
    const auto size = static_cast<std::size_t>(end - line.data());
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), size);
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
