// What stands in the table as values, as JSON: defaults, ends of ranges, examples.
#pragma once

#include <callbox/table.hpp>

#include <span>

namespace callbox::rpc {

void write_literal(writer& to, const literal& of);

// Writes the value that begins the tokens of an example, which is an `of`, and takes it off them.
void write_sample(writer& to, std::span<const token>& rest, const type& of);

// A value that is an `of` and inside the bounds, where there is no example.
void write_placeholder(writer& to, const type& of, const bounds& inside = {});

// The arguments of an example: an object by name, or an array by position.
void write_arguments(writer& to, const example_call& of, std::span<const param> params,
                     bool by_name);

// The result of an example of a method that returns `of`.
void write_result(writer& to, const example_call& example, const type& of);

}  // namespace callbox::rpc
