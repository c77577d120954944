// How the tests of http/ show the row of a table that failed.
#pragma once

#include <string>
#include <string_view>

namespace {

[[maybe_unused]] std::string shown(std::string_view text) {
    std::string out;
    for (const char c : text.substr(0, 200)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f) {
            out += c;
        } else {
            out += "\\x";
            out += "0123456789abcdef"[byte >> 4];
            out += "0123456789abcdef"[byte & 15];
        }
    }
    return out;
}

}  // namespace
