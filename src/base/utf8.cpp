#include "utf8.hpp"

#include <cassert>

namespace callbox::utf8 {

namespace {

char byte_of(char32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); }

bool is_within(char c, unsigned char low, unsigned char high) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= low && byte <= high;
}

// UTF8-2 = %xC2-DF UTF8-tail                                                      RFC 3629, 4
// UTF8-3 = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
//          %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
// UTF8-4 = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) / %xF4 %x80-8F 2( UTF8-tail )
// The length of the character at `at`; 0 if it is ASCII or invalid. Requires: `at` != `end`.
std::size_t length_at(const char* at, const char* end) {
    const auto lead = static_cast<unsigned char>(*at);
    const auto left = static_cast<std::size_t>(end - at);
    if (lead < 0xc2 || lead > 0xf4) return 0;
    if (lead < 0xe0) return left >= 2 && is_tail(at[1]) ? 2 : 0;
    if (lead < 0xf0) {
        const unsigned char low = lead == 0xe0 ? 0xa0 : 0x80;
        const unsigned char high = lead == 0xed ? 0x9f : 0xbf;
        return left >= 3 && is_within(at[1], low, high) && is_tail(at[2]) ? 3 : 0;
    }
    const unsigned char low = lead == 0xf0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xf4 ? 0x8f : 0xbf;
    return left >= 4 && is_within(at[1], low, high) && is_tail(at[2]) && is_tail(at[3]) ? 4 : 0;
}

}  // namespace

const char* end_of_run(const char* at, const char* end) {
    while (at != end) {
        const std::size_t length = length_at(at, end);
        if (length == 0) break;
        at += length;
    }
    return at;
}

char* encode(char32_t point, char* to) {
    assert(point <= 0x10ffff);
    assert(point < 0xd800 || point > 0xdfff);
    if (point < 0x80) {
        *to++ = byte_of(point);
        return to;
    }
    const int size = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (int i = size - 1; i > 0; --i, point >>= 6) to[i] = byte_of(0x80 | (point & 0x3f));
    to[0] = byte_of((0xf00u >> size & 0xff) | point);
    return to + size;
}

}  // namespace callbox::utf8
