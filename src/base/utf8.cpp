#include "utf8.hpp"

#include <cassert>

namespace callbox::utf8 {

static char byte_of(char32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); }

const char* end_of_run(const char* at, const char* end) {
    while (at != end) {
        const std::size_t length = detail::character_length(at, end);
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
