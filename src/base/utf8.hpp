// UTF-8 (RFC 3629): checking, encoding and decoding it.
#pragma once

#include <cstddef>
#include <string_view>

namespace callbox::utf8 {

// Where the run of characters beyond ASCII that begins at `at` ends: at the first ASCII byte, the
// first character that is no UTF-8 (cut off, longer than needed, a surrogate, beyond U+10FFFF), or
// `end`. So if it returns the place of a byte beyond ASCII, that byte is no UTF-8.
const char* end_of_run(const char* at, const char* end);

// Writes the character at `to` and returns the place behind it: at most 4 bytes.
// Requires: a code point that is no surrogate and not beyond U+10FFFF.
char* encode(char32_t point, char* to);

// Returns the character at `at` and moves `at` to the next one.
// Requires: valid UTF-8, as end_of_run() finds it; ASCII is valid too.
char32_t decode(const char*& at);

// The first `most` bytes of the text, or a few fewer: no character is cut in two.
constexpr std::string_view cut(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    const auto is_tail = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
    std::size_t size = most;
    while (size > 0 && most - size < 3 && is_tail(text[size])) --size;
    return text.substr(0, is_tail(text[size]) ? most : size);
}

}  // namespace callbox::utf8
