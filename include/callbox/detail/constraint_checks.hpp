// callbox/detail/constraint_checks.hpp - whether a constraint suits a type. Part of
// constraints.hpp.
#pragma once

#include <callbox/constraints.hpp>

#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace callbox::detail {

// Whether values of that type can be compared as JSON without constructing them.
template <class List> inline constexpr bool all_comparable = false;
template <class T> constexpr bool is_comparable() {
    if constexpr (std::is_arithmetic_v<T> || std::same_as<T, std::string> ||
                  std::same_as<T, std::string_view> || std::same_as<T, std::monostate> ||
                  (std::is_enum_v<T> && described<T>))
        return true;
    else
        return !requires { typename T::mapped_type; } && all_comparable<typename inner<T>::types>;
}
template <class T, class... Others>
inline constexpr bool all_comparable<list_of<T, Others...>> =
    is_comparable<T>() && (is_comparable<Others>() && ...);

template <class P> constexpr bool bounds_suit(const bounds& b);

template <class P> constexpr bool parts_suit(const bounds& b) {
    using element = element_of<P>;
    constexpr bool is_map = requires { typename P::mapped_type; };
    if (!b.has_each && !b.has_keys && !b.unique) return true;
    if constexpr (std::is_void_v<element>) {
        return false;
    } else {
        const bool keys_suit = !b.has_keys || (is_map && bounds_suit<std::string>(*b.keys));
        const bool unique_suits = !b.unique || (!is_map && is_comparable<element>());
        return keys_suit && unique_suits &&
               (!b.has_each ||
                bounds_suit<typename without_optional<element>::type>(*b.each));
    }
}

// Neither looks at the schema of a list or struct: it may be the one that is being described.
template <class P> constexpr bool is_string() {
    if constexpr (is_list<P> || described<P>) return false;
    else return codec<P>::schema.form == type_form::string;
}
template <class P> constexpr bool bounds_suit(const bounds& b) {
    if (b.what == bounds::on::nothing) return true;
    if (!parts_suit<P>(b) || (b.has_pattern && !is_string<P>())) return false;
    if (b.what == bounds::on::parts) return true;
    if constexpr (is_list<P>) {
        return b.what == bounds::on::size;
    } else if constexpr (described<P>) {
        return false;
    } else {
        const type& t = codec<P>::schema;
        const bool whole = b.least.kind == kind::integer && b.most.kind == kind::integer;
        return (b.what == bounds::on::value && t.form == type_form::number) ||
               (b.what == bounds::on::value && t.form == type_form::integer && whole) ||
               (b.what == bounds::on::length && t.form == type_form::string);
    }
}

constexpr void check_ends(std::string_view name, const bounds& b) {
    const bool has_ends = !b.open_least && !b.open_most;
    if ((has_ends && is_less(b.most, b.least)) || b.count_most < b.count_least)
        refuse(name, table_error::a_constraint_has_its_minimum_above_its_maximum);
    if (b.has_each) check_ends(name, *b.each);
    if (b.has_keys) check_ends(name, *b.keys);
}

}  // namespace callbox::detail
