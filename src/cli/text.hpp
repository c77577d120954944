// What the program tells a person: texts of at most 80 columns, unless a table's own words or
// a line that is to be copied are longer.
#pragma once

#include "settings.hpp"
#include "usage.hpp"

#include <callbox/bytes.hpp>
#include <callbox/options.hpp>
#include <callbox/table.hpp>

#include <span>
#include <string_view>

namespace callbox::cli {

// The end of --help: a line is a paragraph. A program's name takes the place of CALLBOX.
inline constexpr std::string_view usage_notes =
    "A SIZE is in bytes: 65536, 64k, 1M, 4G (k is 1024). A TIME is in milliseconds, or with its "
    "unit: 1500, 1500ms, 5s, 2m, 1h.\n"
    "Each option has an environment variable: CALLBOX_LISTEN is --listen. Where an option may be "
    "repeated, commas stand between the values; an empty variable counts for none. The flag wins.";

inline constexpr std::string_view signal_notes =
    "Signals: SIGTERM and SIGINT drain and end, the second ends at once; SIGHUP reads the token "
    "file again and opens the log file again; SIGUSR2 upgrades, with --upgrade.\n"
    "Exit status: 0 ended by a signal; 1 it could not start, or a blocking "
    "method would not end; 2 the command line is wrong.";

// --help: the commands, then every option with its default.
// `own`: the program's own options.
void append_usage(bytes& out, std::string_view program, std::span<const command_doc> commands,
                  const options& defaults, const settings* own = nullptr);

// The --help of one command. Every option follows where it `has_options`.
void append_command_usage(bytes& out, std::string_view program, const command_doc& c,
                          const options& defaults, bool has_options,
                          const settings* own = nullptr);

// A line for each method: its signature and the first line of what it does, in two columns.
void append_list(bytes& out, const table& methods);

// All about one method: signature, docs, parameters, the structs among them, errors, examples, and
// a line for sh that calls it at `url`.
void append_method(bytes& out, const table& methods, const row& r, std::string_view url);

}  // namespace callbox::cli
