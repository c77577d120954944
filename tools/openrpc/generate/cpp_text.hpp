// Pieces of C++ source.
#pragma once

#include "code.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate::cpp {

// The text as an expression that converts to std::string_view.
code literal(std::string_view text);

// Appends the text as "//" comment lines; nothing if it is empty.
void append_comment(code& to, std::size_t indent, std::string_view text);

// Appends a line of `begin`, the items separated by commas, and `end`. If that is too long, the
// items are put on lines of their own.
void append_list(code& to, const code& begin, const std::vector<code>& items, piece end);

}  // namespace callbox::openrpc::generate::cpp
