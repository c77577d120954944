// Pieces of Python.
#pragma once

#include "code.hpp"
#include "model.hpp"

#include <cstddef>
#include <string_view>

namespace callbox::openrpc::generate::python_text {

// A text as a literal: "it\"s".
code literal(std::string_view text);
// A choice's value as a literal that Literal[] takes.
code literal(const scalar& value);

// Appends a line, broken as black does where it is too long: within its first brackets.
void append_line(code& to, std::size_t indent, const code& line);

// Appends the text as lines that begin with "#"; nothing if it is empty.
void append_comment(code& to, std::size_t indent, std::string_view text);
// The text as a comment that ends a line of code.
code comment(std::string_view text);

// Appends the text as a docstring. False: it is empty, and nothing is appended.
bool append_docstring(code& to, std::size_t indent, std::string_view text);

}  // namespace callbox::openrpc::generate::python_text
