// callbox-openrpc: a command line for OpenRPC documents of any server.
#pragma once

#include "cli/command.hpp"
#include "program/clients.hpp"
#include "program/report.hpp"

#include <callbox/method.hpp>

#include <array>
#include <span>

namespace callbox::program {

using cli::invocation;

// Of the invocation: the documents of other programs have the methods.
inline constexpr api<void, 0, 0, 0, 0> no_methods;

inline constexpr std::array check_flags{
    cli::flag{"--token-file", "FILE", "the path of a file with a token",
              "file with the token to send to every URL, on one line (default: the variable "
              "CALLBOX_TOKEN)"},
    cli::flag{"--format", "FORMAT", report_formats,
              "text (default), json, markdown, or github: an annotation of GitHub Actions for "
              "each breaking change"},
};

inline constexpr std::array document_client_flags{cli::client_flags[0], cli::client_flags[1],
                                                  cli::client_flags[2], check_flags[0]};

// Lists the changes from the first document to the second, breaking ones first. Returns 0; 1 if a
// change breaks clients; 2 with an error if the command line or a document is invalid.
int check(invocation& s);

// Prints a client of the document, and notes on standard error about types that became any JSON.
// Returns 0, or 2 with an error if the command line or the document is invalid.
int client(invocation& s);

// The commands, in the order of --help.
std::span<const cli::command> commands();

// Runs the command line and returns the exit status, 2 with an error if it is invalid. The caller
// prints the outcome.
int run_command(invocation& s);

}  // namespace callbox::program
