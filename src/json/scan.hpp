// Finds the ends of numbers, and of runs of characters that need no escape in a JSON string. The
// parser and the writer spend most of their time here.
#pragma once

#include "base/ascii.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace callbox::string_scan {

// ASCII except control characters, the quote and the backslash (RFC 8259, 7: unescaped). Non-ASCII
// characters are allowed too, but must be validated as UTF-8.
constexpr bool is_plain(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

inline constexpr std::array<bool, 256> table = []() {
    std::array<bool, 256> made{};
    for (std::size_t byte = 0; byte < made.size(); ++byte)
        made[byte] = is_plain(static_cast<char>(static_cast<unsigned char>(byte)));
    return made;
}();

// The first character from `at` that is not plain, or `end`.
inline const char* end_bytewise(const char* at, const char* end) {
    while (at != end && table[static_cast<unsigned char>(*at)]) ++at;
    return at;
}

#if defined(__SSE2__)
// Sets the highest bit of each of the sixteen bytes that is not plain.
inline __m128i stops_of(__m128i chunk) {
    const __m128i quote = _mm_cmpeq_epi8(chunk, _mm_set1_epi8('"'));
    const __m128i slash = _mm_cmpeq_epi8(chunk, _mm_set1_epi8('\\'));
    // As signed numbers, control characters and non-ASCII bytes are less than the space.
    const __m128i below = _mm_subs_epi8(chunk, _mm_set1_epi8(' '));
    return _mm_or_si128(below, _mm_or_si128(quote, slash));
}
inline __m128i stops_in(const char* sixteen) {
    return stops_of(_mm_loadu_si128(reinterpret_cast<const __m128i*>(sixteen)));
}
// For the first and the last eight bytes, which may overlap.
inline __m128i stops_at_ends(const char* at, const char* end) {
    const auto eight = [](const char* from) {
        return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
    };
    return stops_of(_mm_unpacklo_epi64(eight(at), eight(end - 8)));
}

// One bit for each byte.
inline unsigned bits_of(__m128i stops) { return static_cast<unsigned>(_mm_movemask_epi8(stops)); }

// The index of the first set bit. Requires: `bits` is not 0.
inline std::size_t first_of(unsigned bits) {
    return static_cast<std::size_t>(std::countr_zero(std::uint64_t{bits}));
}

// Continues a long run, 64 bytes at a time.
[[gnu::noinline]] inline const char* end_of_long_run(const char* at, const char* end) {
    for (int i = 0; i < 4 && end - at >= 16; ++i, at += 16)
        if (const unsigned bits = bits_of(stops_in(at))) return at + first_of(bits);
    for (; end - at >= 64; at += 64) {
        const __m128i front = _mm_or_si128(stops_in(at), stops_in(at + 16));
        const __m128i back = _mm_or_si128(stops_in(at + 32), stops_in(at + 48));
        if (bits_of(_mm_or_si128(front, back)) != 0) break;
    }
    for (; end - at >= 16; at += 16)
        if (const unsigned bits = bits_of(stops_in(at))) return at + first_of(bits);
    return end_bytewise(at, end);
}
#endif

// The same, sixteen bytes at a time if the processor supports it. Reads nothing at or after `end`.
inline const char* end_of_run(const char* at, const char* end) {
#if defined(__SSE2__)
    if (end - at >= 16) {
        if (const unsigned bits = bits_of(stops_in(at))) [[likely]] return at + first_of(bits);
        return end_of_long_run(at + 16, end);
    }
    if (end - at >= 8 && bits_of(stops_at_ends(at, end)) == 0) return end;
#endif
    return end_bytewise(at, end);
}

}  // namespace callbox::string_scan

// Finds the end of a number after its first digits. Requires a terminator that is not a digit: the
// parser's NUL, a bracket.
namespace callbox::number_scan {

// 1*DIGIT. Advances `at` past the digits; false if there are none.
inline bool take_digits(const char*& at) {
    if (!ascii::is_digit(*at)) return false;
    do ++at;
    while (ascii::is_digit(*at));
    return true;
}

inline bool at_fraction(const char* at) { return *at == '.' || (*at | 0x20) == 'e'; }

// [ frac ] [ exp ]                                                     RFC 8259, 6
// frac = decimal-point 1*DIGIT
// exp = e [ minus / plus ] 1*DIGIT
// Advances `at` from the end of the integer past its fraction and exponent. False if a digit is
// missing at `at`.
inline bool take_fraction(const char*& at) {
    if (*at == '.' && !take_digits(++at)) return false;
    if ((*at | 0x20) != 'e') return true;
    ++at;
    if (*at == '+' || *at == '-') ++at;
    return take_digits(at);
}

}  // namespace callbox::number_scan
