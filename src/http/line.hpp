// Lines of a head (RFC 9112, 2.2), and field lines in them (RFC 9112, 5). Only http/ uses them.
#pragma once

#include "scan.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace callbox::http {

inline bool is_crlf(const char* at) { return std::memcmp(at, "\r\n", 2) == 0; }

// Where a line ends. Small enough for two registers: one is made for each line.
struct line_end {
    enum class kind : std::uint8_t { more, found, bad };
    std::size_t at = 0;  // the CR of a CRLF, a byte that no line may contain, or the end of text
    kind what = kind::more;
};

// Looks for the end of the line from `from` on; there is none before. After `more` the next search
// may begin at its `at`. What is before `at` is field text: SP, HTAB, VCHAR, obs-text.
inline line_end find_line_end(std::string_view text, std::size_t from) {
    using kind = line_end::kind;
    const char* const end = text.data() + text.size();
    const char* const found = scan::end_of_text(text.data() + from, end);
    const auto at = static_cast<std::size_t>(found - text.data());
    if (end - found >= 2) return {at, is_crlf(found) ? kind::found : kind::bad};
    return {at, found == end || *found == '\r' ? kind::more : kind::bad};
}

// Why the line end is bad: a literal, one clause for a person. Requires: it is, in `text`.
const char* reason_of(line_end bad, std::string_view text);

// The functions below take a line that find_line_end() found, which is not empty and whose CRLF is
// still behind it. A field line is a name, a colon and a value:                 RFC 9112, 5

// The length of the name, a token before a colon, that the line begins with; 0 if there is none.
inline std::size_t name_length(std::string_view line) {
    const char* at = line.data();
    while (is(token_char, *at)) ++at;  // the CR behind the line is none
    return *at == ':' ? static_cast<std::size_t>(at - line.data()) : 0;
}

// Why name_length() is 0: a literal, one clause for a person.
const char* reason_against(std::string_view line);

// The value without surrounding white space, if the colon is before `from`; never a null view.
inline std::string_view value_of(std::string_view line, std::size_t from) {
    const char* at = line.data() + from;
    const char* end = line.data() + line.size();
    while (is(blank_char, *at)) ++at;  // the CR behind the line is none
    while (end > at && is(blank_char, end[-1])) --end;
    return {at, static_cast<std::size_t>(end - at)};
}

}  // namespace callbox::http
