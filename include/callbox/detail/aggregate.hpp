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
#define CALLBOX_TIE_NEXT_8(count, ...)                                                             \
    CALLBOX_TIE(count + 1, __VA_ARGS__ a)                                                          \
    CALLBOX_TIE(count + 2, __VA_ARGS__ a, b)                                                       \
    CALLBOX_TIE(count + 3, __VA_ARGS__ a, b, c)                                                    \
    CALLBOX_TIE(count + 4, __VA_ARGS__ a, b, c, d)                                                 \
    CALLBOX_TIE(count + 5, __VA_ARGS__ a, b, c, d, e)                                              \
    CALLBOX_TIE(count + 6, __VA_ARGS__ a, b, c, d, e, f)                                           \
    CALLBOX_TIE(count + 7, __VA_ARGS__ a, b, c, d, e, f, g)                                        \
    CALLBOX_TIE(count + 8, __VA_ARGS__ a, b, c, d, e, f, g, h)
#define CALLBOX_8(x) x##1, x##2, x##3, x##4, x##5, x##6, x##7, x##8,
    CALLBOX_TIE_NEXT_8(0, )
    CALLBOX_TIE_NEXT_8(8, CALLBOX_8(x))
    CALLBOX_TIE_NEXT_8(16, CALLBOX_8(x) CALLBOX_8(y))
    CALLBOX_TIE_NEXT_8(24, CALLBOX_8(x) CALLBOX_8(y) CALLBOX_8(z))
#undef CALLBOX_8
#undef CALLBOX_TIE_NEXT_8
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
