// callbox/scalars.hpp - requirements of codecs, and the codecs of scalars and of json. Part of
// codec.hpp.
#pragma once

#include <callbox/type.hpp>

#include <limits>
#include <memory>

namespace callbox {

// The tag that describe() is overloaded on.
template <class T> struct as {};

template <class T> concept described = requires { describe(as<T>{}); };

template <class T> concept known = requires { sizeof(codec<T>); };

// Readers begin with a T(): T{} does not compile if a member is a callbox::required.
template <class T> concept readable = known<T> && std::is_default_constructible_v<T> &&
    requires(value from, T& out, violations& bad) {
        { codec<T>::read(from, out, bad) } -> std::same_as<bool>;
    };

template <class T> concept writable = known<T> && requires(writer& to, const T& from) {
    codec<T>::write(to, from);
};

// ------------------------------------------------------------------------------------- scalars

template <> struct codec<bool> {
    static constexpr type schema{.form = type_form::boolean};
    static bool read(value from, bool& out, violations& bad) {
        if (!from.is(kind::boolean)) return bad.wrong_type(from, schema);
        out = from.truth();
        return true;
    }
    static void write(writer& to, bool from) { to.boolean(from); }
};

template <class T> inline constexpr bool is_character =
    std::same_as<T, char> || std::same_as<T, wchar_t> || std::same_as<T, char8_t> ||
    std::same_as<T, char16_t> || std::same_as<T, char32_t>;

template <std::integral T> requires(!is_character<T> && sizeof(T) <= 8) struct codec<T> {
    using range = std::numeric_limits<T>;
    static constexpr type schema{.form = type_form::integer,
                                 .low = static_cast<std::int64_t>(range::min()),
                                 .high = static_cast<std::uint64_t>(range::max())};
    static bool read(value from, T& out, violations& bad) {
        if (!from.is(kind::integer)) return bad.wrong_type(from, schema);
        const auto wide = [&] {
            if constexpr (std::is_signed_v<T>) return from.as_int64();
            else return from.as_uint64();
        }();
        if (!wide || !std::in_range<T>(*wide)) return bad.out_of_range(from, schema);
        out = static_cast<T>(*wide);
        return true;
    }
    static void write(writer& to, T from) {
        if constexpr (std::is_signed_v<T>) to.integer(from);
        else to.natural(from);
    }
};

template <class T> requires(std::same_as<T, double> || std::same_as<T, float>) struct codec<T> {
    static constexpr type schema{.form = type_form::number};
    static bool read(value from, T& out, violations& bad) {
        if (!from.is(kind::number) && !from.is(kind::integer)) return bad.wrong_type(from, schema);
        const auto finite = [&] {
            if constexpr (std::same_as<T, double>) return from.as_double();
            else return from.as_float();
        }();
        if (!finite) return bad.out_of_range(from, schema);
        out = *finite;
        return true;
    }
    static void write(writer& to, T from) { to.number(from); }
};

template <class T> requires(std::same_as<T, std::string> || std::same_as<T, std::string_view> ||
                            std::same_as<T, const char*>)
struct codec<T> {  // a const char* is for results only, as it owns nothing; never null
    static constexpr type schema{.form = type_form::string};
    static bool read(value from, T& out, violations& bad) requires(!std::is_pointer_v<T>) {
        if (!from.is(kind::string)) return bad.wrong_type(from, schema);
        out = from.text();
        return true;
    }
    static void write(writer& to, std::string_view from) { to.string(from); }
};

template <class T> requires(std::same_as<T, json> || std::same_as<T, json_view>)
struct codec<T> {  // a json_view, as a parameter, is a view of the message
    static constexpr type schema{.form = type_form::any};
    static bool read(value from, T& out, violations&) {
        out.text_ = from.token();
        return true;
    }
    static void write(writer& to, json_view from) { to.json(from ? from.text() : "null"); }
};

template <class T> struct without_optional { using type = T; };
template <class T> struct without_optional<std::optional<T>> { using type = T; };
template <class T> struct without_optional<std::unique_ptr<T>> { using type = T; };
template <class T>
inline constexpr bool is_optional = !std::same_as<T, typename without_optional<T>::type>;

// A nullable value; a unique_ptr also for structs within themselves.
template <class P> requires is_optional<P> struct codec<P> {
    using plain = typename without_optional<P>::type;
    static constexpr type schema{.form = type_form::optional, .element = &codec<plain>::schema};
    static bool read(value from, P& out, violations& bad) requires readable<plain> {
        out.reset();
        if (from.is(kind::null)) return true;
        if constexpr (std::same_as<P, std::optional<plain>>) out.emplace();
        else out = std::make_unique<plain>();
        return codec<plain>::read(from, *out, bad);
    }
    static void write(writer& to, const P& from) requires writable<plain> {
        if (from) codec<plain>::write(to, *from);
        else to.null();
    }
};

// ----------------------------------------------------------------------------- json and C++ types

namespace detail {

template <class... T> struct list_of {};

// Whether a T outlives the text that it was read from. A type with its own codec is assumed to.
// `Seen` is a list_of the enclosing structs, which may contain lists of themselves. describe.hpp
// specializes it for structs and all other templates.
template <class T, class Seen = list_of<>> inline constexpr bool owns = true;
template <class Seen> inline constexpr bool owns<std::string_view, Seen> = false;
template <class Seen> inline constexpr bool owns<json_view, Seen> = false;
template <class T, class Seen> inline constexpr bool owns<std::span<const T>, Seen> = false;
template <class T, std::size_t N, class Seen>
inline constexpr bool owns<std::array<T, N>, Seen> = owns<T, Seen>;

template <class T> constexpr bool is_known_result();     // detail/containers.hpp
template <class T> constexpr bool is_known_parameter();

}  // namespace detail

template <class T> requires(!std::same_as<T, json>) json::json(const T& from) {
    using plain = std::decay_t<const T&>;  // a literal is a const char*
    static_assert(detail::is_known_result<plain>());
    bytes written;
    writer to(written);
    codec<plain>::write(to, from);
    take(to);
}

template <class T> std::optional<T> json::as() const { return json_view(*this).as<T>(); }

template <class T> std::optional<T> json_view::as() const {
    static_assert(detail::is_known_parameter<T>());
    constexpr bool is_owner = detail::owns<T>;
    static_assert(is_owner, "callbox: the type contains a view, which would not outlive as(): "
                            "use std::string or std::vector");
    if (text_.empty()) return std::nullopt;
    std::string copy(text_);
    document read(json_depth_limit, SIZE_MAX);
    T out = T();
    violations bad;
    if (!read.parse(copy) || !codec<T>::read(read.root(), out, bad)) return std::nullopt;
    return out;
}

}  // namespace callbox
