// One command line: what it says, and its outcome.
#pragma once

#include "output.hpp"
#include "settings.hpp"

#include <callbox/options.hpp>
#include <callbox/table.hpp>

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace callbox::cli {

struct invocation {
    const table& methods;
    void* state;                     // what the methods take, or null; `own` may make it
    const options& defaults;         // the program's own, for `serve`; `about` for the document
    std::string_view program;        // the name it was called by, without folders
    std::span<char* const> words;    // of the command line, behind that
    const char* const* environment;  // "NAME=value", ended by null
    output out = {};             // for standard output
    std::string error = {};        // one line for standard error, without its end
    output errors = {};          // for standard error, after the error
    settings* own = nullptr;         // of the program, if it has any

    // Of the program's own options.
    std::span<const setting_row> own_rows() const {
        return own == nullptr ? std::span<const setting_row>() : own->rows();
    }
    // What the program is as a client: "callbox", "inventory/2.1.0".
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

struct command_doc;
// Of every command that all programs have, in the order of --help.
std::span<const command_doc> command_docs();

// What run.hpp promises; `own` may be null. In run.cpp.
int run_program(const table& methods, void* state, int argc, char** argv, const options& defaults,
                settings* own);

// Does what the words say and returns the exit status, 2 with a error when they are wrong.
// Prints nothing: the caller does. `serve` returns only when the server has ended.
int run_command(invocation& s);

}  // namespace callbox::cli
