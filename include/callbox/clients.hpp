// callbox/clients.hpp - an optional command of a program: typed clients of its own methods. It adds
// 200 KB to the program, so it is not part of callbox.hpp: link libcallbox-openrpc.a before
// libcallbox.a (CMake: callbox::openrpc).
//
//     #include <callbox/clients.hpp>
//
//     callbox::options defaults;
//     defaults.clients = &callbox::commands::client;
//     return callbox::run(methods, argc, argv, defaults);
//
// Then `program client typescript > api.ts` prints a client in TypeScript; `python` and `c++` print
// the others. If the explorer is enabled, the server also offers them, to clients that may read the
// document: <mount>/client.ts, client.py and client.hpp. The explorer links to them.
#pragma once

#include <callbox/bytes.hpp>

#include <span>

namespace callbox {

namespace cli {
struct command;
}

// The target of options::clients.
struct client_command {
    const cli::command& command;
    // Appends the client of `document` in a language, such as "typescript". May modify the
    // document. Requires: the language is supported, and the document is the program's own.
    void (*write)(std::string_view language, std::span<char> document, bytes& out);
};

namespace commands {
extern const client_command client;
}

}  // namespace callbox
