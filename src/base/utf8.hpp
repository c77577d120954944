// UTF-8 (RFC 3629): looking whether bytes are it, and making it.
#pragma once

#include <cstddef>
#include <string_view>

namespace callbox::utf8 {

// Where the run of characters beyond ASCII that begins at `at` ends: at the first byte of ASCII,
// the first character that is no UTF-8 (cut off, longer than needed, a surrogate, beyond U+10FFFF),
// or `end`. So a byte that is neither ASCII nor passed is no UTF-8.
const char* end_of_run(const char* at, const char* end);

// Writes the character at `to` and returns the place behind it, at most 4 bytes on.
// Requires: a code point that is no surrogate and not beyond U+10FFFF.
char* encode(char32_t point, char* to);

// The beginning of the text, at most so many bytes, that ends with a whole character.
inline std::string_view cut(std::string_view text, std::size_t bytes_max) {
    if (text.size() <= bytes_max) return text;
    while (bytes_max > 0 && (static_cast<unsigned char>(text[bytes_max]) & 0xc0) == 0x80)
        --bytes_max;
    return text.substr(0, bytes_max);
}

}  // namespace callbox::utf8
