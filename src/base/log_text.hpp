// Text of clients and of the system as a line of the log may show it: one line, on any terminal.
#pragma once

#include "ascii.hpp"
#include "utf8.hpp"

#include <cstddef>
#include <string_view>

namespace callbox::log_text {

// The first `most` bytes of it, or a few less: no character is cut in two.
constexpr std::string_view cut(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    const auto is_tail = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
    std::size_t size = most;
    while (size > 0 && most - size < 3 && is_tail(text[size])) --size;
    return text.substr(0, is_tail(text[size]) ? most : size);
}

// Calls plain(byte) for what may be shown as it is. For each control character, C1 (U+0080 to
// U+009F) among them, it calls control(code), and for each byte that is no UTF-8, control(-1).
template <class Plain, class Control>
void each(std::string_view text, Plain plain, Control control) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        if (static_cast<unsigned char>(*at) < 0x80) {
            ascii::is_control(*at) ? control(*at) : plain(*at);
            ++at;
            continue;
        }
        const char* const run = utf8::end_of_run(at, end);
        if (run == at) control(-1), ++at;
        while (at < run) {
            const bool is_c1 = *at == '\xc2' && static_cast<unsigned char>(at[1]) < 0xa0;
            if (is_c1) control(static_cast<unsigned char>(at[1]));
            else plain(*at);
            at += is_c1 ? 2 : 1;
        }
    }
}

}  // namespace callbox::log_text
