// Pieces of Python source.
#pragma once

#include "code.hpp"
#include "model.hpp"

#include <cstddef>
#include <string_view>

namespace callbox::openrpc::generate::python {

// The text as a literal: "it\"s".
code literal(std::string_view text);
// A value of a choice as a literal that Literal[] accepts.
code literal(const scalar& value);

// Appends a line. A long line is broken within its first brackets, as black does.
void append_line(code& to, std::size_t indent, const code& line);

// Appends the text as "#" comment lines; nothing if it is empty.
void append_comment(code& to, std::size_t indent, std::string_view text);
// The text as a comment at the end of a line of code.
code comment(std::string_view text);

// Appends the text as a docstring. Returns false if it is empty; nothing is appended then.
bool append_docstring(code& to, std::size_t indent, std::string_view text);

}  // namespace callbox::openrpc::generate::python
