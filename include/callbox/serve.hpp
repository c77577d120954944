// callbox/serve.hpp - serving a table of methods over HTTP.
#pragma once

#include <callbox/method.hpp>
#include <callbox/options.hpp>

#include <cstddef>
#include <type_traits>

namespace callbox {

namespace detail {
int serve(const table& methods, void* state, const options& how);
}

// Serves until SIGTERM or SIGINT and what was received by then is answered. Returns the exit
// status: 0, or 1 when it could not start (a line on standard error says why).
//
// One request runs at a time, on the calling thread: your functions need no locks. It takes
// SIGTERM, SIGINT and SIGPIPE for the time it runs. Requires: no second serve() beside it.
template <std::size_t... Sizes>
int serve(const api<void, Sizes...>& methods, const options& how = {}) {
    return detail::serve(methods, nullptr, how);
}
// The same for methods with state: `state` is what they get by reference.
template <class State, std::size_t... Sizes>
int serve(const api<State, Sizes...>& methods, std::type_identity_t<State>& state,
          const options& how = {}) {
    return detail::serve(methods, &state, how);
}
template <class State, std::size_t... Sizes>
int serve(const api<State, Sizes...>&, const options& = {}) {
    static_assert(std::is_void_v<State>,
                  "callbox: these methods take state: call serve(methods, state)");
    return 1;
}

}  // namespace callbox
