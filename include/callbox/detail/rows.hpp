// callbox/detail/rows.hpp - properties of a table: one type of state, names that differ, arrays.
// Part of method.hpp.
#pragma once

#include <callbox/detail/text.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace callbox::detail {

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
