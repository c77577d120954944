// callbox-openrpc: a command line for OpenRPC documents of any server.
#pragma once

#include "cli/output.hpp"
#include "cli/usage.hpp"
#include "program/clients.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace callbox::program {

struct invocation {
    std::string_view program;        // argv[0] without folders
    std::span<char* const> words;    // the arguments after argv[0]
    const char* const* environment;  // "NAME=value", terminated by null
    cli::output out = {};            // for standard output
    std::string error = {};          // one line for standard error, without the line feed
    cli::output errors = {};         // for standard error, after `error`

    // Sets the error and returns the exit status.
    int wrong(std::string line) {
        error = std::move(line);
        return 2;
    }
};

inline constexpr std::array check_flags{
    cli::flag{"--token-file", "FILE", "the path of a file with a token",
              "file with the token to send to every URL, on one line (default: the variable "
              "CALLBOX_TOKEN)"},
};

inline constexpr std::array document_client_flags{cli::client_flags[0], cli::client_flags[1],
                                                  check_flags[0]};

// Lists the changes from the first document to the second, breaking ones first. Returns 0; 1 if a
// change breaks clients; 2 with an error if the command line or a document is invalid.
int check(invocation& s);

// Prints a client of the document, and notes on standard error about types that became any JSON.
// Returns 0, or 2 with an error if the command line or the document is invalid.
int client(invocation& s);

// The commands, in the order of --help.
std::span<const cli::command_doc> command_docs();

// Runs the command line and returns the exit status, 2 with an error if it is invalid. The caller
// prints the outcome.
int run_command(invocation& s);

}  // namespace callbox::program
