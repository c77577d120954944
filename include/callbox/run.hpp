// callbox/run.hpp - a complete program: the table of methods with callbox's command line.
#pragma once

#include <callbox/method.hpp>
#include <callbox/setting.hpp>

namespace callbox {

namespace detail {
int run_made(const table& methods, state_maker& maker, int argc, char** argv,
             const options& defaults);
}  // namespace detail

// Runs the program and returns the exit status for main(): 0; 1 on failure; 2 if the command line
// is invalid. `program --help` shows the commands: serve (the default), list, help, openrpc, call.
// `info` describes the whole API in the OpenRPC document.
int run(const bound_table& methods, int argc, char** argv, const api_info& info = {});
// The same with the program's own defaults for `serve`, such as the sandbox: --help shows them; the
// environment and flags override them. The document has `defaults.info`.
int run(const bound_table& methods, int argc, char** argv, const options& defaults);
// The same for methods with state, of an api or of joined modules, which receive `state` by
// reference. Calls run one at a time unless --workers is set, which requires a thread_safe table.
template <class Methods, class State> requires(!detail::is_made_by<State>)
int run(const Methods& methods, State& state, int argc, char** argv, const api_info& info = {}) {
    return run(bound_table(methods, state), argc, argv, info);
}
template <class Methods, class State> requires(!detail::is_made_by<State>)
int run(const Methods& methods, State& state, int argc, char** argv, const options& defaults) {
    return run(bound_table(methods, state), argc, argv, defaults);
}

// The same for a program with its own options, from which a function makes the state before
// serving: setting.hpp.
template <class State, std::size_t... Sizes, class Make, class... T>
int run(const api<State, Sizes...>& methods, const made_by<Make, T...>& state, int argc,
        char** argv, const options& defaults = {}) {
    constexpr bool state_matches = std::is_same_v<typename made_by<Make, T...>::state, State>;
    static_assert(state_matches, "callbox: the function must return the state of the methods");
    typename made_by<Make, T...>::maker maker(state);
    return detail::run_made(methods, maker, argc, argv, defaults);
}
template <class Make, class... T>
int run(const joined& methods, const made_by<Make, T...>& state, int argc, char** argv,
        const options& defaults = {}) {
    using made = typename made_by<Make, T...>::state;
    typename made_by<Make, T...>::maker maker(state);
    return detail::run_made(bound_table(methods, nullptr, &detail::state_type<made>), maker, argc,
                            argv, defaults);
}

}  // namespace callbox
