// Reads server-sent events (WHATWG HTML, 9.2.6). No I/O, resumable at any byte.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace callbox::net {

class event_reader {
public:
    explicit event_reader(std::size_t event_bytes_max) : most_(event_bytes_max) {}

    // Reads to the end of the next event with data, and removes the bytes read from `text`. Returns
    // false if there is none yet, or if it is too long.
    [[nodiscard]] bool next(std::string_view& text);
    std::string_view data() const { return data_; }  // of the event, until the next call
    bool is_too_long() const { return is_too_long_; }
    // The last `retry:`, if there was one.
    std::optional<std::uint32_t> retry_ms() const { return retry_ms_; }

private:
    bool end_line();

    std::size_t most_;
    std::string line_ = {};   // incomplete
    std::string data_ = {};   // each line with its LF, until the event is complete
    std::optional<std::uint32_t> retry_ms_ = {};
    bool is_complete_ = false;
    bool is_first_line_ = true;
    bool is_after_cr_ = false;
    bool is_too_long_ = false;
};

}  // namespace callbox::net
