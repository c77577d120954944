// callbox/run.hpp - a whole program: the table of methods behind callbox's command line.
#pragma once

#include <callbox/about.hpp>
#include <callbox/method.hpp>
#include <callbox/options.hpp>

#include <cstddef>
#include <type_traits>

namespace callbox {

namespace detail {
int run(const table& methods, void* state, int argc, char** argv, const options& defaults);
inline options described(const about& info) {
    options defaults;
    defaults.about = info;
    return defaults;
}
}  // namespace detail

// What main() returns. `program --help` tells the command line: serve (the default), list, help,
// openrpc, call. `info` is what the OpenRPC document says of all methods together.
// Exit status: 0; 1 when it could not do what was asked; 2 when the command line is wrong.
template <std::size_t... Sizes>
int run(const api<void, Sizes...>& methods, int argc, char** argv, const about& info = {}) {
    return detail::run(methods, nullptr, argc, argv, detail::described(info));
}
// The same for methods with state: `state` is what they get by reference. One call is made at a
// time unless whoever starts the program says --workers: then functions and state must bear what
// serve.hpp says. A program that can't bear it calls serve() with options of its own.
template <class State, std::size_t... Sizes>
int run(const api<State, Sizes...>& methods, std::type_identity_t<State>& state, int argc,
        char** argv, const about& info = {}) {
    return detail::run(methods, &state, argc, argv, detail::described(info));
}

// The same for a program whose `serve` is to have defaults of its own, such as the sandbox: --help
// tells them, the environment and flags win. `defaults.about` is the document's.
template <std::size_t... Sizes>
int run(const api<void, Sizes...>& methods, int argc, char** argv, const options& defaults) {
    return detail::run(methods, nullptr, argc, argv, defaults);
}
template <class State, std::size_t... Sizes>
int run(const api<State, Sizes...>& methods, std::type_identity_t<State>& state, int argc,
        char** argv, const options& defaults) {
    return detail::run(methods, &state, argc, argv, defaults);
}

template <class State, std::size_t... Sizes>
int run(const api<State, Sizes...>&, int, char**, const about& = {}) {
    static_assert(std::is_void_v<State>,
                  "callbox: these methods take state: call run(methods, state, argc, argv)");
    return 2;
}
template <class State, std::size_t... Sizes>
int run(const api<State, Sizes...>& methods, int argc, char** argv, const options&) {
    return run(methods, argc, argv);
}

}  // namespace callbox
