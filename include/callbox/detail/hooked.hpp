// callbox/detail/hooked.hpp - the thunks and tables that with<>() makes. Part of hooks.hpp.
#pragma once

#include <callbox/hooks.hpp>

namespace callbox {

namespace detail {

// ----------------------------------------------------------------------------------- hooks' types

template <class Attribute> struct hook {
    static constexpr bool is_known = declares_error<Attribute>;
    static constexpr bool is_right = is_known;
    using state = void;
    using given = void;
};
template <auto Fn, class... Seen> struct hook_function {
    using function = signature_of<Fn>;
    using state = typename function::state;
    using given = void;
    static constexpr bool is_known = true;
    static constexpr bool takes_these =
        function::is_function && !function::asks_caller &&
        std::same_as<typename function::all_params, std::tuple<Seen...>>;
};
template <auto Fn> struct hook<before_attribute<Fn>> : hook_function<Fn, seen_call> {
    using given = typename unwrapped<typename signature_of<Fn>::returns>::type;
    static constexpr bool is_right = hook_function<Fn, seen_call>::takes_these;
    static_assert(is_right, "callbox: before<> takes a function of ([State&,] const seen_call&)");
};
template <auto Fn> struct hook<after_attribute<Fn>> : hook_function<Fn, seen_call, seen_end> {
    static constexpr bool is_right = hook_function<Fn, seen_call, seen_end>::takes_these &&
                                     std::is_void_v<typename signature_of<Fn>::returns>;
    static_assert(is_right, "callbox: after<> takes a function of ([State&,] const seen_call&, "
                            "const seen_end&) that returns void");
};

// ---------------------------------------------------------------------------------- hooks' thunks

seen_call seen_before(const call& c);
inline seen_call seen_after(const call& c) {
    const row& method = *c.unbound->method;
    return {.who = *c.from, .row = method, .method = method.name};
}

template <auto Fn, thunk Run> outcome call_if_allowed(call& c) {
    using returns = typename signature_of<Fn>::returns;
    using given = typename unwrapped<returns>::type;
    if constexpr (std::is_void_v<returns>) {
        call_with_state<Fn>(c, seen_before(c));
        return Run(c);
    } else {
        auto&& made = call_with_state<Fn>(c, seen_before(c));
        if constexpr (std::same_as<returns, given>) c.unbound->context = &made;
        else if (!made) return fail(c, made.error());
        else if constexpr (!std::is_void_v<given>) c.unbound->context = &*made;
        return Run(c);
    }
}

// Measures a call from its beginning to its end.
class watch {
public:
    explicit watch(const call& c);
    // nullopt: the call threw an exception.
    seen_end ended(std::optional<outcome>) const;

private:
    const call& call_;
    std::size_t size_;     // of the response before the result
    std::uint64_t began_;  // in ticks
};

template <auto Fn, thunk Run> outcome call_watched(call& c) {
    const watch watched(c);
    outcome end;
    try {
        end = Run(c);
    } catch (...) {
        call_with_state<Fn>(c, seen_after(c), watched.ended(std::nullopt));
        throw;
    }
    call_with_state<Fn>(c, seen_after(c), watched.ended(end));
    return end;
}

template <thunk Run, std::size_t At, auto Fn>
inline constexpr thunk thunk_within<Run, At, before_attribute<Fn>> = &call_if_allowed<Fn, Run>;
template <thunk Run, std::size_t At, auto Fn>
inline constexpr thunk thunk_within<Run, At, after_attribute<Fn>> = &call_watched<Fn, Run>;

// A thunk within attributes, outermost first.
template <thunk Run, std::size_t At, class... Attribute> inline constexpr thunk hooked_thunk = Run;
template <thunk Run, std::size_t At, class A, class... Rest>
inline constexpr thunk hooked_thunk<Run, At, A, Rest...> =
    thunk_within<hooked_thunk<Run, At + declares_error<A>, Rest...>, At, A>;

// Calls the function of a row whose state is inside that of its hooks.
template <thunk Run, const auto& Methods, std::size_t At> outcome call_inside(call& c) {
    call inner = c;
    inner.state = Methods.rows()[At].state_inside(c.state);
    return Run(inner);
}

// The row within these attributes, with the signature of its function.
template <const auto& Methods, std::size_t At, class... Attribute> consteval row row_within() {
    constexpr const row& inner = Methods.rows()[At];
    row made = inner;
    constexpr thunk bound = inner.binds_itself ? inner.run : &bind_and_call<inner.run>;
    constexpr thunk called = inner.path_length == 0 ? bound : &call_inside<bound, Methods, At>;
    made.run = typed_thunk<hooked_thunk<called, inner.errors.count, Attribute...>,
                           function_of<Methods.rows()[At].run>>::run;
    made.path = {};
    made.path_length = 0;
    made.binds_itself = true;
    made.asks_caller = true;
    return made;
}

// The errors of a row: its own, followed by those of the attributes, whose codes it may override.
template <std::size_t Most, class... Attribute>
constexpr auto errors_within(std::span<const declared_error> own, const Attribute&... attributes) {
    list<declared_error, Most> all, added;
    const auto add = [&]<class W>([[maybe_unused]] const W& attribute) {
        if constexpr (declares_error<W>) {
            added.add(attribute.error);
            const auto is_same = [&](const declared_error& e) {
                return e.code == attribute.error.code;
            };
            const auto overriding = std::find_if(own.begin(), own.end(), is_same);
            all.add(overriding == own.end() ? attribute.error : *overriding);
        }
    };
    all.put(own);
    (add(attributes), ...);
    check_errors(added.view());
    return all;
}

// The type of a table of these methods with `Added` more errors in each row, inside hooks.
template <std::size_t Added, class... Hook, class State, std::size_t Rows, std::size_t Params,
          std::size_t Errors, std::size_t Examples>
constexpr auto type_within(const api<State, Rows, Params, Errors, Examples>&) {
    using first = typename first_state<own_state<State>, typename Hook::state...>::type;
    constexpr bool states_are_one = ((std::is_void_v<typename Hook::state> ||
                                      std::same_as<typename Hook::state, first>) && ...);
    static_assert(states_are_one, "callbox: a hook must take the same state as the methods: with<> "
                                  "stands around of<>, not inside");
    using context = typename state_in<State>::context;
    using given = typename first_state<typename Hook::given...>::type;
    constexpr bool one_hook_gives =
        (std::size_t{0} + ... + !std::is_void_v<typename Hook::given>) <= 1;
    static_assert(one_hook_gives, "callbox: only one before<> hook of a with<> returns a value");
    constexpr bool value_is_taken = std::is_void_v<given> || std::same_as<given, context>;
    static_assert(value_is_taken, "callbox: no method takes the value that a before<> hook returns "
                                  "as a const T&, its first parameter after state and caller; a "
                                  "hook without a value returns void or result<void>");
    using state = typename state_within<
        first, std::conditional_t<std::is_void_v<given>, context, void>>::type;
    return std::type_identity<api<state, Rows, Params, Errors + Rows * Added, Examples>>{};
}

// A friend of api that makes one table from another.
struct table_within {
    template <const auto& Methods, class... Attribute>
    static consteval auto make(Attribute... attributes) {
        constexpr std::size_t added = (std::size_t{0} + ... + declares_error<Attribute>);
        constexpr table all{Methods};
        constexpr std::size_t most = all.errors.size() + added;
        using made_type =
            typename decltype(type_within<added, hook<Attribute>...>(Methods))::type;
        made_type made{typename made_type::empty{}};
        const auto put = [&](row within, const row& own) {
            const auto errors = errors_within<most>(all.all_errors_of(own), attributes...);
            made.put(within, all.params_of(own), errors.view(), all.examples_of(own));
        };
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (put(row_within<Methods, I, Attribute...>(), all.rows[I]), ...);
        }(std::make_index_sequence<Methods.rows().size()>{});
        made.sort();
        return made;
    }
};

}  // namespace detail

template <const auto& Methods, class... Attribute> consteval auto with(Attribute... attributes) {
    constexpr bool attributes_are_known = (detail::hook<Attribute>::is_known && ...);
    constexpr bool attributes_are_right = (detail::hook<Attribute>::is_right && ...);
    static_assert(attributes_are_known,
                  "callbox: with<> accepts only before<>, after<>, fails and raises<>");
    if constexpr (attributes_are_known && attributes_are_right)
        return detail::table_within::make<Methods>(attributes...);
    else return Methods;
}

}  // namespace callbox
