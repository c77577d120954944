// Bytes for people.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace support {

// Control characters and bytes beyond ASCII as escapes, long texts cut.
inline std::string shown(std::string_view text, std::size_t most = 1500) {
    static constexpr std::string_view digits = "0123456789abcdef";
    std::string all;
    for (const char c : text.substr(0, most)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\r') all += "\\r";
        else if (c == '\n') all += "\\n";
        else if (byte >= ' ' && byte < 0x7f) all += c;
        else ((all += "\\x") += digits[byte >> 4]) += digits[byte & 15];
    }
    if (text.size() > most) all += " (" + std::to_string(text.size()) + " bytes)";
    return all;
}

}  // namespace support
