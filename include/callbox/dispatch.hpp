// callbox/dispatch.hpp - JSON-RPC 2.0 without a network.
#pragma once

#include <callbox/method.hpp>

#include <functional>

namespace callbox {

namespace detail {
// next_state() returns the state of each call, valid until it is called again.
std::vector<std::string> failing_examples(const table& methods,
                                          const std::function<void*()>& next_state);

template <class Given, class State>
concept no_state = std::is_void_v<State> || !std::is_convertible_v<Given*, State*>;
template <class Make, class State> concept makes_state = !std::is_void_v<State> &&
    requires(Make& make) { { make() } -> std::same_as<State>; };
}  // namespace detail

// Answers messages one after another and reuses its memory, as the server does. For programs that
// receive messages by means other than HTTP. Not thread-safe.
class answerer {
public:
    // Requires: the methods and their state outlive it. Methods receive `state` by reference.
    explicit answerer(const bound_table& methods, const limits& bounds = {});
    template <class State, std::size_t... Sizes>
    answerer(const api<State, Sizes...>& rows, detail::own_state<State>& state,
             const limits& bounds = {})
        : answerer({rows, state}, bounds) {}
    answerer(answerer&&) noexcept;
    answerer& operator=(answerer&&) noexcept;
    ~answerer();

    // The same as callbox::answer(). The view is valid until the next call.
    std::string_view answer(std::string_view message, const caller& caller = anonymous);

private:
    static constexpr caller anonymous{};
    struct parts;
    std::unique_ptr<parts> parts_;
};

// Answers one JSON-RPC message, a request or a batch: calls its methods and returns the response as
// JSON text, or an empty string if there is no response (notifications). Every message is answered;
// nothing is thrown but std::bad_alloc. If a method throws, the response is error -32603 and the
// exception is logged to standard error. Methods that take a caller receive `caller` unchanged.
std::string answer(const bound_table& methods, std::string_view message, const limits& bounds = {},
                   const caller& caller = {});
// The same for methods with state, which receive `state` by reference.
template <class State, std::size_t... Sizes>
std::string answer(const api<State, Sizes...>& methods, detail::own_state<State>& state,
                   std::string_view message, const limits& bounds = {}, const caller& caller = {}) {
    return answer({methods, state}, message, bounds, caller);
}

// Calls every example of the table by name and, if the method allows it, again by position; a call
// that changes `state` therefore changes it twice. Returns a line for each result that differs from
// its example. A test of the program should assert that there are none.
std::vector<std::string> failing_examples(const bound_table& methods);
template <class State, std::size_t... Sizes>
std::vector<std::string> failing_examples(const api<State, Sizes...>& methods,
                                          detail::own_state<State>& state) {
    return failing_examples({methods, state});
}
// The same, but each call has its own state, from `make`, a function that returns a State by value.
// Methods that create, delete or count can then have examples too.
//
//     failing_examples(methods, [] { return store({"bread", "milk"}); })
template <class State, std::size_t... Sizes, detail::no_state<State> Make>
std::vector<std::string> failing_examples(const api<State, Sizes...>& methods, Make make) {
    constexpr bool makes_one = detail::makes_state<Make, State>;
    static_assert(makes_one, "callbox: pass failing_examples() the state of these methods, or a "
                             "function without parameters that returns one by value");
    if constexpr (makes_one) {
        std::optional<detail::fresh_state<State>> fresh;
        return detail::failing_examples(methods, [&] {
            fresh.reset();
            return &fresh.emplace(make).value;
        });
    }
    return {};
}

}  // namespace callbox
