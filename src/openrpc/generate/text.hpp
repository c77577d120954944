// Pieces of a program: comments and lists that are wrapped at 100 columns.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate {

inline constexpr std::size_t columns_max = 100;

// Control characters are blanks in it, line ends too.
std::string one_line(std::string_view text);

// Where the literal ends whose first quote is at `at`: at its other quote.
std::size_t end_of_literal(std::string_view code, std::size_t at);

// The lines of a text, broken at blanks where they have more than `room` characters; a part keeps
// the margin of its line, and a longer word stays whole. Control characters are blanks.
std::vector<std::string> wrapped(std::string_view text, std::size_t room);

// Wrapped lines behind "//" or "#"; nothing if the text is empty.
void append_comment(std::string& to, std::size_t indent, std::string_view mark,
                    std::string_view text);

// A line of `begin`, the items with commas between them, and `end`; where that is too long, the
// items fill lines of their own.
void append_list(std::string& to, const std::string& begin, const std::vector<std::string>& items,
                 std::string_view end);

}  // namespace callbox::openrpc::generate
