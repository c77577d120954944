// Pieces of Python source.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate::python_text {

// Names that no parameter, member, method or group has: keywords, types that annotations name.
inline constexpr std::string_view reserved_names =
    "False None True and as assert async await break class continue def del elif else except "
    "finally for from global if import in is lambda nonlocal not or pass raise return try while "
    "with yield self dataclasses bool float int str";

// A text as a literal: "it\"s".
std::string quoted(std::string_view text);

// A scalar of JSON as a literal that Literal[] takes; empty if there is none.
std::string literal_of(std::string_view json);

// Appends a line, broken as black does where it is too long: within its first brackets.
void append_line(std::string& to, std::size_t indent, std::string_view line);

// Appends nothing where there is no text. Whatever stands in it, it does not end the docstring.
void append_docstring(std::string& to, std::size_t indent, std::string_view text);

}  // namespace callbox::openrpc::generate::python_text
