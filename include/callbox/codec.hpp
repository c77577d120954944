// callbox/codec.hpp - C++ types as JSON: which type takes which JSON, and how.
//
//     C++                                    JSON
//     bool                                   true, false
//     integers of every width                a number without fraction and exponent, in range
//     float, double                          any number that is finite in that type
//     std::string                            a string
//     std::string_view                       a string; a parameter's text lives as long as the call
//     const char*                            a string; for results only
//     std::optional<T>                       null, or a T; a parameter of it may be absent
//     std::vector<T>                         an array of T
//     an enum with describe()                one of its names, a string
//     callbox::json                          any value
//
// Characters (char, wchar_t, ...) are neither numbers nor strings here: the compiler says so.
#pragma once

#include <callbox/json.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace callbox {

// What JSON a C++ type takes: what messages, documents and forms say of it. Made by the compiler.
struct type {
    enum class form : std::uint8_t {
        any, null, boolean, integer, number, string, choice, array, optional,
    };
    form is = form::any;
    std::int64_t low = 0;                         // of an integer: the least
    std::uint64_t high = 0;                       // and the greatest
    const type* element = nullptr;                // of an array or an optional
    std::span<const std::string_view> names = {}; // of a choice
};

// What is wrong with one value of a call's parameters.
struct fault {
    enum class what : std::uint8_t {
        wrong_type,    // `at` is not a `wanted`
        out_of_range,  // `at` is a number beyond `wanted`
        missing,       // no parameter `name`, which is a `wanted`
        unexpected,    // `at`, the name of a member, is none of `known`
        twice,         // `at`, the name of a member, stood there before
        by_name_only,  // `at` was given by position
        too_many,      // `at`, the array, has `got` elements; `most` are allowed
    };
    what is;
    std::uint32_t at = 0;                         // a node; where it is missing, the object
    const type* wanted = nullptr;
    std::string_view name = {};
    std::size_t most = 0;
    std::size_t got = 0;
};

// The faults of one call: all of them, so that a caller mends them at once; up to faults_max.
class faults {
public:
    // What a codec says of a value that it can't read. Always false, so that it can return it.
    bool wrong_type(value at, const type& wanted) {
        return add({.is = fault::what::wrong_type, .at = at.index(), .wanted = &wanted});
    }
    bool out_of_range(value at, const type& wanted) {
        return add({.is = fault::what::out_of_range, .at = at.index(), .wanted = &wanted});
    }

    bool add(const fault& found) {
        if (count_ < all_.size()) all_[count_++] = found;
        return false;
    }
    std::span<const fault> all() const { return {all_.data(), count_}; }
    void clear() { count_ = 0; }

private:
    std::array<fault, faults_max> all_{};
    std::size_t count_ = 0;
};

// How a T is read from JSON and written as JSON. For a type of your own, specialise it:
//
//     template <> struct callbox::codec<colour> {
//         static constexpr const type& schema = codec<std::string>::schema;
//         static bool read(value from, colour& into, faults& bad) {
//             if (from.is(kind::string) && parse_colour(from.text(), into)) return true;
//             return bad.wrong_type(from, schema);
//         }
//         static void write(writer& to, const colour& from) { to.string(hex_of(from)); }
//     };
//
// read() fills `into`, a default-made T, and says true; or notes at least one fault and says false.
// write() writes exactly one JSON value. A codec without read() is for results only, one without
// write() for parameters only.
template <class T> struct codec;

template <class T> concept readable = std::default_initializable<T> &&
    requires(value from, T& into, faults& bad) {
        { codec<T>::schema } -> std::convertible_to<const type&>;
        { codec<T>::read(from, into, bad) } -> std::same_as<bool>;
    };

template <class T> concept writable = requires(writer& to, const T& from) {
    { codec<T>::schema } -> std::convertible_to<const type&>;
    codec<T>::write(to, from);
};

// ------------------------------------------------------------------------------------- scalars

template <> struct codec<bool> {
    static constexpr type schema{.is = type::form::boolean};
    static bool read(value from, bool& into, faults& bad) {
        if (!from.is(kind::boolean)) return bad.wrong_type(from, schema);
        into = from.truth();
        return true;
    }
    static void write(writer& to, bool from) { to.boolean(from); }
};

template <class T> inline constexpr bool is_character =
    std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
    std::same_as<T, char16_t> || std::same_as<T, char32_t>;

template <std::integral T> requires(!is_character<T> && sizeof(T) <= 8) struct codec<T> {
    using bounds = std::numeric_limits<T>;
    static constexpr type schema{.is = type::form::integer,
                                 .low = static_cast<std::int64_t>(bounds::min()),
                                 .high = static_cast<std::uint64_t>(bounds::max())};
    static bool read(value from, T& into, faults& bad) {
        if (!from.is(kind::integer)) return bad.wrong_type(from, schema);
        const auto wide = whole(from);
        if (!wide || !std::in_range<T>(*wide)) return bad.out_of_range(from, schema);
        into = static_cast<T>(*wide);
        return true;
    }
    static void write(writer& to, T from) {
        if constexpr (std::is_signed_v<T>) to.integer(from);
        else to.natural(from);
    }

private:
    static auto whole(value from) {
        if constexpr (std::is_signed_v<T>) return from.as_int64();
        else return from.as_uint64();
    }
};

template <class T> requires(std::same_as<T, double> || std::same_as<T, float>) struct codec<T> {
    static constexpr type schema{.is = type::form::number};
    static bool read(value from, T& into, faults& bad) {
        if (!from.is(kind::number) && !from.is(kind::integer)) return bad.wrong_type(from, schema);
        const auto finite = number(from);
        if (!finite) return bad.out_of_range(from, schema);
        into = *finite;
        return true;
    }
    static void write(writer& to, T from) { to.number(from); }

private:
    static auto number(value from) {
        if constexpr (std::same_as<T, double>) return from.as_double();
        else return from.as_float();
    }
};

template <class T> requires(std::same_as<T, std::string> || std::same_as<T, std::string_view>)
struct codec<T> {
    static constexpr type schema{.is = type::form::string};
    static bool read(value from, T& into, faults& bad) {
        if (!from.is(kind::string)) return bad.wrong_type(from, schema);
        into = from.text();
        return true;
    }
    static void write(writer& to, std::string_view from) { to.string(from); }
};

template <> struct codec<const char*> {  // a result only: it owns nothing and is not null
    static constexpr type schema{.is = type::form::string};
    static void write(writer& to, std::string_view from) { to.string(from); }
};

template <> struct codec<json> {
    static constexpr type schema{.is = type::form::any};
    static bool read(value from, json& into, faults& bad);
    static void write(writer& to, const json& from) { to.json(from.text()); }
};

// ---------------------------------------------------------------------------------- of others

template <class T> struct codec<std::optional<T>> {
    static constexpr type schema{.is = type::form::optional, .element = &codec<T>::schema};
    static bool read(value from, std::optional<T>& into, faults& bad) requires readable<T> {
        if (from.is(kind::null)) return true;
        return codec<T>::read(from, into.emplace(), bad);
    }
    static void write(writer& to, const std::optional<T>& from) requires writable<T> {
        if (from) codec<T>::write(to, *from);
        else to.null();
    }
};

template <class T> struct codec<std::vector<T>> {
    static constexpr type schema{.is = type::form::array, .element = &codec<T>::schema};
    static bool read(value from, std::vector<T>& into, faults& bad) requires readable<T> {
        if (!from.is(kind::array)) return bad.wrong_type(from, schema);
        bool right = true;
        for (const value item : from.items()) {
            T element{};
            right &= codec<T>::read(item, element, bad);
            into.push_back(std::move(element));
        }
        return right;
    }
    static void write(writer& to, const std::vector<T>& from) requires writable<T> {
        to.begin_array();
        for (const auto& element : from) codec<T>::write(to, element);
        to.end_array();
    }
};

// ------------------------------------------------------------------------------ enumerations

// An enumeration is described once, beside the type:
//
//     enum class tone { plain, cheerful };
//     constexpr auto describe(callbox::as<tone>) {
//         using callbox::choice, callbox::choices;
//         return choices{choice{tone::plain, "plain"}, choice{tone::cheerful, "cheerful"}};
//     }
template <class T> struct as {};

template <class E> struct choice {
    E is;
    std::string_view name;
    constexpr choice(E is_, const char* name_) : is(is_), name(name_) {}
};

template <class E, std::size_t N> struct choices {
    std::array<choice<E>, N> all;
    template <class... C> constexpr choices(C... each) : all{each...} {}
};
template <class E, class... C> choices(choice<E>, C...) -> choices<E, 1 + sizeof...(C)>;

template <class T> concept described = requires { describe(as<T>{}); };

template <class E> requires(std::is_enum_v<E> && described<E>) struct codec<E> {
    static constexpr auto list = describe(as<E>{});
    static constexpr auto names = [] {
        std::array<std::string_view, list.all.size()> out{};
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = list.all[i].name;
        return out;
    }();
    static constexpr bool names_differ = [] {
        for (std::size_t i = 0; i < names.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (names[i] == names[j]) return false;
        return true;
    }();
    static_assert(names_differ, "callbox: two choices of an enumeration share a name");

    static constexpr type schema{.is = type::form::choice, .names = names};

    static bool read(value from, E& into, faults& bad) {
        if (!from.is(kind::string)) return bad.wrong_type(from, schema);
        const auto found = of_name(from.text());
        if (!found) return bad.wrong_type(from, schema);
        into = *found;
        return true;
    }
    // A value without a name can't be told: it is the program's mistake and answers -32603.
    static void write(writer& to, E from) {
        const auto name = name_of(from);
        if (name.data() == nullptr) return to.unnamed();
        to.string(name);
    }

    static constexpr std::string_view name_of(E e) {
        for (const auto& c : list.all)
            if (c.is == e) return c.name;
        return {};
    }
    static constexpr std::optional<E> of_name(std::string_view name) {
        for (const auto& c : list.all)
            if (c.name == name) return c.is;
        return std::nullopt;
    }
};

// -------------------------------------------------------------------------------- any value

inline bool codec<json>::read(value from, json& into, faults&) {
    into.text_ = from.token();
    return true;
}

template <class T> requires(!std::same_as<T, json>) json::json(const T& from) {
    using plain = std::decay_t<const T&>;  // a literal is a const char*
    static_assert(writable<plain>, "callbox: a type is unknown to JSON: give it a describe(as<T>)");
    bytes written;
    writer to(written);
    codec<plain>::write(to, from);
    text_ = to.mistaken() == writer::mistake::none ? written.view() : "null";
}

template <class T> std::optional<T> json::as() const {
    static_assert(readable<T>, "callbox: a type is unknown to JSON: give it a describe(as<T>)");
    static_assert(!std::same_as<T, std::string_view>, "callbox: the text would not outlive as()");
    std::string copy(text_);
    document read(json_depth_limit, SIZE_MAX);
    T into{};
    faults bad;
    if (!read.parse(copy) || !codec<T>::read(read.root(), into, bad)) return std::nullopt;
    return into;
}

}  // namespace callbox
