// callbox/detail/entry.hpp - one row before it is in a table, and properties of all rows. Part of
// method.hpp.
#pragma once

#include <callbox/detail/checks.hpp>
#include <callbox/detail/thunk.hpp>

namespace callbox::detail {

// Reject the first parameter type without a JSON codec, and a result's. (clang 14 prints more if a
// function has these assertions itself.)
template <class R> struct result_is_known {
    static_assert(true && sizeof(a_result<R>) != 0);
};
template <class Params> struct each_is_known;
template <class... P> struct each_is_known<std::tuple<P...>> {
    static_assert((true && ... && (sizeof(a_parameter<P>) != 0)));
};

// A function's thunk within its raises<>, of which the first is the innermost. At: the number of
// errors that the row declares before these attributes.
template <thunk Run, std::size_t At, class... A> inline constexpr thunk raising_thunk = Run;
template <thunk Run, std::size_t At, class A, class... Rest>
inline constexpr thunk raising_thunk<Run, At, A, Rest...> =
    raising_thunk<Run, At + declares_error<A>, Rest...>;
template <thunk Run, std::size_t At, class E, class... Rest>
inline constexpr thunk raising_thunk<Run, At, raises<E>, Rest...> =
    raising_thunk<&call_raising<Run, E, At>, At + 1, Rest...>;

template <auto Fn, class... A> consteval thunk row_thunk() {
    if constexpr ((is_raises<A> || ...))
        return raising_thunk<&bind_and_call<&call_function<Fn>>, 0, A...>;
    else return &call_function<Fn>;
}

// One row, with its name and function as template arguments.
template <fixed_string Name, auto Fn, std::size_t Errors, std::size_t Examples> struct entry {
    using function = signature_of<Fn>;
    static constexpr fixed_string name = Name;
    callbox::row row{.name = name.view()};
    param params[function::arity + 1] = {};  // + 1: an array is never empty
    declared_error errors[Errors + 1] = {};
    example_call examples[Examples + 1] = {};

    template <class... A, std::size_t... I>
    consteval void take(std::index_sequence<I...>, A... attributes) {
        (take_param<named_before<A...>(I),
                    count_before<std::same_as<A, by_name_only_attribute>...>(I) != 0>(attributes),
         ...);
        (take_attribute(attributes), ...);
        row.params.count = function::arity;
        check_params({params, function::arity});
        check_errors({errors, Errors});
        check_tool(row, {params, function::arity});
        for (const param& p : std::span(params, function::arity))
            row.by_position_count += !p.by_name_only;
        for (const example_call& e : std::span(examples, Examples))
            check_example(e, {params, function::arity}, row);
    }

private:
    template <std::size_t At, bool ByName, class A> consteval void take_param(const A& attribute) {
        if constexpr (names_one<A>) {
            params[At] = member_of<std::tuple_element_t<At, typename function::params>>(attribute);
            params[At].by_name_only = ByName;
        }
    }
    template <class A> consteval void take_attribute(const A& attribute) {
        if constexpr (std::same_as<A, details>) row.details = attribute.text;
        if constexpr (std::same_as<A, returns>) row.returns_doc = attribute.doc;
        if constexpr (declares_error<A>) errors[row.errors.count++] = attribute.error;
        if constexpr (std::same_as<A, example>) examples[row.examples.count++] = attribute.call;
        if constexpr (std::same_as<A, deprecated_attribute>) row.deprecated = true;
        if constexpr (std::same_as<A, blocking_attribute>) row.blocking = true;
        if constexpr (std::same_as<A, timeout>)
            row.timeout_ms = static_cast<std::uint32_t>(attribute.duration.count());
        if constexpr (tool_attribute<A>) take_tool_attribute(row.tool, attribute);
    }
};

// -------------------------------------------------------------------------------- the whole table

// The first state type; void if there is none.
template <class... S> struct first_state { using type = void; };
template <class... S> struct first_state<void, S...> : first_state<S...> {};
template <class T, class... S> struct first_state<T, S...> { using type = T; };

// The one state type of all methods.
template <class... S> struct one_state : first_state<S...> {
    static constexpr bool same =
        ((std::is_void_v<S> || std::same_as<S, typename first_state<S...>::type>) && ...);
    static_assert(same, "callbox: all methods of a table must take the same state type");
};

// The rows of the first two names that are equal; {0, 0} if all differ.
template <fixed_string... Name> constexpr std::pair<std::size_t, std::size_t> twins() {
    constexpr std::array<std::string_view, sizeof...(Name)> names{Name.view()...};
    auto sorted = names;
    std::sort(sorted.begin(), sorted.end());
    const auto twin = std::adjacent_find(sorted.begin(), sorted.end());
    if (twin == sorted.end()) return {0, 0};
    const auto first = std::find(names.begin(), names.end(), *twin);
    const auto second = std::find(first + 1, names.end(), *twin);
    return {first - names.begin(), second - names.begin()};
}
// The compilers print its name: "names_differ_in_rows<0, 2>".
template <std::size_t First, std::size_t Second>
inline constexpr bool names_differ_in_rows = First == Second;

struct table_within;  // hooks.hpp

// An array that is filled from the front.
template <class T, std::size_t N> struct list {
    std::array<T, N + 1> all{};
    std::size_t used = 0;
    constexpr void add(const T& one) { all[used++] = one; }
    constexpr std::size_t put(std::span<const T> more) {
        std::copy(more.begin(), more.end(), all.begin() + static_cast<std::ptrdiff_t>(used));
        used += more.size();
        return used - more.size();
    }
    constexpr std::span<const T> view() const { return {all.data(), used}; }
};

}  // namespace callbox::detail
