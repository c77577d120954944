// callbox/method.hpp - the language of registration.
//
//     std::int64_t add(std::int64_t a, std::int64_t b) { return a + b; }
//
//     constexpr callbox::api methods{
//         method<"math.add", add>("The sum of two integers.", "a", "b"),
//         method<"greeting.hello", hello>("Greets somebody by name.",
//             arg("name", "whom to greet"),
//             by_name_only,
//             arg("tone", "how to say it") = tone::plain),
//     };
//
// The wire name and the function stand in < >, what is for people in ( ); types come from the
// function and are never written twice. A table that is wrong does not compile and says why.
//
// A function is a plain function or a lambda without captures. Its parameters are of the types in
// codec.hpp, taken by value or const reference. A first parameter `S&` is state and not JSON. It
// returns one of those types, nothing (answered with null), or result<T> when it may fail; what
// it throws is logged and answered with -32603. In a header that several files include, use named
// functions: a lambda there is another one in each file.
#pragma once

#include <callbox/table.hpp>
#include <callbox/thunk.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace callbox {

// A string literal that can be a template argument.
template <std::size_t N> struct text {
    char chars[N]{};
    consteval text(const char (&literal)[N]) { std::copy_n(literal, N, chars); }
    constexpr std::string_view view() const { return {chars, N - 1}; }
};

template <class T> struct optional_arg {
    std::string_view name;
    std::string_view doc;
    T fallback;
};

// Names one parameter; `= value` is its default. A bare "name" is short for arg("name").
struct arg {
    std::string_view name;
    std::string_view doc;
    consteval arg(const char* name_, const char* doc_ = "") : name(name_), doc(doc_) {}

    template <class T> consteval optional_arg<T> operator=(T fallback) {
        return {name, doc, fallback};
    }
};

struct by_name_only_marker {};
// What follows it in a row can't be passed by position: Python's `*`.
inline constexpr by_name_only_marker by_name_only{};

// Mistakes in a table that only show in its values. Neither defined nor constexpr: reaching one
// while a table is built stops the compiler, and the name is the message.
namespace mistake {
void two_parameters_share_a_name(std::string_view name);
void a_required_parameter_follows_an_optional_one(std::string_view name);
void a_parameter_has_no_name();
void a_default_value_is_out_of_its_parameters_range(std::string_view name);
void a_default_value_has_no_name_in_its_enumeration(std::string_view name);
void two_tables_share_a_method_name(std::string_view name);
}  // namespace mistake

namespace detail {

// Whether a default of type T may stand for a parameter of type P. Its value is checked later.
template <class P, class T> constexpr bool default_suits() {
    using plain = typename without_optional<P>::type;
    if constexpr (std::same_as<plain, bool> || std::same_as<T, bool>) return std::same_as<plain, T>;
    else if constexpr (std::is_enum_v<plain>) return std::same_as<plain, T>;
    else if constexpr (std::integral<plain>) return std::integral<T> && !is_character<T>;
    else if constexpr (std::floating_point<plain>)
        return std::is_arithmetic_v<T> && !is_character<T>;
    else if constexpr (std::constructible_from<plain, std::string_view>)
        return std::convertible_to<T, std::string_view>;
    else return false;
}

template <class P, class T> constexpr literal literal_of(std::string_view name, T is) {
    using plain = typename without_optional<P>::type;
    if constexpr (std::is_enum_v<plain>) {
        const auto word = codec<plain>::name_of(is);
        if (word.empty()) mistake::a_default_value_has_no_name_in_its_enumeration(name);
        return {.is = kind::string, .string = word};
    } else if constexpr (std::same_as<plain, bool>) {
        return {.is = kind::boolean, .truth = is};
    } else if constexpr (std::integral<plain>) {
        if (!std::in_range<plain>(is))
            mistake::a_default_value_is_out_of_its_parameters_range(name);
        const auto magnitude = static_cast<std::uint64_t>(is);
        return {.is = kind::integer, .negative = std::cmp_less(is, 0),
                .magnitude = std::cmp_less(is, 0) ? 0 - magnitude : magnitude};
    } else if constexpr (std::floating_point<plain>) {
        return {.is = kind::number, .number = static_cast<double>(is)};
    } else {
        return {.is = kind::string, .string = is};
    }
}

template <class P, class A> inline constexpr bool suits = true;
template <class P, class T> inline constexpr bool suits<P, optional_arg<T>> = default_suits<P, T>();

template <class P> constexpr param param_of(const arg& a) {
    return {.name = a.name, .doc = a.doc, .is = &codec<P>::schema, .required = !is_optional<P>};
}
template <class P, class T> constexpr param param_of(const optional_arg<T>& a) {
    return {.name = a.name, .doc = a.doc, .is = &codec<P>::schema, .required = false,
            .fallback = literal_of<P>(a.name, a.fallback)};
}

consteval arg spelled_out(const char* name) { return {name}; }
template <class A> consteval A spelled_out(A a) { return a; }

// How many of the first `end` words of a row name a parameter.
template <class... A> constexpr std::size_t named_before(std::size_t end) {
    constexpr std::array<bool, sizeof...(A) + 1> names{!std::same_as<A, by_name_only_marker>...};
    std::size_t count = 0;
    for (std::size_t i = 0; i < end; ++i) count += names[i];
    return count;
}

template <class Params, std::size_t At, class A> constexpr bool word_suits() {
    if constexpr (std::same_as<A, by_name_only_marker>) return true;
    else return suits<std::tuple_element_t<At, Params>, A>;
}
template <class Params, class... A, std::size_t... I>
constexpr bool all_suit(std::index_sequence<I...>) {
    return (word_suits<Params, named_before<A...>(I), A>() && ...);
}

constexpr void check_params(std::span<const param> params) {
    bool optional_seen = false;
    for (std::size_t i = 0; i < params.size(); ++i) {
        const param& p = params[i];
        if (p.name.empty()) mistake::a_parameter_has_no_name();
        for (std::size_t j = 0; j < i; ++j)
            if (params[j].name == p.name) mistake::two_parameters_share_a_name(p.name);
        if (p.by_name_only) continue;
        if (p.required && optional_seen)
            mistake::a_required_parameter_follows_an_optional_one(p.name);
        optional_seen = optional_seen || !p.required;
    }
}

constexpr bool is_method_name(std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '.' || c == '_';
    });
}

// One row that still knows its name and function.
template <text Name, auto Fn> struct entry {
    static constexpr text name = Name;
    static constexpr std::size_t arity = signature_of<Fn>::arity;
    std::string_view doc;
    std::size_t by_position_count = 0;
    param params[arity + 1] = {};  // + 1: an array is never empty

    template <class... A, std::size_t... I>
    consteval void set_params(std::index_sequence<I...>, A... words) {
        (set_param<named_before<A...>(I), named_before<A...>(I) != I>(words), ...);
        check_params({params, arity});
        for (const param& p : std::span(params, arity)) by_position_count += !p.by_name_only;
    }

private:
    template <std::size_t At, bool ByName, class A> consteval void set_param(A word) {
        if constexpr (!std::same_as<A, by_name_only_marker>) {
            using taken = std::tuple_element_t<At, typename signature_of<Fn>::params>;
            params[At] = param_of<taken>(word);
            params[At].by_name_only = ByName;
        }
    }
};

}  // namespace detail

// One row: registers Fn under Name. `doc` says for people what it does; then each parameter's name
// in order, as "name" or arg("name", "what it is") = default, and by_name_only where it applies.
template <text Name, auto Fn, class... A> consteval auto method(const char* doc, A... words) {
    using namespace detail;
    using of = signature_of<Fn>;
    using order = std::index_sequence_for<A...>;
    constexpr std::size_t named = named_before<A...>(sizeof...(A));

    constexpr bool is_a_function = plain_function<Fn>;
    constexpr bool name_is_well_formed = is_method_name(Name.view());
    constexpr bool name_is_free = !Name.view().starts_with("rpc.");
    constexpr bool every_parameter_is_named = !is_a_function || named >= of::arity;
    constexpr bool every_name_has_a_parameter = !is_a_function || named <= of::arity;
    constexpr bool parameters_are_few = of::arity <= method_params_max;
    constexpr bool parameters_are_values = none_by_mutable_reference<typename of::declared>;
    constexpr bool parameters_are_known =
        !parameters_are_values || all_readable<typename of::params>;
    constexpr bool result_is_known = answerable<typename of::returns>;

    static_assert(is_a_function, "callbox: register a function or a lambda without captures");
    static_assert(name_is_well_formed, "callbox: a method name is letters, digits, '.' and '_'");
    static_assert(name_is_free,
                  "callbox: method names beginning with \"rpc.\" belong to the protocol");
    static_assert(every_parameter_is_named,
                  "callbox: the function has more parameters than are named here");
    static_assert(every_name_has_a_parameter,
                  "callbox: more parameters are named here than the function has");
    static_assert(parameters_are_few, "callbox: the function has more than 16 parameters");
    static_assert(parameters_are_values,
                  "callbox: only state, the first parameter, is taken by non-const reference");
    static_assert(parameters_are_known,
                  "callbox: a parameter's type is unknown to JSON: give it a describe(as<T>)");
    static_assert(result_is_known,
                  "callbox: the result's type is unknown to JSON: give it a describe(as<T>)");

    entry<Name, Fn> made{doc};
    if constexpr (is_a_function && named == of::arity && parameters_are_few &&
                  parameters_are_values && parameters_are_known) {
        constexpr bool defaults_suit = all_suit<typename of::params, A...>(order{});
        static_assert(defaults_suit, "callbox: a default value is not of its parameter's type");
        if constexpr (defaults_suit) made.set_params(order{}, spelled_out(words)...);
    }
    return made;
}

namespace detail {

// The one state type among them, void when there is none.
template <class... S> struct one_state;
template <> struct one_state<> { using type = void; };
template <class... S> struct one_state<void, S...> : one_state<S...> {};
template <class T, class... S> struct one_state<T, S...> {
    static constexpr bool same = ((std::is_void_v<S> || std::same_as<S, T>) && ...);
    static_assert(same, "callbox: two methods want different state types");
    using type = T;
};

// The rows of the first two names that are the same; {0, 0} when all differ.
template <text... Name> constexpr std::pair<std::size_t, std::size_t> twins() {
    constexpr std::array<std::string_view, sizeof...(Name)> names{Name.view()...};
    auto sorted = names;
    std::sort(sorted.begin(), sorted.end());
    const auto twin = std::adjacent_find(sorted.begin(), sorted.end());
    if (twin == sorted.end()) return {0, 0};
    const auto first = std::find(names.begin(), names.end(), *twin);
    const auto second = std::find(first + 1, names.end(), *twin);
    return {first - names.begin(), second - names.begin()};
}
// Named for what the compilers print of it: "names_differ_in_rows<0, 2>".
template <std::size_t First, std::size_t Second>
inline constexpr bool names_differ_in_rows = First == Second;

}  // namespace detail

// Methods with all that the rest derives from them; built and checked by the compiler. Join two
// with `+`. State is the type that its methods take by reference, void when none takes any.
template <class State, std::size_t Rows, std::size_t Params> class api {
public:
    template <text... Name, auto... Fn> consteval api(detail::entry<Name, Fn>... each) {
        constexpr auto twins = detail::twins<Name...>();
        static_assert(detail::names_differ_in_rows<twins.first, twins.second>,
                      "callbox: two methods share one name");
        static_assert(sizeof...(Fn) <= table_methods_max,
                      "callbox: more than 128 methods in one api{...}: join several with +");
        (add(each), ...);
        sort();
    }

    constexpr std::span<const row> rows() const { return rows_; }
    constexpr std::span<const param> params() const { return {params_.data(), Params}; }

private:
    struct no_rows_yet {};
    consteval explicit api(no_rows_yet) {}
    template <class S, std::size_t R1, std::size_t P1, class T, std::size_t R2, std::size_t P2>
    friend consteval auto operator+(const api<S, R1, P1>&, const api<T, R2, P2>&);

    template <text Name, auto Fn> consteval void add(const detail::entry<Name, Fn>& e) {
        using of = detail::signature_of<Fn>;
        using returns = typename detail::unwrapped<typename of::returns>::type;
        row r{.name = detail::entry<Name, Fn>::name.view(), .doc = e.doc, .params_count = e.arity,
              .by_position_count = e.by_position_count};
        // What can't be called has been complained of: no second flood of messages.
        if constexpr (detail::plain_function<Fn> && detail::answerable<typename of::returns> &&
                      detail::none_by_mutable_reference<typename of::declared> &&
                      detail::all_readable<typename of::params>) {
            r.run = &detail::call_method<Fn>;
            if constexpr (!std::is_void_v<returns>) r.returns = &codec<returns>::schema;
        }
        take(r, {e.params, e.arity});
    }
    constexpr void take(row r, std::span<const param> from) {
        for (std::size_t i = 0; i < r.params_count; ++i)
            params_[params_used_ + i] = from[r.params_begin + i];
        r.params_begin = params_used_;
        params_used_ += r.params_count;
        rows_[rows_used_++] = r;
    }
    constexpr void sort() {
        std::sort(rows_.begin(), rows_.end(),
                  [](const row& a, const row& b) { return a.name < b.name; });
    }

    std::array<row, Rows> rows_{};
    std::array<param, Params + 1> params_{};
    std::size_t rows_used_ = 0;
    std::size_t params_used_ = 0;
};

template <text... Name, auto... Fn> api(detail::entry<Name, Fn>...)
    -> api<typename detail::one_state<typename detail::signature_of<Fn>::state...>::type,
           sizeof...(Fn), (std::size_t{0} + ... + detail::signature_of<Fn>::arity)>;

// Both tables in one. A name that is in both stops the compiler like any other.
template <class S, std::size_t R1, std::size_t P1, class T, std::size_t R2, std::size_t P2>
consteval auto operator+(const api<S, R1, P1>& a, const api<T, R2, P2>& b) {
    using joined = api<typename detail::one_state<S, T>::type, R1 + R2, P1 + P2>;
    joined both{typename joined::no_rows_yet{}};
    for (const row& r : a.rows()) both.take(r, a.params());
    for (const row& r : b.rows()) {
        if (table(a).find(r.name) != nullptr) mistake::two_tables_share_a_method_name(r.name);
        both.take(r, b.params());
    }
    both.sort();
    return both;
}

}  // namespace callbox
