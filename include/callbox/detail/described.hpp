// callbox/detail/described.hpp - the codecs of enumerations and structs. Part of describe.hpp.
#pragma once

#include <callbox/describe.hpp>

#include <functional>

namespace callbox {

namespace detail {

// ----------------------------------------------------------------- the members of an aggregate

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

template <class T> constexpr bool value_is_inside(const T& v, const bounds& b) {
    if constexpr (is_optional<T>) return !v || value_is_inside(*v, b);
    else if constexpr (is_number<T>) return b.what != bounds::on::value || b.has(numeral_of(v));
    else if constexpr (std::convertible_to<const T&, std::string_view>)
        return (b.what != bounds::on::length || b.has(characters_of(v))) &&
               (!b.has_pattern || b.pattern->matches(v));
    else if constexpr (!std::is_void_v<element_of<T>>)
        return (b.what != bounds::on::size || b.has(v.size())) && elements_are_inside(v, b);
    else if constexpr (std::is_class_v<T> && described<T>)
        return std::apply(
            [&](const auto&... f) {
                return (value_is_inside(member_in(v, f.at), f.constraints) && ...);
            },
            fields_of<T>(describe(as<T>{}).all));
    else return true;
}

// -------------------------------------------------------- attributes that describe a member

// The member of type P that an attribute describes, a parameter's or a struct's. Initial makes the
// default `= initial`. Passes the name and errors to `refuse`.
template <class P, class Initial = empty_source<P>, class Attribute, class Refuse>
constexpr member member_of(const Attribute& attribute, Refuse refuse) {
    member made{.name = attribute.name, .doc = attribute.doc, .type = &codec<P>::schema,
                .required = !is_optional<P>, .constraints = attribute.constraints};
    if (!bounds_suit<typename without_optional<P>::type>(made.constraints))
        refuse(made.name, table_error::a_constraint_does_not_apply_to_this_type);
    if (!ends_suit(made.constraints))
        refuse(made.name, table_error::a_constraint_has_its_minimum_above_its_maximum);
    if constexpr (requires { attribute.fallback; }) {
        made.required = false;
        bool is_inside = false;
        using given = std::remove_const_t<decltype(attribute.fallback)>;
        if constexpr (!has_source<given>) {
            made.fallback = literal_of<P>(attribute.name, attribute.fallback, refuse);
            is_inside = value_is_inside(attribute.fallback, made.constraints);
        } else {
            constexpr bool is_in_a_field = !std::same_as<Initial, empty_source<P>>;
            static_assert(is_in_a_field || !std::same_as<given, initial_default>,
                          "callbox: initial is only for fields of structs: for a parameter, use {} "
                          "or constant<VALUE>");
            using source = source_of<P, given, Initial>;
            made.made = &default_codec<P, source>::code;
            is_inside = default_is_inside<source>(made.constraints);
        }
        if (!is_inside) refuse(made.name, table_error::a_default_value_is_outside_its_constraint);
    }
    return made;
}

// The name that describe() sets, or else the type's own in the program, without its namespaces.
template <class T> constexpr std::string_view given_name() {
    constexpr std::string_view given = describe(as<T>{}).name;
    if (!given.empty()) return given;
    std::string_view name = spelled<T>();
    name = name.substr(0, name.find_first_of(";]"));
    const std::size_t space = name.substr(0, name.find('<')).rfind("::");
    return space == std::string_view::npos ? name : name.substr(space + 2);
}

// Reads the value sent for a member or a parameter.
template <class M> [[gnu::always_inline]] inline bool read_sent(value sent, M& out,
                                                                const member& m, violations& bad) {
    using plain = typename without_optional<M>::type;
    const bool is_within = bad.check(sent, codec<plain>::schema, m.constraints);
    if (!is_within && m.constraints.what == bounds::on::value) return false;
    return codec<M>::read(sent, out, bad) && is_within;
}

// The first element with the `key` of an earlier one; null if all differ.
template <class List, class Key = std::identity>
constexpr auto twin_in(const List& all, Key key = {}) -> decltype(&all[0]) {
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (std::invoke(key, all[i]) == std::invoke(key, all[j])) return &all[i];
    return nullptr;
}

// The same for long lists, in less time.
template <class T, std::size_t N, class Key>
constexpr const T* twin_in(const std::array<T, N>& all, Key key) {
    std::array<const T*, N> sorted{};
    for (std::size_t i = 0; i < N; ++i) sorted[i] = &all[i];
    const auto order = [&](const T* a, const T* b) {
        return std::invoke(key, *a) < std::invoke(key, *b);
    };
    std::sort(sorted.begin(), sorted.end(), order);
    for (std::size_t i = 1; i < N; ++i)
        if (!order(sorted[i - 1], sorted[i])) return std::max(sorted[i - 1], sorted[i]);
    return nullptr;
}

// Outside the codec, which needs them later: a struct may have lists of itself.
template <class S> inline constexpr auto struct_fields = fields_of<S>(describe(as<S>{}).all);

// The initial value of a struct's member.
template <class S, auto At> struct initial_of;
template <class S, class C, class M, M C::*At> struct initial_of<S, At> {
    static_assert(std::default_initializable<S>,
                  "callbox: a field with the default initial requires a default-constructible "
                  "struct");
    static constexpr M value() { return S{}.*At; }
};

template <class S, std::size_t I, class Refuse> constexpr member member_at(Refuse refuse) {
    constexpr const auto& attribute = std::get<I>(struct_fields<S>);
    using type = type_of_member<S, decltype(attribute.at)>;
    return member_of<type, initial_of<S, attribute.at>>(attribute, refuse);
}

template <class S> inline constexpr std::size_t field_count =
    std::tuple_size_v<std::remove_const_t<decltype(struct_fields<S>)>>;

// Rejects each field that does not suit the struct.
template <class S, class I> struct each_field;
template <class S, std::size_t... I> struct each_field<S, std::index_sequence<I...>> {
    static constexpr bool suits =
        (true && ... && a_field<S, std::get<I>(struct_fields<S>).at>::suits);
};

// Needs no struct_members, which may be those of a struct within itself.
template <class S> inline constexpr bool fields_suit =
    each_field<S, std::make_index_sequence<field_count<S>>>::suits;

// The members of a struct, none if a field does not suit it; the last error in them, and the number
// of its member, from 1.
template <std::size_t N> struct checked_members {
    std::array<member, N> all{};
    std::pair<void (*)(std::string_view), std::size_t> found{};

    constexpr auto refusal(std::size_t number) {
        return [this, number](std::string_view, auto error) { found = {error, number}; };
    }
};
template <class S, std::size_t... I> constexpr auto members_of(std::index_sequence<I...>) {
    checked_members<fields_suit<S> ? sizeof...(I) : 0> made;
    if constexpr (fields_suit<S>) {
        made.all = {member_at<S, I>(made.refusal(I + 1))...};
        for (std::size_t i = 0; i < made.all.size(); ++i)
            if (made.all[i].name == "") made.refusal(i + 1)("", table_error::a_member_has_no_name);
        if (const member* twin = twin_in(made.all, &member::name))
            made.refusal(static_cast<std::size_t>(twin - made.all.data() + 1))(
                twin->name, table_error::two_members_share_a_name);
    }
    return made;
}
template <class S> inline constexpr auto members_of_struct =
    members_of<S>(std::make_index_sequence<field_count<S>>{});

template <class S, void (*Error)(std::string_view), std::size_t Number>
constexpr const auto& members_without_error() {
    static_assert(Number == 0, "callbox: error in a member of a struct: this message has the name "
                               "of the Error and the Number of the member");
    return members_of_struct<S>.all;
}
template <class S> inline constexpr auto& struct_members =
    members_without_error<S, members_of_struct<S>.found.first, members_of_struct<S>.found.second>();

template <class S, class Each> void for_each_field(Each each) {
    std::apply([&](const auto&... f) { (each(f), ...); }, struct_fields<S>);
}

// A struct within itself owns nothing more.
template <class S, class... Seen> constexpr bool owns_members() {
    if constexpr ((std::same_as<S, Seen> || ...)) {
        return true;
    } else {
        return std::apply(
            [](const auto&... f) {
                return (owns<type_of_member<S, decltype(f.at)>, list_of<S, Seen...>> && ...);
            },
            struct_fields<S>);
    }
}
template <class S> concept has_fields = std::is_class_v<S> && described<S> &&
    requires { describe(as<S>{}).all; };
template <has_fields S, class... Seen>
inline constexpr bool owns<S, list_of<Seen...>> = owns_members<S, Seen...>();
template <template <class...> class Of, class... T, class Seen> requires(!has_fields<Of<T...>>)
inline constexpr bool owns<Of<T...>, Seen> = (owns<T, Seen> && ...);

}  // namespace detail

template <class E> requires(std::is_enum_v<E> && described<E>) struct codec<E> {
    static constexpr auto list = describe(as<E>{});
    static constexpr auto names = []() {
        std::array<std::string_view, list.all.size()> out{};
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = list.all[i].name;
        return out;
    }();
    static constexpr bool names_differ =
        detail::twin_in(list.all, &choice<E>::name) == nullptr;
    static_assert(names_differ, "callbox: two choices of an enumeration share a name");
    static constexpr type schema{
        .form = type_form::choice, .names = names, .component = detail::given_name<E>()};

    static bool read(value from, E& out, violations& bad) {
        if (!from.is(kind::string)) return bad.wrong_type(from, schema);
        const auto found = of_name(from.text());
        if (!found) return bad.wrong_type(from, schema);
        out = *found;
        return true;
    }
    // An enumerator without a name has no JSON: an error of the program; the response is -32603.
    static void write(writer& to, E from) {
        const auto name = name_of(from);
        if (name.data() == nullptr) return to.unnamed();
        to.string(name);
    }

    static constexpr std::string_view name_of(E e) {
        for (const auto& c : list.all)
            if (c.value == e) return c.name;
        return {};
    }
    static constexpr std::optional<E> of_name(std::string_view name) {
        for (const auto& c : list.all)
            if (c.name == name) return c.value;
        return std::nullopt;
    }
};

template <class S> requires(std::is_class_v<S> && described<S>) struct codec<S> {
    static constexpr type schema{.form = type_form::object,
                                 .members = detail::struct_members<S>,
                                 .ignores_others = describe(as<S>{}).open,
                                 .name = detail::given_name<S>()};

    static bool read(value from, S& out, violations& bad) {
        if (!from.is(kind::object)) return bad.wrong_type(from, schema);
        if constexpr (detail::fields_suit<S>) return read_members<codec>(from, out, bad);
        else return true;
    }
    static void write(writer& to, const S& from) {
        to.begin_object();
        if constexpr (detail::fields_suit<S>) write_members(to, from);
        to.end_object();
    }

    // Reads an object with the members in Object::schema, of which the last are the struct's.
    template <class Object> static bool read_members(value from, S& out, violations& bad) {
        constexpr auto members = Object::schema.members;
        std::array<node*, members.size()> nodes{};
        bool right = find_members(from, members, nodes, bad, schema.ignores_others);
        right &= find_missing(from.index(), members, nodes, bad);
        std::size_t i = members.size() - detail::field_count<S>;
        detail::for_each_field<S>([&](const auto& f) {
            right &= read_member(from, nodes[i], detail::member_in(out, f.at), members[i], bad);
            ++i;
        });
        return right;
    }
    static void write_members(writer& to, const S& from) {
        detail::for_each_field<S>([&](const auto& f) {
            write_member(to, f.name, detail::member_in(from, f.at));
        });
    }

private:
    template <class M>
    static bool read_member(value from, node* sent, M& out, const member& m, violations& bad) {
        if (sent == nullptr) {
            detail::take_default(m, out);
            return true;
        }
        return detail::read_sent(from.elsewhere(*sent), out, m, bad);
    }
    template <class M>
    static void write_member(writer& to, std::string_view name, const M& from) {
        if constexpr (is_optional<M>)
            if (!from) return;
        to.key(name);
        codec<M>::write(to, from);
    }
};

}  // namespace callbox
