// Finds the end of a line of the head, or a byte not allowed in a line. Most bytes of a head are
// scanned here.
#pragma once

#include "characters.hpp"

#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace callbox::http::scan {

// The first byte from `at` on that is not a field_char, or `end`.
inline const char* end_bytewise(const char* at, const char* end) {
    while (at != end && is(field_char, *at)) ++at;
    return at;
}

// The same, sixteen bytes at a time if the processor supports it. Reads nothing at or after `end`.
inline const char* end_of_text(const char* at, const char* end) {
#if defined(__SSE2__)
    for (; end - at >= 16; at += 16) {
        const __m128i chunk = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
        // SSE2 cannot compare unsigned bytes: a byte is low if the minimum does not change it.
        const __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(chunk, _mm_set1_epi8(0x1f)), chunk);
        const __m128i tab = _mm_cmpeq_epi8(chunk, _mm_set1_epi8('\t'));
        const __m128i del = _mm_cmpeq_epi8(chunk, _mm_set1_epi8(0x7f));
        const __m128i found = _mm_or_si128(_mm_andnot_si128(tab, low), del);
        const auto mask = static_cast<unsigned>(_mm_movemask_epi8(found));
        if (mask != 0) return at + std::countr_zero(mask);
    }
#endif
    return end_bytewise(at, end);
}

}  // namespace callbox::http::scan
