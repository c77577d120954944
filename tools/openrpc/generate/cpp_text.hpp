// Pieces of C++.
#pragma once

#include "code.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate::cpp_text {

// A text as an expression that converts to std::string_view.
code literal(std::string_view text);

// Appends the text as lines that begin with "//"; nothing if it is empty.
void append_comment(code& to, std::size_t indent, std::string_view text);

// A line of `begin`, the items with commas between them, and `end`; where that is too long, the
// items fill lines of their own.
void append_list(code& to, const code& begin, const std::vector<code>& items, piece end);

}  // namespace callbox::openrpc::generate::cpp_text
