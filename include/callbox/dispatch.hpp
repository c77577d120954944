// callbox/dispatch.hpp - JSON-RPC 2.0 without a network.
#pragma once

#include <callbox/caller.hpp>
#include <callbox/limits.hpp>
#include <callbox/method.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace callbox {

namespace detail {
std::string answer(const table& methods, void* state, std::string_view message,
                   const limits& bounds, const caller& who);
std::vector<std::string> failing_examples(const table& methods, void* state);
}

// Answers one message after another and reuses its memory, as the server does for each request. For
// programs that get messages by other means than HTTP. For one thread at a time.
class answerer {
public:
    // Requires: `methods` and `state`, which methods get by reference, outlive it.
    template <std::size_t... Sizes>
    explicit answerer(const api<void, Sizes...>& methods, const limits& bounds = {})
        : answerer(table(methods), nullptr, bounds) {}
    template <class State, std::size_t... Sizes>
    answerer(const api<State, Sizes...>& methods, std::type_identity_t<State>& state,
             const limits& bounds = {})
        : answerer(table(methods), &state, bounds) {}
    answerer(answerer&&) noexcept;
    answerer& operator=(answerer&&) noexcept;
    ~answerer();

    // The same as callbox::answer(). The view lives until the next call.
    std::string_view answer(std::string_view message) { return answer_to(message, nullptr); }
    std::string_view answer(std::string_view message, const caller& who) {
        return answer_to(message, &who);
    }

private:
    answerer(const table& methods, void* state, const limits& bounds);
    std::string_view answer_to(std::string_view message, const caller* who);

    struct parts;
    std::unique_ptr<parts> parts_;
};

// Answers one JSON-RPC message, a request or a batch: calls the methods it names and returns the
// response, one JSON text; an empty string when there is no response (notifications). Every message
// is answered, and nothing is thrown but std::bad_alloc; if a method throws, the answer is -32603
// and standard error says so. Methods that ask for their caller get `who` as it is here.
template <class State, std::size_t... Sizes>
std::string answer(const api<State, Sizes...>& methods, std::string_view message,
                   const limits& bounds = {}, const caller& who = {}) {
    static_assert(std::is_void_v<State>,
                  "callbox: these methods take state: call answer(methods, state, message)");
    return detail::answer(methods, nullptr, message, bounds, who);
}
// The same for methods with state, which get `state` by reference.
template <class State, std::size_t... Sizes>
std::string answer(const api<State, Sizes...>& methods, std::type_identity_t<State>& state,
                   std::string_view message, const limits& bounds = {}, const caller& who = {}) {
    return detail::answer(methods, &state, message, bounds, who);
}

// Calls every example of the table once by name and, where the method allows it, once more by
// position: a call that changes state changes it twice. Returns a line for each answer that differs
// from its example: a program's own test asserts that there is none.
template <class State, std::size_t... Sizes>
std::vector<std::string> failing_examples(const api<State, Sizes...>& methods) {
    static_assert(std::is_void_v<State>,
                  "callbox: these methods take state: call failing_examples(methods, state)");
    return detail::failing_examples(methods, nullptr);
}
template <class State, std::size_t... Sizes>
std::vector<std::string> failing_examples(const api<State, Sizes...>& methods,
                                          std::type_identity_t<State>& state) {
    return detail::failing_examples(methods, &state);
}

}  // namespace callbox
