// UTF-8 (RFC 3629): validation and encoding.
#pragma once

#include <callbox/detail/text.hpp>

namespace callbox::utf8 {

// Returns the end of the run of non-ASCII characters that begins at `at`: the first ASCII byte, the
// first invalid sequence (truncated, overlong, a surrogate, beyond U+10FFFF), or `end`. If a
// non-ASCII byte is at the returned place, it is not valid UTF-8.
const char* end_of_run(const char* at, const char* end);

// Writes the character, at most 4 bytes, at `to` and returns its end.
// Requires: a code point up to U+10FFFF that is not a surrogate.
char* encode(char32_t point, char* to);

using detail::is_tail;

// At most the first `most` bytes of the text, cut between characters.
constexpr std::string_view cut(std::string_view text, std::size_t most) {
    if (text.size() <= most) return text;
    std::size_t size = most;
    while (size > 0 && most - size < 3 && is_tail(text[size])) --size;
    return text.substr(0, is_tail(text[size]) ? most : size);
}

}  // namespace callbox::utf8
