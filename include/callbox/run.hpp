// callbox/run.hpp - a whole program: the table of methods behind callbox's command line.
#pragma once

#include <callbox/method.hpp>

#include <cstddef>
#include <type_traits>

namespace callbox {

namespace detail {
int run(const table& methods, void* state, int argc, char** argv);
}

// What main() returns. `program --help` tells the command line: serve (the default), list, help.
// Exit status: 0; 1 when it could not start; 2 when the command line is wrong.
template <std::size_t Rows, std::size_t Params>
int run(const api<void, Rows, Params>& methods, int argc, char** argv) {
    return detail::run(methods, nullptr, argc, argv);
}
// The same for methods with state: `state` is what they get by reference, one call at a time.
template <class State, std::size_t Rows, std::size_t Params>
int run(const api<State, Rows, Params>& methods, std::type_identity_t<State>& state, int argc,
        char** argv) {
    return detail::run(methods, &state, argc, argv);
}
template <class State, std::size_t Rows, std::size_t Params>
int run(const api<State, Rows, Params>&, int, char**) {
    static_assert(std::is_void_v<State>,
                  "callbox: these methods take state: call run(methods, state, argc, argv)");
    return 2;
}

}  // namespace callbox
