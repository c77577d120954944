// --help of commands, and the wrapping of its lines: what all programs of this tree share.
#pragma once

#include "flags.hpp"

#include <callbox/bytes.hpp>

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>

namespace callbox::cli {

// Describes a command: for its line in the list of commands, and for its own --help.
struct command_doc {
    std::string_view name;
    std::string_view takes = {};    // "URL METHOD"; empty: nothing but options
    std::string_view doc = {};      // a clause
    std::string_view more = {};     // sentences
    std::string_view example = {};  // a command line behind the program's name
    std::span<const flag> flags = {};
    std::string_view letter = {};   // of --help: -h
};

// A line for each command, under "Commands:".
void append_commands(bytes& out, std::span<const command_doc> commands);

// The --help of one command. Options that it has beside its flags are up to the caller.
void append_command(bytes& out, std::string_view program, const command_doc& c,
                    bool has_options = false);

inline constexpr std::size_t columns = 80;

// "  --flag VALUE                  What it does."
void append_item(bytes& out, std::string_view name, std::string_view takes, std::string_view doc);

// Wraps words at the last column, with `from` spaces before each line but the first, which begins
// at that column already. Keeps the text's line ends, and ends with one.
void append_wrapped_from(bytes& out, std::string_view text, std::size_t from);

void pad(bytes& out, std::size_t count);

// Appends the parts one after the other.
void append(bytes& out, std::initializer_list<std::string_view> parts);

}  // namespace callbox::cli
