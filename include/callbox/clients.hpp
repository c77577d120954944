// callbox/clients.hpp - a command that a program has only if it wants it: typed clients of its own
// methods. It is 200 KB of program, so it is not in callbox.hpp: link libcallbox-openrpc.a before
// libcallbox.a (CMake: callbox::openrpc).
//
//     #include <callbox/clients.hpp>
//
//     callbox::options defaults;
//     defaults.clients = &callbox::commands::client;
//     return callbox::run(methods, argc, argv, defaults);
//
// Then `program client typescript > api.ts` prints a client in TypeScript, `python` and `c++` in
// these. While the explorer is served, the server has them too, for whoever may read the document:
// <mount>/client.ts, client.py and client.hpp; the explorer links to them.
#pragma once

#include <callbox/bytes.hpp>

#include <span>
#include <string_view>

namespace callbox {

namespace cli {
struct command_doc;
struct invocation;
}

// What options::clients points to.
struct client_command {
    const cli::command_doc& doc;  // for --help
    int (*run)(cli::invocation& s);
    // Appends the client in a language, "typescript", of a document, which it may write to.
    // Requires: there is such a language, and the document is the program's own.
    void (*write)(std::string_view language, std::span<char> document, bytes& out);
};

namespace commands {
extern const client_command client;
}

}  // namespace callbox
