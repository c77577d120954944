// callbox/describe.hpp - enumerations and structs as JSON, described once, beside the type. Part of
// codec.hpp.
//
//     enum class tone { plain, cheerful };
//     constexpr auto describe(callbox::as<tone>) {
//         using callbox::choice, callbox::choices;
//         return choices{choice{tone::plain, "plain"}, choice{tone::cheerful, "cheerful"}};
//     }
//
//     struct point {
//         double x, y;
//         std::string label;
//         std::optional<tone> how;
//     };
//     constexpr auto describe(callbox::as<point>) {
//         using callbox::field, callbox::fields;
//         return fields{field{"x", &point::x, "metres east"}.in(-1000, 1000),
//                       field{"y", &point::y, "metres north"},
//                       field{"label", &point::label}.length(0, 20) = "here",
//                       field{"how", &point::how}};
//     }
//
// The wire has an object {"x":1,"y":2.5}: "label" and "how" may be absent, because one has a
// default and the other is optional. Members that are not described are unexpected in a parameter
// and left out of a result, as is an empty optional. Structs nest; a struct may have lists of
// itself (which the document can only call an object: tools do not follow cycles). Defaults are for
// numbers, bools, strings and enumerations. An explicit null for an optional with a default is
// null. Put describe() in the namespace of the type.
#pragma once

#include <callbox/codec.hpp>
#include <callbox/constraints.hpp>

#include <tuple>

namespace callbox {

// The tag that describe() is overloaded on.
template <class T> struct as {};

template <class T> concept described = requires { describe(as<T>{}); };

// One enumerator and its name on the wire.
template <class E> struct choice {
    E value;
    std::string_view name;
    constexpr choice(E value_, const char* name_) : value(value_), name(name_) {}
};

template <class E, std::size_t N> struct choices {
    std::array<choice<E>, N> all;
    template <class... C> constexpr choices(C... each) : all{each...} {}
};
template <class E, class... C> choices(choice<E>, C...) -> choices<E, 1 + sizeof...(C)>;

// Mistakes in a table that show only in its values. Neither defined nor constexpr: reaching one
// while a table is built stops the compiler, and the name is the message.
namespace mistake {
void two_parameters_share_a_name(std::string_view name);
void a_required_parameter_follows_an_optional_one(std::string_view name);
void a_parameter_has_no_name();
void two_members_share_a_name(std::string_view name);
void a_member_has_no_name();
void a_default_value_is_out_of_its_parameters_range(std::string_view name);
void a_default_value_has_no_name_in_its_enumeration(std::string_view name);
}  // namespace mistake

namespace detail {

// ------------------------------------------------------------------------- values in the table

// Whether a P can be made from text. A struct that begins with text does not count.
template <class P> inline constexpr bool is_text =
    !std::is_aggregate_v<P> && std::constructible_from<P, std::string_view>;

// Whether a default of type T suits a P. Its value is checked later.
template <class P, class T> constexpr bool default_suits() {
    using plain = typename without_optional<P>::type;
    if constexpr (std::same_as<plain, bool> || std::is_enum_v<plain>) return std::same_as<plain, T>;
    else if constexpr (std::integral<plain>) return is_number<T> && std::integral<T>;
    else if constexpr (std::floating_point<plain>) return is_number<T>;
    else if constexpr (is_text<plain>) return std::convertible_to<T, std::string_view>;
    else return false;
}

template <class P, class T> constexpr literal literal_of(std::string_view name, T v) {
    using plain = typename without_optional<P>::type;
    if constexpr (std::is_enum_v<plain>) {
        const auto word = codec<plain>::name_of(v);
        if (word.empty()) refuse(name, mistake::a_default_value_has_no_name_in_its_enumeration);
        return {.kind = kind::string, .string = word};
    } else if constexpr (std::same_as<plain, bool>) {
        return {.kind = kind::boolean, .truth = v};
    } else if constexpr (std::integral<plain>) {
        if (!std::in_range<plain>(v))
            refuse(name, mistake::a_default_value_is_out_of_its_parameters_range);
        return numeral_of(v);
    } else if constexpr (std::floating_point<plain>) {
        return numeral_of(static_cast<double>(v));
    } else {
        return {.kind = kind::string, .string = v};
    }
}

// The value of a literal. The compiler has checked that it fits.
template <class P> P value_of(const literal& from) {
    if constexpr (is_optional<P>) return value_of<typename without_optional<P>::type>(from);
    else if constexpr (std::is_enum_v<P>) return *codec<P>::of_name(from.string);
    else if constexpr (std::same_as<P, bool>) return from.truth;
    else if constexpr (std::integral<P>)
        return static_cast<P>(from.negative ? 0 - from.magnitude : from.magnitude);
    else if constexpr (std::floating_point<P>) return static_cast<P>(from.as_double());
    else if constexpr (is_text<P>) return P(from.string);
    else return P{};
}

// ------------------------------------------------------------------- words that describe a member

// Refuses a member's type that JSON does not know; the compiler's message names it.
template <class T> struct a_member {
    static_assert(known<T>, "callbox: a type is unknown to JSON: give it a describe(as<T>)");
};

// The member of type P that a word describes, a parameter's or a struct's.
template <class P, class Word> constexpr member member_of(const Word& word) {
    static_assert(sizeof(a_member<P>));
    member made{.name = word.name, .doc = word.doc, .type = &codec<json>::schema,
                .required = !is_optional<P>, .inside = word.inside};
    if constexpr (known<P>) {
        made.type = &codec<P>::schema;
        if (!bounds_suit<typename without_optional<P>::type>(made.inside))
            refuse(made.name, mistake::a_constraint_does_not_suit_its_parameters_type);
    }
    if constexpr (requires { word.fallback; }) {
        made.required = false;
        made.fallback = literal_of<P>(word.name, word.fallback);
    }
    check_bounds(made);
    return made;
}

}  // namespace detail

// One member of a struct and its name on the wire; `= value` is its default. in(), length(),
// size() and the like are those of detail::bounded.
template <class S, class M, class T> struct optional_field {
    std::string_view name;
    M S::*at;
    std::string_view doc;
    bounds inside;
    T fallback;
};

template <class S, class M> struct field : detail::bounded<field<S, M>> {
    std::string_view name;
    M S::*at;
    std::string_view doc;

    constexpr field(const char* name_, M S::*at_, const char* doc_ = "")
        : name(name_), at(at_), doc(doc_) {}

    template <class T> constexpr optional_field<S, M, T> operator=(T fallback) {
        static_assert(detail::default_suits<M, T>(),
                      "callbox: a default value is not of its member's type");
        return {name, at, doc, this->inside, fallback};
    }
};

template <class... F> struct fields {
    std::tuple<F...> all;
    constexpr fields(F... each) : all(each...) {}
};

namespace detail {

// The first element whose `key` an earlier one has too; null if all differ.
template <class List, class Of, class Key>
constexpr const Of* twin_in(const List& all, Key Of::*key) {
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (all[i].*key == all[j].*key) return &all[i];
    return nullptr;
}

// The name of a type in the program, without its namespaces. Both compilers spell out the template
// argument in __PRETTY_FUNCTION__.
template <class T> constexpr std::string_view name_of_type() {
    std::string_view name = __PRETTY_FUNCTION__;
    name.remove_prefix(name.find("T = ") + 4);
    name = name.substr(0, name.find_first_of(";]"));
    const std::size_t end = name.find('<');
    const std::size_t space = name.substr(0, end).rfind("::");
    return space == std::string_view::npos ? name : name.substr(space + 2);
}

template <class S, class M, class Field> constexpr member member_at(M S::*, const Field& word) {
    return member_of<M>(word);
}

template <class S, class... Field> constexpr auto members_of(const Field&... each) {
    std::array<member, sizeof...(Field)> all{member_at<S>(each.at, each)...};
    for (const member& m : all)
        if (m.name.empty()) mistake::a_member_has_no_name();
    if (const member* twin = twin_in(all, &member::name))
        refuse(twin->name, mistake::two_members_share_a_name);
    return all;
}

// Outside the codec, which needs them later, so that a struct may have lists of itself.
template <class S> inline constexpr auto struct_fields = describe(as<S>{}).all;
template <class S> inline constexpr auto struct_members = std::apply(
    [](const auto&... each) { return members_of<S>(each...); }, struct_fields<S>);

template <class S, class Each> void for_each_field(Each each) {
    std::apply([&](const auto&... f) { (each(f), ...); }, struct_fields<S>);
}

// A struct within itself owns nothing more.
template <class S, class... Seen> constexpr bool owns_members() {
    if constexpr ((std::same_as<S, Seen> || ...)) {
        return true;
    } else {
        const auto each = []<class M>(M S::*) { return owns<M, list_of<S, Seen...>>; };
        return std::apply([&](const auto&... f) { return (each(f.at) && ...); }, struct_fields<S>);
    }
}
template <class S, class... Seen> requires(std::is_class_v<S> && described<S>)
inline constexpr bool owns<S, list_of<Seen...>> = owns_members<S, Seen...>();
template <template <class...> class Of, class... T, class Seen> requires(!described<Of<T...>>)
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
    static constexpr type schema{.form = type_form::choice, .names = names};

    static bool read(value from, E& out, faults& bad) {
        if (!from.is(kind::string)) return bad.wrong_type(from, schema);
        const auto found = of_name(from.text());
        if (!found) return bad.wrong_type(from, schema);
        out = *found;
        return true;
    }
    // An enumerator without a name has no JSON: the program's mistake, which answers -32603.
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
                                 .name = detail::name_of_type<S>()};

    static bool read(value from, S& out, faults& bad) {
        if (!from.is(kind::object)) return bad.wrong_type(from, schema);
        constexpr auto& members = detail::struct_members<S>;
        std::array<node*, members.size()> nodes{};
        const bool found = find_members(from, members, nodes, bad);
        const bool whole = find_missing(from.index(), members, nodes, bad);
        return read_members(from, nodes, out, bad) && found && whole;
    }
    static void write(writer& to, const S& from) {
        to.begin_object();
        write_members(to, from);
        to.end_object();
    }

    // Reads from nodes that are found: null where a member is absent. `from` is of their document.
    static bool read_members(value from, std::span<node* const> nodes, S& out, faults& bad) {
        constexpr auto& members = detail::struct_members<S>;
        bool right = true;
        std::size_t i = 0;
        detail::for_each_field<S>([&](const auto& f) {
            right &= read_member(from, nodes[i], out.*f.at, members[i], bad);
            ++i;
        });
        return right;
    }
    static void write_members(writer& to, const S& from) {
        detail::for_each_field<S>([&](const auto& f) { write_member(to, f.name, from.*f.at); });
    }

private:
    template <class M>
    static bool read_member(value from, node* sent, M& out, const member& m, faults& bad) {
        if (sent == nullptr) {
            if (m.fallback) out = detail::value_of<M>(*m.fallback);
            return true;
        }
        using plain = typename without_optional<M>::type;
        const value given = from.elsewhere(*sent);
        const bool is_within = bad.check(given, codec<plain>::schema, m.inside);
        if (!is_within && m.inside.what == bounds::on::value) return false;
        return codec<M>::read(given, out, bad) && is_within;
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
