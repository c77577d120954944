// Escapes characters of untrusted text that must not reach a terminal, a log or a source file.
#pragma once

#include <callbox/bytes.hpp>
#include <callbox/detail/text.hpp>

#include <string>

namespace callbox {

// Whether a terminal or an editor interprets the character instead of showing it: control
// characters (C0, DEL and C1), the line and paragraph separators, the byte order mark, and the
// bidirectional controls, which reorder surrounding text.        Unicode, PropList: Bidi_Control
constexpr bool is_hidden(char32_t point) {
    if (point < 0x7f) return point < 0x20;
    return point < 0xa0 || point == 0x61c ||
           (point >= 0x200e && point <= 0x200f) || (point >= 0x2028 && point <= 0x202e) ||
           (point >= 0x2066 && point <= 0x2069) || point == 0xfeff;
}

// Represents a byte that is not UTF-8.
using detail::no_character;

// Calls show(byte) for each byte of a visible character, hide(point) for each hidden character, and
// hide(no_character) for each byte that is not UTF-8.
template <class Show, class Hide>
void each_visible(std::string_view text, Show show, Hide hide) {
    while (!text.empty()) {
        const char* const begin = text.data();
        const char32_t point = detail::take_character(text);
        if (is_hidden(point) || point == no_character) hide(point);
        else
            for (const char* byte = begin; byte != text.data(); ++byte) show(*byte);
    }
}

// The escape of a hidden character in JSON, in quoted text of the log and in most programming
// languages: a backslash and "u202e". For no_character it is that of U+FFFD.
constexpr std::array<char, 6> escape_of(char32_t hidden) {
    if (hidden == no_character) hidden = 0xfffd;
    constexpr std::string_view hex = "0123456789abcdef";
    std::array<char, 6> made{'\\', 'u'};
    for (std::size_t i = 2; i < made.size(); ++i, hidden <<= 4) made[i] = hex[hidden >> 12 & 15];
    return made;
}

// The text as one line that is safe for any terminal: hidden characters and bytes that are not
// UTF-8 become '?'.
inline std::string visible(std::string_view text) {
    std::string line;
    line.reserve(text.size());
    each_visible(
        text, [&](char c) { line.push_back(c); }, [&](char32_t) { line.push_back('?'); });
    return line;
}

// Appends JSON of the same value that is safe for any terminal: hidden characters of strings are
// escaped, and a carriage return between values becomes a space. Requires: JSON.
inline void append_visible_json(bytes& out, std::string_view json) {
    const auto hide = [&](char32_t hidden) {
        // The only C0 control characters in JSON are white space outside strings.
        if (hidden == '\n' || hidden == '\t') return out.append(static_cast<char>(hidden));
        if (hidden == '\r') return out.append(' ');
        const auto escape = escape_of(hidden);
        out.append({escape.data(), escape.size()});
    };
    each_visible(json, [&](char c) { out.append(c); }, hide);
}

}  // namespace callbox
