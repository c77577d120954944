// Human-readable text, at most 80 columns wide except for names from a table and lines to be
// copied.
#pragma once

#include "command.hpp"

namespace callbox::cli {

// The end of --help: each line is a paragraph. A program's name replaces CALLBOX.
inline constexpr std::string_view usage_notes =
    "A SIZE is in bytes or has a unit: 65536, 64k, 1M, 4G (k is 1024). A TIME is in milliseconds "
    "or has a unit: 1500, 1500ms, 5s, 2m, 1h.\n"
    "Each option has an environment variable: CALLBOX_LISTEN for --listen. Commas separate the "
    "values of an option that may be repeated; an empty variable is ignored. Options on the "
    "command line take precedence.";

inline constexpr std::string_view signal_notes =
    "Signals: SIGTERM and SIGINT drain and exit, a second one exits immediately; SIGHUP rereads "
    "the token file and reopens the log file; SIGUSR2 upgrades, with --upgrade.\n"
    "Exit status: 0 stopped by a signal; 1 could not start, or a blocking method did not return; "
    "2 invalid command line.";

// The options of `serve` with their defaults, in groups, and the notes. `own`: the program's own
// options, which come first; may be null.
void append_options(bytes& out, const options& defaults, const settings* own);

// A line for each method, in two columns: its signature and the first line of its summary.
void append_list(bytes& out, const table& methods);

// The help of one method: signature, docs, parameters, their structs, errors, examples, and a shell
// command that calls it at `url`.
void append_method(bytes& out, const table& methods, const row& r, std::string_view url);

// The configuration of a client that uses the program over standard input and output, and over
// HTTP. `name`: the server's name in the client; `path`: of the program.
void append_client_configuration(bytes& out, std::string_view name, std::string_view path,
                                 std::string_view url);

}  // namespace callbox::cli
