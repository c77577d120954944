// Lines of a head (RFC 9112, 2.2), and field lines in them (RFC 9112, 5).
#pragma once

#include "characters.hpp"

#include <cassert>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace callbox::http {

// The first byte from `at` on that is not a field_char, or `end`.
inline const char* end_bytewise(const char* at, const char* end) {
    while (at != end && is(field_char, *at)) ++at;
    return at;
}

// The same, sixteen bytes at a time if the processor supports it. Reads nothing at or after `end`.
// Most bytes of a head are scanned here.
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

inline bool is_crlf(const char* at) { return std::memcmp(at, "\r\n", 2) == 0; }

// The end of a line. Returned in two registers, as one is made for each line.
struct line_end {
    enum class kind : std::uint8_t { more, found, bad };
    std::size_t at = 0;  // the CR of a CRLF, a byte not allowed in a line, or the end of the text
    kind what = kind::more;
};

// Finds the end of the line, searching from `from` on. After `more`, the next search may begin at
// its `at`. The text before `at` is field text: SP, HTAB, VCHAR, obs-text.
inline line_end find_line_end(std::string_view text, std::size_t from) {
    using kind = line_end::kind;
    const char* const end = text.data() + text.size();
    const char* const found = end_of_text(text.data() + from, end);
    const auto at = static_cast<std::size_t>(found - text.data());
    if (end - found >= 2) return {at, is_crlf(found) ? kind::found : kind::bad};
    return {at, found == end || *found == '\r' ? kind::more : kind::bad};
}

// Why the line end is bad: a string literal, one clause. Requires: `bad` is a bad line end of
// `text`.
inline const char* reason_of(line_end bad, std::string_view text) {
    assert(bad.what == line_end::kind::bad);
    switch (text[bad.at]) {
    case '\r': return "CR without LF in the head";
    case '\n': return "a line ends with LF alone instead of CRLF";
    default: return "control character in the head";
    }
}

// The functions below take a nonempty line found by find_line_end() and still followed by its CRLF.
// A field line is a name, a colon and a value (RFC 9112, 5).

// The length of the name, a token before a colon, at the start of the line; 0 if there is none.
inline std::size_t name_length(std::string_view line) {
    const char* at = line.data();
    while (is(token_char, *at)) ++at;  // stops at the CR after the line
    return *at == ':' ? static_cast<std::size_t>(at - line.data()) : 0;
}

// Why name_length() is 0: a string literal, one clause. Names obs-fold, a line that begins with
// white space:                                                     RFC 9112, 5.2
inline const char* reason_against(std::string_view line) {
    const std::size_t length = run_of(token_char, line);
    const char after = line.data()[length];  // CR at the end of the line
    if (length == 0 && after == ':') return "a field has no name";
    if (length == 0 && is(blank_char, after)) return "obsolete line folding";
    if (is(blank_char, after)) return "there is white space in or after a field's name";
    return "a field's name is not a token and a colon";
}

// The value after `from`, without surrounding white space; never a null view. Requires: the colon
// is before `from`.
inline std::string_view value_of(std::string_view line, std::size_t from) {
    const char* at = line.data() + from;
    const char* end = line.data() + line.size();
    while (is(blank_char, *at)) ++at;  // stops at the CR after the line
    while (end > at && is(blank_char, end[-1])) --end;
    return {at, static_cast<std::size_t>(end - at)};
}

struct field_line {
    std::string_view name;
    std::string_view value;
};

// Removes the next line from `lines`, which are a checked head or the rest of one. A request line
// and the last line have names that no field has.
inline field_line take_field(std::string_view& lines) {
    const std::string_view line = ascii::take_until(lines, '\r');
    if (!lines.empty()) lines.remove_prefix(1);
    const std::size_t colon = line.find(':');
    if (colon == line.npos) return {line, {}};
    return {line.substr(0, colon), ascii::trimmed(line.substr(colon + 1))};
}

}  // namespace callbox::http
