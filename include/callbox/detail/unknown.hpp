// callbox/detail/unknown.hpp - types without a JSON codec, and the compiler's messages about them.
// Part of codec.hpp.
#pragma once

#include <callbox/scalars.hpp>

#include <cstddef>
#include <map>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

namespace callbox::detail {

// The types of the values in a T, if T is one of std's templates that have a codec; the `element`
// of a list, array or map.
template <class... T> struct holds { using types = list_of<T...>; using element = void; };
template <class T> struct repeats { using types = list_of<T>; using element = T; };
template <class T> struct inner : holds<> {};
template <class T> struct inner<std::optional<T>> : holds<T> {};
template <class T> struct inner<std::vector<T>> : repeats<T> {};
template <> struct inner<std::vector<std::byte>> : holds<> {};
template <class T> struct inner<std::span<const T>> : repeats<T> {};
template <class T, std::size_t N> struct inner<std::array<T, N>> : repeats<T> {};
template <class T> struct inner<std::map<std::string, T>> : repeats<T> {};
template <class T> struct inner<std::unordered_map<std::string, T>> : repeats<T> {};
template <class... T> struct inner<std::tuple<T...>> : holds<T...> {};
template <class A, class B> struct inner<std::pair<A, B>> : holds<A, B> {};
template <class... T> struct inner<std::variant<T...>> : holds<T...> {};
template <class T> using element_of = typename inner<T>::element;

template <class T, class... Among>
inline constexpr std::size_t count_of = (std::size_t{0} + ... + std::same_as<T, Among>);

// The first type in T, T included, without a JSON codec; void if all have one. Looks at no schema,
// and not into structs: their members are checked where they are described.
template <class T> struct unknown_in;
template <class List> struct unknown_among { using type = void; };
template <class T, class... Others> struct unknown_among<list_of<T, Others...>>
    : std::conditional_t<std::is_void_v<typename unknown_in<T>::type>,
                         unknown_among<list_of<Others...>>, unknown_in<T>> {};
template <class T> struct unknown_in {
    using within = typename unknown_among<typename inner<T>::types>::type;
    template <class U> static constexpr bool is_known() {
        if constexpr (described<U>) return true;
        else return known<U>;
    }
    using type = std::conditional_t<!std::is_void_v<within>, within,
                                    std::conditional_t<is_known<T>(), void, T>>;
};

template <class T> inline constexpr bool all_known =
    std::is_void_v<typename unknown_in<T>::type>;

// Whether the program may describe a T: not a type of the language or of std.
template <class T> constexpr bool is_of_the_program() {
    std::string_view name = __PRETTY_FUNCTION__;
    name.remove_prefix(name.find("T = ") + 4);
    return (std::is_class_v<T> || std::is_enum_v<T>) && !name.starts_with("std::");
}
// The same for the type in a T that has no codec.
template <class T> constexpr bool is_describable() {
    using blamed = typename unknown_in<T>::type;
    return is_of_the_program<std::conditional_t<std::is_void_v<blamed>, T, blamed>>();
}

// Reject a type without a JSON codec; the compiler's message names it.
template <class T> struct a_result {
    static constexpr bool is_known = writable<T>;
    static_assert(is_known || !is_describable<T>(),
                  "callbox: the result's type has no JSON codec: give it a describe(as<T>) in its "
                  "own namespace, or a codec<T> with write(), above the table");
    static_assert(is_known || is_describable<T>(),
                  "callbox: the result's type has no JSON codec: convert it to a type that "
                  "codec.hpp lists");
};
template <class T> struct a_parameter {
    static constexpr bool is_known = readable<T>;
    static_assert(is_known || !is_describable<T>(),
                  "callbox: a parameter's type has no JSON codec: give it a describe(as<T>) in "
                  "its own namespace, or a codec<T> with read(), above the table; and a default "
                  "constructor");
    static_assert(is_known || is_describable<T>(),
                  "callbox: a parameter's type has no JSON codec: take a type that codec.hpp lists "
                  "and convert it");
};

// Rejects a field of a struct; the compiler's message names its member.
template <class S, class C, class M> constexpr bool field_suits(M C::*) {
    return std::is_base_of_v<C, S> && !std::is_function_v<M> && all_known<M>;
}
template <class S, auto At> struct a_field;
template <class S, class C, class M, M C::*At> struct a_field<S, At> {
    static constexpr bool is_of_the_struct = std::is_base_of_v<C, S>;
    static constexpr bool is_data = !std::is_function_v<M>;
    static constexpr bool is_known = !is_of_the_struct || !is_data || all_known<M>;
    static_assert(is_of_the_struct, "callbox: a field must be a member of the struct that is "
                                    "described");
    static_assert(is_data, "callbox: a field must be a member variable, not a function");
    static_assert(is_known || !is_describable<M>(),
                  "callbox: a member's type has no JSON codec: give it a describe(as<T>) in its "
                  "own namespace, or a codec<T>, above the struct's");
    static_assert(is_known || is_describable<M>(),
                  "callbox: a member's type has no JSON codec: use a type that codec.hpp lists");
};

}  // namespace callbox::detail
