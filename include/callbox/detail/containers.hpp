// callbox/detail/containers.hpp - the codecs of arrays, tuples, maps and variants; types without a
// JSON codec, and the compiler's messages about them. Part of codec.hpp.
#pragma once

#include <callbox/scalars.hpp>

#include <charconv>
#include <map>
#include <tuple>
#include <unordered_map>
#include <variant>

namespace callbox {

namespace detail {

// The types of the values in a T, if T is one of std's templates that have a codec; the `element`
// of a list, array or map; whether the number of its elements is variable.
template <class... T> struct holds {
    using types = list_of<T...>;
    using element = void;
    static constexpr bool is_list = false;
};
template <class T> struct repeats : holds<T> {
    using element = T;
    static constexpr bool is_list = true;
};
// Containers by their form: a list or deque; a set, whose elements differ; a map.
template <class T> concept container = std::default_initializable<T> && !described<T> &&
    !std::convertible_to<const T&, std::string_view> && requires(T& c) {
        typename T::value_type;
        c.clear();
        c.begin();
        c.end();
    };
template <class T> concept sequence = container<T> &&
    requires(T& c, typename T::value_type each) { c.push_back(std::move(each)); };
template <class T> concept set_like = container<T> &&
    std::same_as<typename T::key_type, typename T::value_type> &&
    requires(T& c, typename T::value_type each) { c.insert(std::move(each)).second; };
template <class T> concept map_like = container<T> &&
    requires(T& c, typename T::key_type key) {
        typename T::mapped_type;
        c.try_emplace(std::move(key)).second;
    };

template <class T> struct inner : holds<> {};
template <class T> requires(sequence<T> || set_like<T>)
struct inner<T> : repeats<typename T::value_type> {};
template <map_like T> struct inner<T> : repeats<typename T::mapped_type> {
    using types = list_of<typename T::key_type, typename T::mapped_type>;
};
template <class T> struct inner<std::optional<T>> : holds<T> {};
template <class T> struct inner<std::unique_ptr<T>> : holds<T> {};
template <> struct inner<std::vector<std::byte>> : holds<> {};
template <class T> struct inner<std::span<const T>> : repeats<T> {};
template <class T, std::size_t N> struct inner<std::array<T, N>> : repeats<T> {
    static constexpr bool is_list = false;
};
template <class... T> struct inner<std::tuple<T...>> : holds<T...> {};
template <class A, class B> struct inner<std::pair<A, B>> : holds<A, B> {};
template <class... T> struct inner<std::variant<T...>> : holds<T...> {};
template <class T> using element_of = typename inner<T>::element;
template <class T> inline constexpr bool is_list = inner<T>::is_list;

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

template <class T> inline constexpr bool all_known = std::is_void_v<typename unknown_in<T>::type>;

// Text that begins with the name of a type: both compilers spell out the template argument here.
template <class T> constexpr std::string_view spelled() {
    const std::string_view text = __PRETTY_FUNCTION__;
    return text.substr(text.find("T = ") + 4);
}
// Whether the program may describe the type in a T that has no codec: not a type of the language or
// of std.
template <class T> constexpr bool is_describable() {
    using found = typename unknown_in<T>::type;
    using blamed = std::conditional_t<std::is_void_v<found>, T, found>;
    return (std::is_class_v<blamed> || std::is_enum_v<blamed>) &&
           !spelled<blamed>().starts_with("std::");
}

// Reject a type without a JSON codec; the compiler's message names it.
template <class T> constexpr bool is_known_result() {
    constexpr bool is_known = writable<T>;
    static_assert(is_known || !is_describable<T>(),
                  "callbox: the result's type has no JSON codec: give it a describe(as<T>) in its "
                  "own namespace, or a codec<T> with write(), above the table");
    static_assert(is_known || is_describable<T>(),
                  "callbox: the result's type has no JSON codec: convert it to a type that "
                  "codec.hpp lists");
    return true;
}
template <class T> constexpr bool is_known_parameter() {
    constexpr bool is_known = readable<T>;
    static_assert(is_known || !is_describable<T>(),
                  "callbox: a parameter's type has no JSON codec: give it a describe(as<T>) in "
                  "its own namespace, or a codec<T> with read(), above the table; and a default "
                  "constructor");
    static_assert(is_known || is_describable<T>(),
                  "callbox: a parameter's type has no JSON codec: take a type that codec.hpp lists "
                  "and convert it");
    return true;
}

// Rejects a field of a struct; the compiler's message names its member.
template <class S, auto At> struct a_field;
template <class S, class C, class M, M C::*At> struct a_field<S, At> {
    static constexpr bool is_of_the_struct = std::is_base_of_v<C, S>;
    static constexpr bool is_data = !std::is_function_v<M>;
    static constexpr bool is_known = !is_of_the_struct || !is_data || all_known<M>;
    static constexpr bool suits = is_of_the_struct && is_data && is_known;
    static_assert(is_of_the_struct, "callbox: a field must be a member of the struct that is "
                                    "described");
    static_assert(is_data, "callbox: a field must be a member variable, not a function");
    static_assert(is_known || !is_describable<M>(),
                  "callbox: a member's type has no JSON codec: give it a describe(as<T>) in its "
                  "own namespace, or a codec<T>, above the struct's");
    static_assert(is_known || is_describable<M>(),
                  "callbox: a member's type has no JSON codec: use a type that codec.hpp lists");
};

// -------------------------------------------------------------------------------------- codecs

// Over 100 keys in one bucket indicate an attack on the hash table.
template <class Container>
constexpr bool is_attacked(const Container& in, const typename Container::key_type& key) {
    if constexpr (requires { in.bucket_count(); }) return in.bucket_size(in.bucket(key)) > 100;
    else return false;
}

// The bounds of a range's type: those of a set or an array.
template <class Range> inline constexpr bounds own_bounds{};
template <set_like Set>
inline constexpr bounds own_bounds<Set>{.what = bounds::on::parts, .unique = true};
template <class T, std::size_t N> inline constexpr bounds own_bounds<std::array<T, N>>{
    .what = bounds::on::size, .count_least = N, .count_most = N};

// The place of the elements of a range that is no container.
template <class T, std::size_t N> T* place_in(std::array<T, N>& out, value) { return out.data(); }
// In the document's arena, which lives as long as the call.
template <class T> T* place_in(std::span<const T>& out, value from) {
    const std::size_t count = from.items().size();
    T* const elements = from.scratch().template make<T>(count);
    out = {elements, count};
    return elements;
}

// A range of T as an array.
template <class Range, class T> struct list_codec {
    static constexpr type schema{
        .form = type_form::array, .element = &codec<T>::schema, .size = own_bounds<Range>};
    static bool read(value from, Range& out, violations& bad)
        requires(readable<T> && (!std::same_as<Range, std::span<const T>> ||
                                 std::is_trivially_destructible_v<T>))
    {
        if (!from.is(kind::array)) return bad.wrong_type(from, schema);
        if (!bad.check(from, schema, own_bounds<Range>)) return false;
        bool right = true;
        if constexpr (!container<Range>) {
            T* to = place_in(out, from);
            for (const value item : from.items()) right &= codec<T>::read(item, *to++, bad);
        } else {
            out.clear();
            for (const value item : from.items()) {
                T each = T();
                right &= codec<T>::read(item, each, bad);
                if (!right) continue;
                if constexpr (!set_like<Range>) {
                    out.push_back(std::move(each));
                } else {
                    const auto [at, is_new] = out.insert(std::move(each));
                    if (!is_new)
                        right = bad.refuse(item, codec<T>::schema, "equals an earlier element");
                    if (is_attacked(out, *at))
                        return bad.add({.kind = violation_kind::alike, .at = from.index()});
                }
            }
        }
        return right;
    }
    static void write(writer& to, const Range& from) requires writable<T> {
        to.begin_array();
        for (const auto& each : from) codec<T>::write(to, each);
        to.end_array();
    }
};

// The names of an object as keys of a map: integers in decimal, and what is a string in JSON.
template <class Key> inline constexpr bool is_key =
    std::same_as<Key, std::string> || codec<Key>::schema.form == type_form::integer ||
    codec<Key>::schema.form == type_form::string || codec<Key>::schema.form == type_form::choice;
template <class Key> bool read_key(value name, Key& out, violations& bad) {
    if constexpr (std::integral<Key>) {
        const std::string_view text = name.text();
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
        const bool is_whole = problem == std::errc{} && end == text.data() + text.size();
        const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
        const bool has_zeros = digits.size() > 1 && digits.front() == '0';
        return (is_whole && !has_zeros && text != "-0") ||
               bad.refuse(name, codec<Key>::schema, "must be an integer in range");
    } else {
        return codec<Key>::read(name, out, bad);
    }
}
template <class Key> void write_key(writer& to, const Key& key) {
    if constexpr (std::convertible_to<const Key&, std::string_view>) to.key(key);
    else if constexpr (std::integral<Key>) to.key(std::to_string(key));
    else to.key(json(key).template as<std::string>().value_or(""));
}

// An array with one element for each of these types, in their order.
template <class Tuple, class... T> struct tuple_codec {
    static constexpr std::array<const type*, sizeof...(T)> parts{&codec<T>::schema...};
    static constexpr bounds exactly{
        .what = bounds::on::size, .count_least = sizeof...(T), .count_most = sizeof...(T)};
    static constexpr type schema{.form = type_form::tuple, .parts = parts, .size = exactly};

    static bool read(value from, Tuple& out, violations& bad) requires(readable<T> && ...) {
        if (!from.is(kind::array)) return bad.wrong_type(from, schema);
        if (!bad.check(from, schema, exactly)) return false;
        auto at = from.items().begin();
        bool right = true;
        std::apply(
            [&](T&... each) { ((right &= codec<T>::read(*at, each, bad), ++at), ...); }, out);
        return right;
    }
    static void write(writer& to, const Tuple& from) requires(writable<T> && ...) {
        to.begin_array();
        std::apply([&](const auto&... each) { (codec<T>::write(to, each), ...); }, from);
        to.end_array();
    }
};

constexpr unsigned bit(kind k) { return 1u << static_cast<unsigned>(k); }
// The kinds of JSON that a type accepts, one bit each. Integers and other numbers set both bits.
constexpr unsigned kinds_of(const type& t) {
    switch (t.form) {
    case type_form::any: return ~0u;
    case type_form::null: return bit(kind::null);
    case type_form::boolean: return bit(kind::boolean);
    case type_form::integer:
    case type_form::number: return bit(kind::integer) | bit(kind::number);
    case type_form::string:
    case type_form::choice: return bit(kind::string);
    case type_form::array:
    case type_form::tuple: return bit(kind::array);
    case type_form::map:
    case type_form::object: return bit(kind::object);
    case type_form::optional: return bit(kind::null) | kinds_of(*t.element);
    case type_form::either: break;
    }
    unsigned all = 0;
    for (const type* part : t.parts) all |= kinds_of(*part);
    return all;
}
constexpr bool accepts(const type& t, kind k) { return (kinds_of(t) & bit(k)) != 0; }

// Whether no two alternatives of a variant accept the same kind. The compiler names the types.
template <class... T> constexpr bool kinds_differ(unsigned among = ~0u) {
    unsigned seen = 0;
    bool differ = true;
    if constexpr ((all_known<T> && ...))
        ((differ &= (seen & kinds_of(codec<T>::schema) & among) == 0,
          seen |= kinds_of(codec<T>::schema)), ...);
    return differ;
}
template <class... T>
inline constexpr bool objects_differ = kinds_differ<T...>(bit(kind::object));

}  // namespace detail

template <class List> requires(detail::sequence<List> || detail::set_like<List>)
struct codec<List> : detail::list_codec<List, typename List::value_type> {};
template <class T, std::size_t N> struct codec<std::array<T, N>>
    : detail::list_codec<std::array<T, N>, T> {};
template <class T> struct codec<std::span<const T>> : detail::list_codec<std::span<const T>, T> {};

template <detail::map_like Map> requires detail::is_key<typename Map::key_type>
struct codec<Map> {
    using key_type = typename Map::key_type;
    using mapped = typename Map::mapped_type;
    static constexpr bool has_any_names = std::same_as<key_type, std::string>;
    static constexpr type schema{.form = type_form::map, .element = &codec<mapped>::schema,
                                 .key = has_any_names ? nullptr : &codec<key_type>::schema,
                                 .has_key = !has_any_names};

    static bool read(value from, Map& out, violations& bad) requires readable<mapped> {
        if (!from.is(kind::object)) return bad.wrong_type(from, schema);
        bool right = true;
        out.clear();
        for (const auto each : from.members()) {
            key_type key{};
            if (!detail::read_key(each.name, key, bad)) {
                right = false;
                continue;
            }
            const auto [at, is_new] = out.try_emplace(std::move(key));
            right &= is_new ? codec<mapped>::read(each.value, at->second, bad)
                            : bad.add({.kind = violation_kind::twice, .at = each.name.index()});
            if (detail::is_attacked(out, at->first))
                return bad.add({.kind = violation_kind::alike, .at = from.index()});
        }
        return right;
    }
    static void write(writer& to, const Map& from) requires writable<mapped> {
        to.begin_object();
        for (const auto& [name, value] : from) {
            detail::write_key(to, name);
            codec<mapped>::write(to, value);
        }
        to.end_object();
    }
};

template <class... T> struct codec<std::tuple<T...>>
    : detail::tuple_codec<std::tuple<T...>, T...> {};
template <class A, class B> struct codec<std::pair<A, B>>
    : detail::tuple_codec<std::pair<A, B>, A, B> {};

template <> struct codec<std::monostate> {
    static constexpr type schema{.form = type_form::null};
    static bool read(value from, std::monostate&, violations& bad) {
        return from.is(kind::null) || bad.wrong_type(from, schema);
    }
    static void write(writer& to, std::monostate) { to.null(); }
};

template <class... T> struct codec<std::variant<T...>> {
    static_assert(detail::objects_differ<T...>,
                  "callbox: two alternatives of a variant are objects: describe the variant with a "
                  "one_of (one_of.hpp), which adds a discriminator");
    static_assert(!detail::objects_differ<T...> || detail::kinds_differ<T...>(),
                  "callbox: the alternatives of a variant must differ in their kind of JSON");
    static constexpr std::array<const type*, sizeof...(T)> parts{&codec<T>::schema...};
    static constexpr type schema{.form = type_form::either, .parts = parts};

    static bool read(value from, std::variant<T...>& out, violations& bad)
        requires(readable<T> && ...)
    {
        bool right = false;
        const bool found =
            ((detail::accepts(codec<T>::schema, from.type()) &&
              (right = codec<T>::read(from, out.template emplace<T>(), bad), true)) || ...);
        return found ? right : bad.wrong_type(from, schema);
    }
    static void write(writer& to, const std::variant<T...>& from) requires(writable<T> && ...) {
        std::visit([&]<class Is>(const Is& v) { codec<Is>::write(to, v); }, from);
    }
};

}  // namespace callbox
