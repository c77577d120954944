// callbox/detail/default_values.hpp - whether a constraint or a default suits a type; the values of
// defaults. Part of defaults.hpp.
#pragma once

#include <callbox/defaults.hpp>

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

// Does not look at the schema of a list or struct, which may be the one that is being described.
template <class P> constexpr bool bounds_suit(const bounds& b) {
    if (b.what == bounds::on::nothing) return true;
    type_form form = type_form::array;
    if constexpr (!is_list<P> && described<P>) form = type_form::object;
    else if constexpr (!is_list<P>) form = codec<P>::schema.form;
    const bool whole = b.least.kind == kind::integer && b.most.kind == kind::integer;
    if (!parts_suit<P>(b) || (b.has_pattern && form != type_form::string)) return false;
    if (b.what == bounds::on::size) return is_list<P>;
    if (b.what == bounds::on::length) return form == type_form::string;
    return b.what == bounds::on::parts || form == type_form::number ||
           (form == type_form::integer && whole);
}

constexpr bool ends_suit(const bounds& b) {
    const bool has_ends = !b.open_least && !b.open_most;
    return !(has_ends && is_less(b.most, b.least)) && b.count_most >= b.count_least &&
           (!b.has_each || ends_suit(*b.each)) && (!b.has_keys || ends_suit(*b.keys));
}

// Whether a P can be constructed from text. A struct that begins with text does not count.
template <class P> inline constexpr bool is_text =
    !std::is_aggregate_v<P> && std::constructible_from<P, std::string_view>;

// Whether a default of a P can be a literal.
template <class P> constexpr bool has_literals() {
    using plain = typename without_optional<P>::type;
    return std::is_arithmetic_v<plain> || std::is_enum_v<plain> || is_text<plain>;
}

// Whether a P accepts a constant of type T: as it is, or as a vector of its elements.
template <class P, class T> constexpr bool takes_constant() {
    using plain = typename without_optional<P>::type;
    constexpr bool is_scalar = std::is_arithmetic_v<plain> || std::is_enum_v<plain>;
    if constexpr (std::same_as<plain, T>) return true;
    else if constexpr (is_scalar || std::convertible_to<const T&, plain>) return !is_scalar;
    else return requires(const T& from) {
        plain(from.begin(), from.end());
        requires std::convertible_to<decltype(*from.begin()), typename plain::value_type>;
    };
}

// The sources of defaults that are not literals; Initial is that of `= initial`.
template <class P> struct empty_source {
    static constexpr P value() { return P{}; }
};
template <class P, class Given, class Initial = empty_source<P>> struct source_of;
template <class P, class Initial>
struct source_of<P, empty_default, Initial> : empty_source<P> {};
template <class P, class Initial> struct source_of<P, initial_default, Initial> : Initial {};
template <class P, const auto& Value, class Initial>
struct source_of<P, constant_default<Value>, Initial> {
    static constexpr const auto& given = Value;
    static constexpr P value() {
        using plain = typename without_optional<P>::type;
        if constexpr (std::convertible_to<decltype(Value), plain>) return plain(Value);
        else return plain(Value.begin(), Value.end());
    }
};
template <class Given> concept has_source = requires { sizeof(source_of<int, Given>); };

// Whether a default of type T suits a P. Its value is checked later.
template <class P, class T> constexpr bool default_suits() {
    using plain = typename without_optional<P>::type;
    if constexpr (requires { source_of<P, T>::given; })
        return takes_constant<P, std::remove_cvref_t<decltype(source_of<P, T>::given)>>();
    else if constexpr (has_source<T>) return true;
    else if constexpr (std::same_as<plain, bool> || std::is_enum_v<plain>)
        return std::same_as<plain, T>;
    else if constexpr (std::integral<plain>) return is_number<T> && std::integral<T>;
    else if constexpr (std::floating_point<plain>) return is_number<T>;
    else if constexpr (is_text<plain>) return std::convertible_to<T, std::string_view>;
    else return false;
}

template <class P, class T, class Refuse>
constexpr literal literal_of(std::string_view name, T v, Refuse refuse) {
    using plain = typename without_optional<P>::type;
    if constexpr (std::is_enum_v<plain>) {
        const auto name_on_wire = codec<plain>::name_of(v);
        if (name_on_wire.empty())
            refuse(name, table_error::a_default_value_has_no_name_in_its_enumeration);
        return {.kind = kind::string, .string = name_on_wire};
    } else if constexpr (std::same_as<plain, bool>) {
        return {.kind = kind::boolean, .truth = v};
    } else if constexpr (std::integral<plain>) {
        if (!std::in_range<plain>(v))
            refuse(name, table_error::a_default_value_is_out_of_its_parameters_range);
        return numeral_of(v);
    } else if constexpr (std::floating_point<plain>) {
        return numeral_of(static_cast<double>(v));
    } else {
        return {.kind = kind::string, .string = v};
    }
}

// The value of a literal. The compiler has checked that it fits.
template <class P> P value_of(const literal& from) {
    if constexpr (is_optional<P>) {
        using plain = typename without_optional<P>::type;
        if constexpr (std::same_as<P, std::unique_ptr<plain>>)
            return std::make_unique<plain>(value_of<plain>(from));
        else return value_of<plain>(from);
    } else if constexpr (std::is_enum_v<P>) return *codec<P>::of_name(from.string);
    else if constexpr (std::same_as<P, bool>) return from.truth;
    else if constexpr (std::integral<P>)
        return static_cast<P>(from.negative ? 0 - from.magnitude : from.magnitude);
    else if constexpr (std::floating_point<P>) return static_cast<P>(from.as_double());
    else if constexpr (is_text<P>) return P(from.string);
    else return P();
}

// ----------------------------------------------------------------- defaults that are not literals

// Writes the value of From, and assigns it to a P.
template <class P, class From> struct default_codec {
    static_assert(writable<P>, "callbox: a default other than a number, string, bool or enumerator "
                               "requires a codec with write(), for the document");
    static void write(writer& to) { codec<P>::write(to, From::value()); }
    static void fill(void* to) { *static_cast<P*>(to) = From::value(); }
    static constexpr made_default code{.write = write, .fill = fill};
};

template <class Source>
concept known_to_the_compiler =
    requires { typename std::bool_constant<(void(Source::value()), true)>; };

// Whether a C++ value is within bounds, a struct's members within theirs. (In described.hpp.)
template <class T> constexpr bool value_is_inside(const T& v, const bounds& b);

template <class List> constexpr bool elements_are_inside(const List& all, const bounds& b) {
    for (auto each = all.begin(); each != all.end(); ++each) {
        if constexpr (requires { each->second; }) {
            if (b.has_keys && !value_is_inside(each->first, *b.keys)) return false;
            if (b.has_each && !value_is_inside(each->second, *b.each)) return false;
        } else {
            if (b.has_each && !value_is_inside(*each, *b.each)) return false;
            if constexpr (is_comparable<std::remove_cvref_t<decltype(*each)>>())
                if (b.unique && std::find(all.begin(), each, *each) != each) return false;
        }
    }
    return true;
}

// Whether a default is within bounds, if its value is known at compile time.
template <class Source> constexpr bool default_is_inside(const bounds& b) {
    if constexpr (requires { Source::given; }) return value_is_inside(Source::given, b);
    else if constexpr (known_to_the_compiler<Source>) return value_is_inside(Source::value(), b);
    else return true;
}

// Assigns the default of an absent member, if it has one, to a newly made P.
template <class P> void take_default(const member& m, P& out) {
    if (m.fallback) out = value_of<P>(*m.fallback);
    else if (m.made != nullptr) m.made->fill(&out);
}

}  // namespace callbox::detail
