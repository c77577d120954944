// callbox/detail/aggregate.hpp - the members of a struct that aggregate() describes. Part of
// describe.hpp.
#pragma once

#include <callbox/defaults.hpp>

namespace callbox::detail {

// The N members of an aggregate, as references. A structured binding needs a name for each.
template <std::size_t N, class S> constexpr auto members_in(S& from) {
#define CALLBOX_TIE(count, ...)                                                                    \
    if constexpr (N == count) {                                                                    \
        auto& [__VA_ARGS__] = from;                                                                \
        return std::tie(__VA_ARGS__);                                                              \
    }
    CALLBOX_TIE(1, a)
    CALLBOX_TIE(2, a, b)
    CALLBOX_TIE(3, a, b, c)
    CALLBOX_TIE(4, a, b, c, d)
    CALLBOX_TIE(5, a, b, c, d, e)
    CALLBOX_TIE(6, a, b, c, d, e, f)
    CALLBOX_TIE(7, a, b, c, d, e, f, g)
    CALLBOX_TIE(8, a, b, c, d, e, f, g, h)
    CALLBOX_TIE(9, a, b, c, d, e, f, g, h, i)
    CALLBOX_TIE(10, a, b, c, d, e, f, g, h, i, j)
    CALLBOX_TIE(11, a, b, c, d, e, f, g, h, i, j, k)
    CALLBOX_TIE(12, a, b, c, d, e, f, g, h, i, j, k, l)
    CALLBOX_TIE(13, a, b, c, d, e, f, g, h, i, j, k, l, m)
    CALLBOX_TIE(14, a, b, c, d, e, f, g, h, i, j, k, l, m, n)
    CALLBOX_TIE(15, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)
    CALLBOX_TIE(16, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
    CALLBOX_TIE(17, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q)
    CALLBOX_TIE(18, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r)
    CALLBOX_TIE(19, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s)
    CALLBOX_TIE(20, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t)
    CALLBOX_TIE(21, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u)
    CALLBOX_TIE(22, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v)
    CALLBOX_TIE(23, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w)
    CALLBOX_TIE(24, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x)
    CALLBOX_TIE(25, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y)
    CALLBOX_TIE(26, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z)
    CALLBOX_TIE(27, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
                aa)
    CALLBOX_TIE(28, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
                aa, ab)
    CALLBOX_TIE(29, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
                aa, ab, ac)
    CALLBOX_TIE(30, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
                aa, ab, ac, ad)
    CALLBOX_TIE(31, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
                aa, ab, ac, ad, ae)
    CALLBOX_TIE(32, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
                aa, ab, ac, ad, ae, af)
#undef CALLBOX_TIE
}

// Stands for a pointer to the member of an aggregate: the I-th of N.
template <std::size_t I, std::size_t N> struct nth {};

template <class S, std::size_t I, std::size_t N> constexpr auto& member_in(S& from, nth<I, N>) {
    return std::get<I>(members_in<N>(from));
}
template <class S, class M, class C> constexpr auto& member_in(S& from, M C::*at) {
    return from.*at;
}
template <class S, class At>
using type_of_member = std::remove_reference_t<decltype(
    member_in(std::declval<S&>(), std::declval<At>()))>;

template <class S, std::size_t I, std::size_t N, nth<I, N> At> struct a_field<S, At> {
    static constexpr bool suits = all_known<type_of_member<S, nth<I, N>>>;
    static_assert(suits, "callbox: a member's type has no JSON codec: give it a describe(as<T>) in "
                         "its own namespace, or a codec<T>, above the struct's");
};

// A member that only has a name.
template <std::size_t I, std::size_t N> struct element {
    std::string_view name;
    nth<I, N> at = {};
    std::string_view doc = {};
    bounds constraints = {};
};

struct anything {
    template <class T> operator T() const;
};
template <class S, class I> inline constexpr bool takes = false;
template <class S, std::size_t... I>
    requires requires { S{(void(I), anything{})...}; }
inline constexpr bool takes<S, std::index_sequence<I...>> = true;

// The fields in a description of S, or an element for each name in one by aggregate().
template <class S, class... F> constexpr auto fields_of(const std::tuple<F...>& all) {
    constexpr std::size_t count = sizeof...(F);
    if constexpr (!(std::same_as<F, std::string_view> || ...)) {
        return all;
    } else {
        constexpr bool has_each = std::is_aggregate_v<S> && count <= 32 &&
            takes<S, std::make_index_sequence<count>> &&
            !takes<S, std::make_index_sequence<count + 1>>;
        static_assert(has_each, "callbox: aggregate requires a struct with as many members as it "
                                "has names, 32 at most, and without bases and constructors");
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return std::tuple<element<I, count>...>{element<I, count>{std::get<I>(all)}...};
        }(std::make_index_sequence<has_each ? count : 0>{});
    }
}

}  // namespace callbox::detail
