// One command line and its outcome.
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
    void* state;                     // of the methods, or null; `own` may make it
    const options& defaults;         // the program's own, for `serve` and the document
    std::string_view program;        // argv[0] without folders
    std::span<char* const> words;    // the arguments after argv[0]
    const char* const* environment;  // "NAME=value", terminated by null
    output out = {};                 // for standard output
    std::string error = {};          // one line for standard error, without the line feed
    output errors = {};              // for standard error, after `error`
    settings* own = nullptr;         // the program's own options, if it has any

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

struct command_doc;
// The commands that all programs have, in the order of --help.
std::span<const command_doc> command_docs();

// Implements run.hpp; `own` may be null. In run.cpp.
int run_program(const table& methods, void* state, int argc, char** argv, const options& defaults,
                settings* own);

// Runs the command line and returns the exit status, 2 with an error if it is invalid. The caller
// prints the outcome. `serve` returns when the server has ended.
int run_command(invocation& s);

}  // namespace callbox::cli
