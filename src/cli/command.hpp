// One command line, its command and its outcome.
#pragma once

#include "flags.hpp"
#include "settings.hpp"

namespace callbox::cli {

struct invocation {
    const table& methods;            // none in callbox-openrpc
    void* state;                     // of the methods, or null; `own` may make it
    const options& defaults;         // the program's own, for `serve` and the document
    std::string_view program;        // argv[0] without folders
    std::span<char* const> words;    // the arguments after argv[0], then those after the command
    const char* const* environment;  // "NAME=value", terminated by null
    output out = {};                 // for standard output
    std::string error = {};          // one line for standard error, without the line feed
    output errors = {};              // for standard error, after `error`
    settings* own = nullptr;         // the program's own options, if it has any
    given_flags given = {};          // `words` as flags and arguments of the command
    // Prints and clears `errors` and `out` before the command ends; null: they are kept. False: the
    // reader of standard output has left.
    bool (*flush)(invocation&) = nullptr;

    // The rows of the program's own options.
    std::span<const setting_row> own_rows() const {
        return own == nullptr ? std::span<const setting_row>() : own->rows();
    }
    // The User-Agent of the program: "callbox", "inventory/2.1.0".
    std::string agent() const {
        if (defaults.name.empty()) return "callbox";
        return defaults.name + (defaults.version.empty() ? "" : '/' + defaults.version);
    }

    // Sets the error and returns the exit status.
    int wrong(std::string line, int status = 2) {
        error = std::move(line);
        return status;
    }
};

// The commands that all programs have, in the order of --help.
std::span<const command> commands();

// Runs a command line of a program with these commands. The caller prints the outcome. `serve`
// returns when the server has ended.
int run_command(invocation& s);

// The command of that name or letter, or null.
const command* find_command(std::span<const command> all, std::string_view name);

// Runs the command of a command line, or its help: of a command; of all if it is null or a flag.
// `otherwise` runs without a name; null: none does. Returns the exit status, 2 with an error if the
// command line is invalid.
int run_command(invocation& s, std::span<const command> all,
                int (*show_help)(invocation&, const command*),
                const command* otherwise = nullptr);

// Runs main(): `command` runs the command line, and its outcome is printed. Returns the exit
// status: 1 if standard output cannot be written, 2 if memory runs out. `defaults` null: those of
// options. `own` may be null. Errors are log lines; if there is a name, lines that begin with it.
int run_program(int (*command)(invocation&), const table& methods, void* state, int argc,
                char** argv, const options* defaults, settings* own, std::string_view name = {});

}  // namespace callbox::cli
