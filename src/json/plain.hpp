// The characters that stand for themselves in a JSON string: where a run of them ends. The reader
// and the writer both spend most of their time here.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace callbox::plain {

// All of ASCII but the control characters, the quote and the backslash (RFC 8259, 7: unescaped).
// What is beyond ASCII is no less allowed, but has to be looked at: it may be no UTF-8.
constexpr bool is_plain(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

inline constexpr std::array<bool, 256> table = [] {
    std::array<bool, 256> made{};
    for (std::size_t byte = 0; byte < made.size(); ++byte)
        made[byte] = is_plain(static_cast<char>(static_cast<unsigned char>(byte)));
    return made;
}();

// The first place from `at` on that is not plain, or `end`.
inline const char* end_bytewise(const char* at, const char* end) {
    while (at != end && table[static_cast<unsigned char>(*at)]) ++at;
    return at;
}

// The same, sixteen bytes at a time where the processor can. Reads nothing from `end` on.
inline const char* end_of_run(const char* at, const char* end) {
#if defined(__SSE2__)
    while (end - at >= 16) {
        const __m128i chunk = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        // Compared as signed: below the space are the control characters and all beyond ASCII.
        const __m128i below = _mm_cmplt_epi8(chunk, _mm_set1_epi8(' '));
        const __m128i quote = _mm_cmpeq_epi8(chunk, _mm_set1_epi8('"'));
        const __m128i slash = _mm_cmpeq_epi8(chunk, _mm_set1_epi8('\\'));
        const __m128i found = _mm_or_si128(below, _mm_or_si128(quote, slash));
        const auto mask = static_cast<unsigned>(_mm_movemask_epi8(found));
        if (mask != 0) return at + std::countr_zero(mask);
        at += 16;
    }
#endif
    return end_bytewise(at, end);
}

}  // namespace callbox::plain
