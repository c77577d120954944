// Lines of a head (RFC 9112, 2.2), and field lines in them (RFC 9112, 5). Of the http layer alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace callbox::http {

// Where a line ends. Small enough for two registers: one is made for each line.
struct line_end {
    enum class kind : std::uint8_t { more, found, bad };
    std::size_t at = 0;  // the CR of a CRLF, a byte that no line has inside it, or the end of text
    kind what = kind::more;
};

// Looks for the end of the line from `from` on, where no line end was before. After `more` the
// next search may begin at its `at`. What is before `at` is field text: SP, HTAB, VCHAR, obs-text.
line_end find_line_end(std::string_view text, std::size_t from);

// Why the line end is bad: a literal, one clause for a person. Requires: it is, in `text`.
const char* reason_of(line_end bad, std::string_view text);

// A field line that was taken apart.
struct field_line {
    std::string_view name;         // a token
    std::string_view value;        // without white space around it; never a null view
    const char* reason = nullptr;  // why it is none
};

// Requires: `line` was found by find_line_end(), is not empty, and its CRLF still stands behind it.
field_line split_field_line(std::string_view line);

}  // namespace callbox::http
