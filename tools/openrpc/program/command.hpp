// callbox-openrpc: a command line about OpenRPC documents, of any server.
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
    std::string_view program;        // the name it was called by, without folders
    std::span<char* const> words;    // of the command line, behind that
    const char* const* environment;  // "NAME=value", ended by null
    cli::output out = {};             // for standard output
    std::string error = {};        // one line for standard error, without its end
    cli::output errors = {};          // for standard error, after the error

    // Sets the error and returns the exit status.
    int wrong(std::string line) {
        error = std::move(line);
        return 2;
    }
};

inline constexpr std::array check_flags{
    cli::flag{"--token-file", "FILE", "the path of a file with a token",
              "the token to send to every URL, in one line; else CALLBOX_TOKEN has it"},
};

inline constexpr std::array document_client_flags{cli::client_flags[0], cli::client_flags[1],
                                                  check_flags[0]};

// Lists the changes from the first document to the second, breaking ones first. Returns 0, or 1
// when one breaks clients, or 2 with a error when the words are wrong or a document is none.
int check(invocation& s);

// Prints a client of the document, and on standard error what could not be typed. Returns 0, or 2
// with a error when the words are wrong or the document is none.
int client(invocation& s);

// Of every command, in the order of --help.
std::span<const cli::command_doc> command_docs();

// Does what the words say and returns the exit status, 2 with a error when they are wrong.
// Prints nothing: the caller does.
int run_command(invocation& s);

}  // namespace callbox::program
