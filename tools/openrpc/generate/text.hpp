// Prepares text of a document for comments.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate {

inline constexpr std::size_t columns_max = 100;

// The lines of the text, without trailing blanks and without empty lines at the end.
std::vector<std::string> lines_of(std::string_view text);

// The text as one line: ASCII control characters become blanks, other hidden characters
// (base/visible.hpp) become escapes such as "\u202e".
std::string one_line(std::string_view text);

// The text as a literal in double quotes, for JavaScript and Python: hidden characters become
// escapes such as "\u202e".
std::string double_quoted(std::string_view text);

// Breaks lines of more than `room` characters at blanks. Each part keeps the indentation of its
// line, unless that takes more than half of the room; a longer word is not broken. Requires: no
// control characters.
std::vector<std::string> wrapped(const std::vector<std::string>& lines, std::size_t room);

// The position of the quote that closes the literal opened at `at`.
std::size_t end_of_literal(std::string_view code, std::size_t at);

}  // namespace callbox::openrpc::generate
