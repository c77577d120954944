// --help of commands and its line wrapping, for callbox and callbox-openrpc.
#pragma once

#include "flags.hpp"

#include <callbox/bytes.hpp>

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>

namespace callbox::cli {

// A line for each command, under "Commands:".
void append_commands(bytes& out, std::span<const command> commands);

// The --help of one command. The caller adds options other than its flags.
void append_command(bytes& out, std::string_view program, const command& c,
                    bool has_options = false);

inline constexpr std::size_t columns = 80;

// "  --flag VALUE                  Description."
void append_item(bytes& out, std::string_view name, std::string_view takes, std::string_view doc);

// Wraps the text at the last column and indents each line but the first by `from` spaces: the first
// begins at that column already. Keeps line feeds, and ends with one.
void append_wrapped_from(bytes& out, std::string_view text, std::size_t from);

void pad(bytes& out, std::size_t count);

// Appends the parts in order.
void append(bytes& out, std::initializer_list<std::string_view> parts);

}  // namespace callbox::cli
