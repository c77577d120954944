// Writes values in the table as JSON: defaults, bounds, examples, and calls for people to copy.
#pragma once

#include <callbox/table.hpp>

namespace callbox::rpc {

void write_literal(writer& to, const literal& l);

// Writes the default of a member, which must have one.
void write_default(writer& to, const member& m);

// Writes the first value of an example's tokens, a value of type `t`, and removes it from `rest`.
void write_sample(writer& to, std::span<const token>& rest, const type& t);

// Writes a value of type `t` within the bounds, in place of an example. Values of different `nth`
// differ, for types where such values are easily found.
void write_placeholder(writer& to, const type& t, const bounds& range = {}, std::size_t nth = 0);

// Returns the shortest text that matches the pattern of `range` and has its minimum length, if
// there is one of at most 4096 characters, else the shortest match; empty if nothing matches. Texts
// of different `nth` differ if the pattern's character classes allow it.
// Requires: `range` has a pattern.
std::string matching_text(const bounds& range, std::size_t nth);

// Writes the arguments of an example: an object by name, or an array by position.
void write_arguments(writer& to, const example_call& e, std::span<const param> params,
                     bool by_name);

// Writes the result of an example of a method that returns `t`.
void write_result(writer& to, const example_call& example, const type& t);

// Writes a request that the method accepts: the call in `example`, or in the method's first
// example; if there is none, a call with placeholders for its required parameters.
void write_request(writer& to, const table& methods, const row& r,
                   const example_call* example = nullptr);

// Appends a POSIX shell command that sends the request with curl.
void append_curl(bytes& out, const table& methods, const row& r, std::string_view url,
                 const example_call* example = nullptr);

// Appends a word for a POSIX shell, in single quotes.
void append_quoted(bytes& out, std::string_view word);

}  // namespace callbox::rpc
