// callbox/detail/thunk.hpp - derives from a function, at compile time, its parameter types and the
// code that reads its arguments, calls it and writes its result.
#pragma once

#include <callbox/later.hpp>
#include <callbox/table.hpp>

namespace callbox::detail {

template <class P> inline constexpr bool is_later = false;
template <class T> inline constexpr bool is_later<later<T>> = true;

template <class State, bool Asks, class R, class... P> struct plain_function {
    using state = State;
    using context = void;
    using table_state = State;
    using returns = std::remove_cvref_t<R>;
    using params = std::tuple<std::remove_cvref_t<P>...>;
    using all_params = params;
    static constexpr std::size_t arity = sizeof...(P);
    static constexpr bool is_function = true;
    static constexpr bool asks_caller = Asks;
    static constexpr bool answers_later = false, returns_nothing = true, has_views = false;
    static constexpr bool later_comes_last = (!is_later<std::remove_cvref_t<P>> && ...);
    static constexpr bool takes_readable = (readable<std::remove_cvref_t<P>> && ...);
    static constexpr bool takes_values =
        (!(std::is_lvalue_reference_v<P> && !std::is_const_v<std::remove_reference_t<P>>) && ...);
    // Whether no caller is left: `signature` has removed a caller in the right place.
    static constexpr bool caller_is_in_its_place =
        !std::same_as<State, caller> && (!std::same_as<std::remove_cvref_t<P>, caller> && ...);
};

template <class P>
concept caller_parameter = std::same_as<P, caller> || std::same_as<P, const caller&>;

// A function with a later<T>, its last parameter, which stands for the result.
template <class... P>
using last_type = decltype((std::type_identity<void>(), ..., std::type_identity<P>()));
template <class State, bool Asks, class R, class... P>
struct usual_function : plain_function<State, Asks, R, P...> {};
template <class State, bool Asks, class R, class All, class Last, class At> struct later_function;
template <class State, bool Asks, class R, class All, class T, std::size_t... I>
struct later_function<State, Asks, R, All, later<T>, std::index_sequence<I...>>
    : plain_function<State, Asks, T, std::tuple_element_t<I, All>...> {
    static constexpr bool answers_later = true, returns_nothing = std::is_void_v<R>;
    static constexpr bool has_views =
        (!owns<std::remove_cvref_t<std::tuple_element_t<I, All>>> || ...);
};
template <class State, bool Asks, class R, class... P>
    requires is_later<typename last_type<P...>::type>
struct usual_function<State, Asks, R, P...>
    : later_function<State, Asks, R, std::tuple<P...>, typename last_type<P...>::type,
                     std::make_index_sequence<sizeof...(P) - 1>> {};

// A const T& that no JSON is read as: the value of a hook.
template <class P>
concept context_parameter = std::is_lvalue_reference_v<P> && !caller_parameter<P> &&
    std::is_const_v<std::remove_reference_t<P>> && !readable<std::remove_cvref_t<P>> &&
    !is_later<std::remove_cvref_t<P>>;
template <class State, bool Asks, class R, class... P>
struct function_type : usual_function<State, Asks, R, P...> {};
template <class State, bool Asks, class R, context_parameter C, class... P>
struct function_type<State, Asks, R, C, P...> : usual_function<State, Asks, R, P...> {
    using context = std::remove_cvref_t<C>;
    using table_state = in_context<context, State>;
    using all_params = std::tuple<context, std::remove_cvref_t<P>...>;
};

// Anything but a function is treated as void f(): one message is enough.
template <class F> struct signature : function_type<void, false, void> {
    static constexpr bool is_function = false;
};
template <class R, class... P>
struct signature<R (*)(P...)> : function_type<void, false, R, P...> {};
template <class R, caller_parameter C, class... P>
struct signature<R (*)(C, P...)> : function_type<void, true, R, P...> {};
template <class R, class S, class... P> requires(!std::is_const_v<S>)
struct signature<R (*)(S&, P...)> : function_type<S, false, R, P...> {};
template <class R, class S, caller_parameter C, class... P> requires(!std::is_const_v<S>)
struct signature<R (*)(S&, C, P...)> : function_type<S, true, R, P...> {};
template <class R, class... P>
struct signature<R (*)(P...) noexcept> : signature<R (*)(P...)> {};
// The first parameter of a member function is its object, the state.
template <class R, class S, bool No, class... P>
struct signature<R (S::*)(P...) noexcept(No)> : signature<R (*)(S&, P...)> {};
template <class R, class S, bool No, class... P>
struct signature<R (S::*)(P...) & noexcept(No)> : signature<R (*)(S&, P...)> {};
template <class R, class S, bool No, class... P>
struct signature<R (S::*)(P...) const noexcept(No)> : signature<R (*)(S&, P...)> {};
template <class R, class S, bool No, class... P>
struct signature<R (S::*)(P...) const & noexcept(No)> : signature<R (*)(S&, P...)> {};

// A lambda as a pointer to its function.
template <auto Fn> constexpr auto pointer_to() {
    if constexpr (requires { +Fn; }) return +Fn;
    else return Fn;
}
template <auto Fn> using signature_of = signature<decltype(pointer_to<Fn>())>;

template <class T> struct unwrapped { using type = T; };
template <class T> struct unwrapped<result<T>> { using type = T; };

// Reads the most common argument, an integer that fits and has no bounds. False: it is another.
template <class P> [[gnu::always_inline]] inline bool read_usual(const call& c, std::size_t at,
                                                                 P& out) {
    if constexpr (std::integral<P> && readable<P> && !std::same_as<P, bool>) {
        node* const given = c.given[at];
        if (given == nullptr || given->type != kind::integer ||
            given->length > value::digits_safe ||
            c.params[at].constraints.what != bounds::on::nothing)
            return false;
        const std::int64_t number = value(*c.text, *given).short_integer();
        out = static_cast<P>(number);
        return std::in_range<P>(number);
    }
    return false;
}

template <class P> [[gnu::noinline]] bool read_any(const call& c, std::size_t at, P& out) {
    const param& declared = c.params[at];
    if (c.given[at] == nullptr) {
        take_default(declared, out);
        return true;
    }
    return read_sent(value(*c.text, *c.given[at]), out, declared, *c.bad);
}

template <class R> outcome write_result(call& c, const R& answer) {
    codec<R>::write(*c.out, answer);
    return outcome::answered;
}
[[gnu::noinline]] inline outcome fail(call& c, failure& why) {
    c.failure->emplace(std::move(why));
    return outcome::failed;
}
template <class T> outcome write_result(call& c, result<T>&& answer) {
    if (!answer) [[unlikely]] return fail(c, answer.error());
    if constexpr (std::is_void_v<T>) c.out->null();
    else codec<T>::write(*c.out, *answer);
    return outcome::answered;
}

// Calls a function with the state, if it takes one, and these arguments.
template <auto Fn, class... A>
[[gnu::always_inline]] inline decltype(auto) call_with_state(call& c, A&&... arguments) {
    using state = typename signature_of<Fn>::state;
    if constexpr (std::is_member_function_pointer_v<decltype(Fn)>)
        return (static_cast<state*>(c.state)->*Fn)(std::forward<A>(arguments)...);
    else if constexpr (std::is_void_v<state>) return Fn(std::forward<A>(arguments)...);
    else return Fn(*static_cast<state*>(c.state), std::forward<A>(arguments)...);
}

// The same with the caller, if it takes one.
template <auto Fn, class... A>
[[gnu::always_inline]] inline decltype(auto) call_with_caller(call& c, A&&... arguments) {
    if constexpr (signature_of<Fn>::asks_caller)
        return call_with_state<Fn>(c, *c.from, std::forward<A>(arguments)...);
    else return call_with_state<Fn>(c, std::forward<A>(arguments)...);
}

// Initializes a later<T> in place.
struct later_argument {
    waiting_call& call;
    template <class T> operator later<T>() const { return later<T>(call); }
};

template <auto Fn, class... P, std::size_t... I>
outcome invoke(call& c, std::tuple<P...>*, std::index_sequence<I...>) {
    using function = signature_of<Fn>;
    [[maybe_unused]] std::tuple<P...> got{};
    bool right = true;
    ((right &= read_usual(c, I, std::get<I>(got)) || read_any(c, I, std::get<I>(got))), ...);
    if (!right || !c.bad->empty()) return outcome::refused;

    const auto run = [&](auto... later) -> decltype(auto) {
        using context = typename function::context;
        if constexpr (!std::is_void_v<context>)
            return call_with_caller<Fn>(c, *static_cast<const context*>(c.unbound->context),
                                        std::move(std::get<I>(got))..., later...);
        else return call_with_caller<Fn>(c, std::move(std::get<I>(got))..., later...);
    };
    if constexpr (function::answers_later) {
        run(later_argument{*c.unbound->later});
        return outcome::waits;
    } else if constexpr (std::is_void_v<typename function::returns>) {
        run();
        c.out->null();
        return outcome::answered;
    } else {
        return write_result(c, run());
    }
}

template <auto Fn> outcome call_function(call& c) {
    using function = signature_of<Fn>;
    return invoke<Fn>(c, static_cast<typename function::params*>(nullptr),
                      std::make_index_sequence<function::arity>{});
}

// Calls a function within hooks or raises<>, after binding its arguments.
template <thunk Run> outcome bind_and_call(call& c) {
    c.unbound->bind(c);
    return Run(c);
}

// Fails with the error at that index among the row's.
outcome fail_as_declared(call& c, std::size_t error);

// Calls Run; an exception of type E becomes the row's error at that index.
template <thunk Run, class E, std::size_t At> outcome call_raising(call& c) {
    try {
        return Run(c);
    } catch (const E&) {
        return fail_as_declared(c, At);
    }
}

// A state that `make` constructs in place, as its type may not be movable.
template <class State> struct fresh_state {
    State value;
    template <class Make> explicit fresh_state(Make& make) : value(make()) {}
};

// A row has no types, only its thunk. signature_by() maps the thunk back to them: typed_thunk
// defines it, as a friend, for the key of the thunk, and `function_of` finds it (typed_call.hpp).
#pragma GCC diagnostic push
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
template <thunk Run> struct thunk_key {
    friend constexpr auto signature_by(thunk_key);
};
#pragma GCC diagnostic pop
template <thunk Run, class Signature> struct typed_thunk {
    static constexpr thunk run = Run;
    friend constexpr auto signature_by(thunk_key<Run>) { return Signature{}; }
};
template <thunk Run> using function_of = decltype(signature_by(thunk_key<Run>{}));

}  // namespace callbox::detail
