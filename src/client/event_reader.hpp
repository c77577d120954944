// Reads server-sent events (WHATWG HTML, 9.2.6). No I/O, resumable at any byte.
#pragma once

#include "base/ascii.hpp"

#include <string>
#include <utility>

namespace callbox::net {

class event_reader {
public:
    explicit event_reader(std::size_t event_bytes_max) : most_(event_bytes_max) {}

    // Reads to the end of the next event with data, and removes the bytes read from `text`. Returns
    // false if there is none yet, or if it is too long.
    //
    // stream = [ bom ] *event                                      WHATWG HTML, 9.2.5
    // event = *( comment / field ) end-of-line
    // end-of-line = CRLF / CR / LF
    [[nodiscard]] bool next(std::string_view& text) {
        if (std::exchange(is_complete_, false)) data_.clear();
        while (!text.empty() && !is_too_long_) {
            if (std::exchange(is_after_cr_, false) && text[0] == '\n') {
                text.remove_prefix(1);
                continue;
            }
            const std::size_t end = text.find_first_of("\r\n");
            const std::string_view part = text.substr(0, end);
            is_too_long_ = line_.size() + data_.size() + part.size() > most_;
            if (is_too_long_) return false;
            line_.append(part);
            text.remove_prefix(part.size());
            if (text.empty()) return false;
            is_after_cr_ = text[0] == '\r';
            text.remove_prefix(1);
            is_complete_ = end_line();
            line_.clear();
            if (is_complete_) return true;
        }
        return false;
    }
    std::string_view data() const { return data_; }  // of the event, until the next call
    bool is_too_long() const { return is_too_long_; }
    // The last `retry:`, if there was one.
    std::optional<std::uint32_t> retry_ms() const { return retry_ms_; }

private:
    // comment = ":" *any-char end-of-line                          WHATWG HTML, 9.2.5
    // field = 1*name-char [ ":" [ SP ] *any-char ] end-of-line
    // Returns whether the line ends an event with data.
    bool end_line() {
        constexpr std::string_view bom = "\xef\xbb\xbf";
        std::string_view value = line_;
        if (std::exchange(is_first_line_, false) && value.starts_with(bom))
            value.remove_prefix(bom.size());
        if (value.empty()) {
            if (data_.empty()) return false;
            data_.pop_back();
            return true;
        }
        const std::string_view name = ascii::take_until(value, ':');
        if (value.starts_with(' ')) value.remove_prefix(1);
        if (name == "data") data_.append(value).push_back('\n');
        if (name == "retry")
            if (const auto time = read_number<std::uint32_t>(value)) retry_ms_ = time;
        return false;
    }

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
