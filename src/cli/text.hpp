// What the program tells a person: texts of at most 80 columns, unless a table's own words or
// a line that is to be copied are longer.
#pragma once

#include <callbox/bytes.hpp>
#include <callbox/table.hpp>

#include <cstddef>
#include <span>
#include <string_view>

namespace callbox::cli {

inline constexpr std::size_t columns = 80;

// A line of the list of commands.
struct command_doc {
    std::string_view name;
    std::string_view takes;  // "METHOD", or empty
    std::string_view doc;
};

// --help: the commands, then every option with its default.
void append_usage(bytes& out, std::string_view program, std::span<const command_doc> commands);

// A line for each method: its signature and the first line of what it does, one below the other.
void append_list(bytes& out, const table& methods);

// All about one method: signature, doc, parameters, and a line for sh that calls it at `url`.
void append_method(bytes& out, const table& methods, const row& of, std::string_view url);

// The same line alone, without an end. Every parameter is in it: with its default where it has
// one, else with a value of its type.
void append_curl(bytes& out, const table& methods, const row& of, std::string_view url);

// `text` as one word for sh, whatever is in it.
void append_quoted(bytes& out, std::string_view text);

}  // namespace callbox::cli
