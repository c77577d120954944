// callbox/dispatch.hpp - JSON-RPC 2.0 without a network.
#pragma once

#include <callbox/limits.hpp>
#include <callbox/method.hpp>

#include <string>
#include <string_view>
#include <type_traits>

namespace callbox {

namespace detail {
std::string answer(const table& methods, void* state, std::string_view message,
                   const limits& bounds);
}

// Answers one JSON-RPC message, a request or a batch: calls the methods it names and returns the
// response, one JSON text; an empty string when there is nothing to say (notifications). Whatever
// the message is, there is an answer and no exception but std::bad_alloc; what a method throws is
// answered with -32603 and told on standard error.
template <std::size_t Rows, std::size_t Params>
std::string answer(const api<void, Rows, Params>& methods, std::string_view message,
                   const limits& bounds = {}) {
    return detail::answer(methods, nullptr, message, bounds);
}
// The same for methods with state: `state` is what they get by reference.
template <class State, std::size_t Rows, std::size_t Params>
std::string answer(const api<State, Rows, Params>& methods, std::type_identity_t<State>& state,
                   std::string_view message, const limits& bounds = {}) {
    return detail::answer(methods, &state, message, bounds);
}
template <class State, std::size_t Rows, std::size_t Params>
std::string answer(const api<State, Rows, Params>&, std::string_view, const limits& = {}) {
    static_assert(std::is_void_v<State>,
                  "callbox: these methods take state: call answer(methods, state, message)");
    return {};
}

}  // namespace callbox
