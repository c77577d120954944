// A model of server-sent events (WHATWG HTML, 9.2.6), without code of callbox. Reads a whole
// stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

struct event_stream {
    std::vector<std::string> events = {};  // their data
    std::optional<std::uint32_t> retry_ms = {};
    std::size_t retries = 0, comments = 0, others = 0;  // lines; others: not data, not empty
    bool too_long = false;  // a line, with the data before it
    bool at_end = true;     // of an event or comment, and of a line
};

namespace detail {

// The rest follows the line end: LF, CRLF or CR. Returns false if there is none.
inline bool split_line(std::string_view& rest, std::string_view& line) {
    const std::size_t end = rest.find_first_of("\r\n");
    line = rest.substr(0, end);
    if (end == rest.npos) return false;
    rest.remove_prefix(end + (rest.substr(end, 2) == "\r\n" ? 2 : 1));
    return true;
}

inline void read_retry(std::string_view value, event_stream& out) {
    std::uint64_t ms = 0;
    for (const char c : value) {
        if (c < '0' || c > '9') return;
        ms = ms * 10 + static_cast<std::uint64_t>(c - '0');
        if (ms > UINT32_MAX) return;
    }
    if (value.empty()) return;
    out.retry_ms = static_cast<std::uint32_t>(ms);
    ++out.retries;
}

}  // namespace detail

inline event_stream read_event_stream(std::string_view rest, std::size_t event_max = SIZE_MAX) {
    event_stream out;
    std::string data;
    std::string_view line;
    for (bool is_first = true; !rest.empty(); is_first = false) {
        const bool is_whole = detail::split_line(rest, line);
        out.too_long = data.size() + line.size() > event_max;
        out.at_end = is_whole && line.empty();
        if (out.too_long || !is_whole) return out;
        if (is_first && line.substr(0, 3) == "\xef\xbb\xbf") line.remove_prefix(3);
        const std::size_t colon = line.find(':');
        const std::string_view name = line.substr(0, colon);
        std::string_view value = colon == line.npos ? "" : line.substr(colon + 1);
        if (value.substr(0, 1) == " ") value.remove_prefix(1);
        if (line.empty()) {
            if (!data.empty()) out.events.push_back(data.substr(0, data.size() - 1));
            data.clear();
        } else if (colon == 0) {
            ++out.comments;
        } else if (name == "data") {
            (data += value) += '\n';
        } else if (name == "retry") {
            detail::read_retry(value, out);
        } else {
            ++out.others;
        }
    }
    return out;
}

}  // namespace fuzz
