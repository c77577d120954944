// The characters that stand for themselves in a JSON string: where a run of them ends. The reader
// and the writer both spend most of their time here.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

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

#if defined(__SSE2__)
// A bit for each of sixteen bytes that is not plain.
inline unsigned stops_in(const char* sixteen) {
    const __m128i chunk = _mm_loadu_si128(reinterpret_cast<const __m128i*>(sixteen));
    const __m128i quote = _mm_cmpeq_epi8(chunk, _mm_set1_epi8('"'));
    const __m128i slash = _mm_cmpeq_epi8(chunk, _mm_set1_epi8('\\'));
    // As signed numbers the control characters and all beyond ASCII are below the space.
    const __m128i below = _mm_subs_epi8(chunk, _mm_set1_epi8(' '));
    return static_cast<unsigned>(
        _mm_movemask_epi8(_mm_or_si128(below, _mm_or_si128(quote, slash))));
}

inline std::size_t first_of(unsigned stops) {
    return static_cast<std::size_t>(std::countr_zero(std::uint64_t{stops}));
}

[[gnu::noinline]] inline const char* end_of_long_run(const char* at, const char* end) {
    for (; end - at >= 16; at += 16)
        if (const unsigned stops = stops_in(at)) return at + first_of(stops);
    return end_bytewise(at, end);
}
#endif

// The same, sixteen bytes at a time where the processor can. Reads nothing from `end` on.
inline const char* end_of_run(const char* at, const char* end) {
#if defined(__SSE2__)
    if (end - at >= 16) {
        if (const unsigned stops = stops_in(at)) [[likely]] return at + first_of(stops);
        return end_of_long_run(at + 16, end);
    }
#endif
    return end_bytewise(at, end);
}

}  // namespace callbox::plain
