// Text of a document, on its way into comments.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate {

inline constexpr std::size_t columns_max = 100;

// Its lines, without blanks at their ends and without empty lines at the end.
std::vector<std::string> lines_of(std::string_view text);

// The text as one line: control characters of ASCII become blanks, other hidden characters
// (base/visible.hpp) become "\u202e".
std::string one_line(std::string_view text);

// The text in one line each, broken at blanks where a line has more than `room` characters. Each
// part keeps the margin of its line, unless that takes more than half of the room; a longer word
// stays whole. Requires: no control characters.
std::vector<std::string> wrapped(const std::vector<std::string>& lines, std::size_t room);

// The end of the literal whose first quote is at `at`: its other quote.
std::size_t end_of_literal(std::string_view code, std::size_t at);

}  // namespace callbox::openrpc::generate
