// Lines of a head (RFC 9112, 2.2), and field lines in them (RFC 9112, 5).
#pragma once

#include "base/ascii.hpp"
#include "scan.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace callbox::http {

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
    const char* const found = scan::end_of_text(text.data() + from, end);
    const auto at = static_cast<std::size_t>(found - text.data());
    if (end - found >= 2) return {at, is_crlf(found) ? kind::found : kind::bad};
    return {at, found == end || *found == '\r' ? kind::more : kind::bad};
}

// Why the line end is bad: a string literal, one clause. Requires: `bad` is a bad line end of
// `text`.
const char* reason_of(line_end bad, std::string_view text);

// The functions below take a nonempty line found by find_line_end() and still followed by its CRLF.
// A field line is a name, a colon and a value (RFC 9112, 5).

// The length of the name, a token before a colon, at the start of the line; 0 if there is none.
inline std::size_t name_length(std::string_view line) {
    const char* at = line.data();
    while (is(token_char, *at)) ++at;  // stops at the CR after the line
    return *at == ':' ? static_cast<std::size_t>(at - line.data()) : 0;
}

// Why name_length() is 0: a string literal, one clause.
const char* reason_against(std::string_view line);

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
