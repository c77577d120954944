// Pieces of Python source.
#pragma once

#include "code.hpp"
#include "model.hpp"

#include <cstddef>
#include <string>
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

// Appends the text as a docstring. Returns false if it is empty; nothing is appended then.
bool append_docstring(code& to, std::size_t indent, std::string_view text);

// For docstrings: the text, with a period if it is one line without an end.
std::string sentence(std::string_view text);
// "day: the last day", without the colon if there is no text.
std::string entry_of(std::string_view name, std::string_view text);
// Appends an entry; lines after its first are indented.
void append_entry(std::string& to, std::string_view entry);

}  // namespace callbox::openrpc::generate::python
