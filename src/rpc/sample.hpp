// Writes the values in the table as JSON: defaults, ends of ranges, examples.
#pragma once

#include <callbox/table.hpp>

#include <span>

namespace callbox::rpc {

void write_literal(writer& to, const literal& of);

// Writes the first value of an example's tokens, of the type `of`, and removes it from `rest`.
void write_sample(writer& to, std::span<const token>& rest, const type& of);

// Writes a value of the type `of` within the bounds, where there is no example.
void write_placeholder(writer& to, const type& of, const bounds& inside = {});

// Writes the arguments of an example: an object by name, or an array by position.
void write_arguments(writer& to, const example_call& of, std::span<const param> params,
                     bool by_name);

// Writes the result of an example of a method that returns `of`.
void write_result(writer& to, const example_call& example, const type& of);

}  // namespace callbox::rpc
