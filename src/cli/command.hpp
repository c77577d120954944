// One command line: what it says, and what came of it.
#pragma once

#include <callbox/bytes.hpp>
#include <callbox/options.hpp>
#include <callbox/table.hpp>

#include <span>
#include <string>
#include <string_view>

namespace callbox::cli {

struct session {
    const table& methods;
    void* state;                     // what the methods take, or null
    const options& defaults;         // the program's own, for `serve`; about for the document
    std::string_view program;        // what it was called by, without folders
    std::span<char* const> words;    // of the command line, behind that
    const char* const* environment;  // "NAME=value", ended by null
    bytes out = bytes{};             // for standard output
    std::string mistake = {};        // one line for standard error, without its end
    bytes errors = bytes{};          // for standard error, as they are
};

struct command_doc;
// Of every command, in the order of --help.
std::span<const command_doc> command_docs();

// Does what the words say and returns the exit status, 2 with a mistake when they say nothing
// right. Prints nothing: that is the caller's part. Only `serve` takes its time.
int obey(session& s);

}  // namespace callbox::cli
