// callbox/detail/entry.hpp - one row before it is in a table, and properties of all rows. Part of
// method.hpp.
#pragma once

#include <callbox/detail/checks.hpp>
#include <callbox/detail/thunk.hpp>

namespace callbox {

namespace table_error {
void a_method_is_nested_too_deep(std::string_view name);
}

namespace detail {

// The first parameter type without a codec to read it; void if there is none.
template <class Params> struct first_unknown : std::type_identity<void> {};
template <class P, class... Rest> struct first_unknown<std::tuple<P, Rest...>>
    : std::conditional_t<readable<P>, first_unknown<std::tuple<Rest...>>, std::type_identity<P>> {};

// A thunk within an attribute. At: the number of errors that the row declares before it.
template <thunk Run, std::size_t At, class A> inline constexpr thunk thunk_within = Run;
template <thunk Run, std::size_t At, class E>
inline constexpr thunk thunk_within<Run, At, raises<E>> = &call_raising<Run, E, At>;

// A function's thunk within its attributes, of which the first is the innermost.
template <thunk Run, std::size_t At, class... A> inline constexpr thunk raising_thunk = Run;
template <thunk Run, std::size_t At, class A, class... Rest>
inline constexpr thunk raising_thunk<Run, At, A, Rest...> =
    raising_thunk<thunk_within<Run, At, A>, At + declares_error<A>, Rest...>;

template <auto Fn, class... A> consteval thunk row_thunk() {
    if constexpr ((is_raises<A> || ...) || signature_of<Fn>::answers_later)
        return raising_thunk<&bind_and_call<&call_function<Fn>>, 0, A...>;
    else return &call_function<Fn>;
}

// An array that is filled from the front.
template <class T, std::size_t N> struct list {
    std::array<T, N + 1> all{};
    std::size_t used = 0;
    constexpr void add(const T& one) { all[used++] = one; }
    constexpr callbox::range put(std::span<const T> more) {
        if (more.empty()) return {};  // saves the compiler steps
        std::copy(more.begin(), more.end(), all.begin() + static_cast<std::ptrdiff_t>(used));
        used += more.size();
        return {static_cast<std::uint32_t>(used - more.size()),
                static_cast<std::uint32_t>(more.size())};
    }
    constexpr std::span<const T> view() const { return {all.data(), used}; }
};

// One row, with its name and function as template arguments.
template <fixed_string Name, auto Fn, std::size_t Errors, std::size_t Examples> struct entry {
    using function = signature_of<Fn>;
    static constexpr fixed_string name = Name;
    callbox::row row{.name = name.view()};
    list<param, function::arity> params = {};
    list<declared_error, Errors> errors = {};
    list<example_call, Examples> examples = {};

    template <std::size_t At> using parameter = std::tuple_element_t<At, typename function::params>;

    // The number of attributes before the first one whose default does not suit its parameter.
    template <class... A, std::size_t... I>
    static consteval std::size_t suiting_defaults(std::index_sequence<I...>) {
        std::size_t count = 0;
        (void)((suits<named_before<A...>(I), A>() && (++count, true)) && ...);
        return count;
    }
    template <class... A, std::size_t... I>
    consteval void take(std::index_sequence<I...>, A... attributes) {
        bool by_name_only = false;
        (take_one<named_before<A...>(I)>(attributes, by_name_only), ...);
        if (by_name_only && row.by_position_count == params.used)
            table_error::by_name_only_must_precede_a_parameter();
        check_params(params.view());
        check_errors(errors.view());
        for (const example_call& e : examples.view()) check_example(e, params.view(), row);
    }

private:
    template <std::size_t At, class A> static consteval bool suits() {
        if constexpr (!has_default<A>) return true;
        else return default_suits<parameter<At>, decltype(A::fallback)>();
    }
    template <std::size_t At, class A>
    consteval void take_one(const A& attribute, bool& by_name_only) {
        if constexpr (names_one<A>) {
            member made = member_of<parameter<At>>(attribute, refuse_number<At + 1>{});
            made.by_name_only = by_name_only;
            if (!by_name_only) ++row.by_position_count;
            params.add(made);
        }
        if constexpr (std::same_as<A, by_name_only_attribute>) by_name_only = true;
        else if constexpr (declares_error<A>) errors.add(attribute.error);
        else if constexpr (std::same_as<A, example>) examples.add(attribute.call);
        else if constexpr (tool_attribute<A>) set(row.tool, attribute);
        else if constexpr (!names_one<A>) set(row, attribute);
    }
};

// -------------------------------------------------------------------------------- the whole table

// The first state type; void if there is none.
template <class... S> struct first_state { using type = void; };
template <class... S> struct first_state<void, S...> : first_state<S...> {};
template <class T, class... S> struct first_state<T, S...> { using type = T; };

// The most derived state type: that of the table. A pointer to it converts to the others.
template <class Most, class... S> struct derived_state { using type = Most; };
template <class Most, class T, class... S> struct derived_state<Most, T, S...>
    : derived_state<std::conditional_t<std::is_convertible_v<T*, Most*>, T, Most>, S...> {};

// That state within the one context of all methods.
template <class State, class... C> struct state_within { using type = State; };
template <class State, class... C> requires(!std::is_void_v<C> || ...)
struct state_within<State, C...> {
    using context = typename first_state<C...>::type;
    static constexpr bool same = ((std::is_void_v<C> || std::same_as<C, context>) && ...);
    static_assert(same, "callbox: all methods of a table must take the same value of a hook");
    using type = in_context<context, State>;
};
// The one state type of all methods.
template <class... S> struct one_state {
    using most = typename derived_state<void, own_state<S>...>::type;
    static constexpr bool same =
        ((std::is_void_v<own_state<S>> || std::is_convertible_v<most*, own_state<S>*>) && ...);
    static_assert(same, "callbox: all methods of a table must take the same state type, or a base "
                        "of it: join tables of different states with of<>");
    using type = typename state_within<most, typename state_in<S>::context...>::type;
};

template <class Derived, class Base> void* base_of(void* derived) {
    return static_cast<Base*>(static_cast<Derived*>(derived));
}
constexpr row within(state_step first, row r) {
    if (r.path_length == r.path.size()) table_error::a_method_is_nested_too_deep(r.name);
    std::copy_backward(r.path.begin(), r.path.end() - 1, r.path.end());
    r.path.front() = first;
    ++r.path_length;
    return r;
}
// A row whose function takes an Inner as a row of a table whose state is an Outer.
template <class Outer, class Inner> constexpr row in_state_of(const row& r) {
    using outer = own_state<Outer>;
    using inner = own_state<Inner>;
    if constexpr (std::is_void_v<inner> || std::same_as<outer, inner>) return r;
    else return within(base_of<outer, inner>, r);
}

// The compilers print the name of the row.
template <class State, fixed_string Name, auto Fn> struct row_in_context {
    using context = typename signature_of<Fn>::context;
    static constexpr bool state_is_mutable =
        std::is_void_v<context> || !std::is_convertible_v<own_state<State>*, const context*>;
    static_assert(state_is_mutable, "callbox: the state of these methods must be taken as T&, not "
                                    "as const T&");
};

// The rows of the first two names that are equal; {0, 0} if all differ.
template <fixed_string... Name> constexpr std::pair<std::size_t, std::size_t> twins() {
    constexpr std::array<std::string_view, sizeof...(Name)> names{Name.view()...};
    const std::string_view* const twin = twin_in(names, std::identity());
    if (twin == nullptr) return {0, 0};
    const auto first = std::find(names.begin(), names.end(), *twin);
    const auto second = std::find(first + 1, names.end(), *twin);
    return {first - names.begin(), second - names.begin()};
}
// The compilers print its name: "names_differ_in_rows<0, 2>".
template <std::size_t First, std::size_t Second> struct names_differ_in_rows {
    static constexpr bool differ = First == Second;
    static_assert(differ, "callbox: two methods share a name");
};

template <fixed_string... Name> using checked_names =
    names_differ_in_rows<twins<Name...>().first, twins<Name...>().second>;

struct table_within;  // hooks.hpp
struct table_part;    // module.hpp

}  // namespace detail

}  // namespace callbox
