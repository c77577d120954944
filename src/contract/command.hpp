// callbox-openrpc: a command line about OpenRPC documents, of any server.
#pragma once

#include "cli/usage.hpp"

#include <callbox/bytes.hpp>

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace callbox::contract {

struct session {
    std::string_view program;        // the name it was called by, without folders
    std::span<char* const> words;    // of the command line, behind that
    const char* const* environment;  // "NAME=value", ended by null
    bytes out = bytes{};             // for standard output
    std::string mistake = {};        // one line for standard error, without its end
    bytes errors = bytes{};          // for standard error, as they are

    // Sets the mistake and returns the exit status.
    int wrong(std::string line) {
        mistake = std::move(line);
        return 2;
    }
};

// Of every command, in the order of --help.
std::span<const cli::command_doc> command_docs();

// Does what the words say and returns the exit status, 2 with a mistake when they are wrong.
// Prints nothing: the caller does.
int run_command(session& s);

}  // namespace callbox::contract
