// callbox/attributes.hpp - the words that describe a method in a row of the table. Part of
// method.hpp, whose head shows examples.
#pragma once

#include <callbox/codec.hpp>
#include <callbox/fixed_string.hpp>
#include <callbox/table.hpp>

#include <algorithm>
#include <chrono>
#include <initializer_list>

namespace callbox {

namespace mistake {
void an_example_has_more_than_32_values_and_braces();
void a_timeout_is_1_ms_to_49_days();
}

// ------------------------------------------------------------------------------------ parameters

template <class T> struct optional_arg {
    std::string_view name;
    std::string_view doc;
    bounds constraints;
    T fallback;
};

// Names one parameter; `= value` is its default (defaults.hpp). A bare "name" is short for
// arg("name"). in(), length(), size() and the like bound its value (detail::bounded in
// constraints.hpp).
struct arg : detail::bounded<arg> {
    std::string_view name;
    std::string_view doc;

    consteval arg(const char* name_, const char* doc_ = "") : name(name_), doc(doc_) {}

    template <class T> consteval optional_arg<T> operator=(T fallback) {
        return {name, doc, constraints, fallback};
    }
    consteval optional_arg<empty_default> operator=(empty_default) {
        return {name, doc, constraints, {}};
    }
};

struct by_name_only_word {};
// Parameters behind it in a row can't be passed by position: Python's `*`.
inline constexpr by_name_only_word by_name_only{};

// ------------------------------------------------------------------------------- the method itself

// A longer description of the method, in Markdown.
struct details {
    std::string_view text;
    consteval explicit details(const char* text_) : text(text_) {}
};

// Describes the result.
struct returns {
    std::string_view doc;
    consteval explicit returns(const char* doc_) : doc(doc_) {}
};

// An error that the method may answer with, by a result<T>. For readers: other errors are answered
// too, and a server or an answerer logs the first of each method and code, since nobody who reads
// the document knows of it. The protocol reserves the codes -32768 to -32000.
struct fails {
    declared_error error;
    consteval fails(int code, const char* message) : error{code, message} {}
};

// An error that the method answers with when its function throws an E, or what derives from it:
// this code and this message, never what what() says. It is declared as fails() is. The first in
// the row that fits is the one; other exceptions remain -32603, with an incident id in the log. A
// method with such a word is parsed each time, even if a call is like the one before it.
//
//     method<"product.find", find>("Finds a product.", "id",
//         callbox::raises<std::out_of_range>(404, "there is no such product"))
template <class E> struct raises {
    static_assert(std::is_object_v<E> && !std::is_array_v<E>,
                  "callbox: raises<E> names the type of an exception, without const or &");
    declared_error error;
    consteval raises(int code, const char* message) : error{code, message} {}
};

struct deprecated_word {};
// Clients should no longer call it.
inline constexpr deprecated_word deprecated{};

struct blocking_word {};
// The function waits or computes for long: it runs on a pool thread (blocking_threads in
// limits.hpp), and others are answered meanwhile. So it may run at the same time as itself and as
// any other function: what they share must be thread-safe. Calls of one batch run concurrently.
// callbox::answer() and the like call it on the thread that called them.
//
// Give it a timeout if it may hang: no other timeout holds for a connection that waits for a call,
// and a call runs to its end even if its client has gone.
inline constexpr blocking_word blocking{};

// How long a blocking method may take, from when its call was read: then the caller gets -32003,
// and the result, when it comes, is dropped. A call that has not begun by then is not made.
//
//     method<"report.make", make>("Makes a report.", callbox::blocking, callbox::timeout(2s))
struct timeout {
    std::chrono::milliseconds duration;
    consteval explicit timeout(std::chrono::milliseconds duration_) : duration(duration_) {
        if (duration_.count() < 1 || duration_.count() > UINT32_MAX)
            mistake::a_timeout_is_1_ms_to_49_days();
    }
};

// A value of an example: a number, bool, string, enumerator, nullptr; or { } with such values: a
// list, a tuple, a struct (its members in order, behind the tag if it has one; the last ones may be
// missing) or a map (of pairs { name, value }). For any JSON, { } is a list. At most 32 in all.
struct example_value {
    std::array<token, example_tokens_max> tokens{};
    std::size_t count = 0;

    template <class T> requires detail::is_number<T> consteval example_value(T v) {
        put(detail::numeral_of(v));
    }
    template <std::same_as<bool> T> consteval example_value(T v) {
        put(literal{.kind = kind::boolean, .truth = v});
    }
    template <class E> requires(std::is_enum_v<E> && described<E>) consteval example_value(E v) {
        put(literal{.kind = kind::string, .string = codec<E>::name_of(v)});
    }
    consteval example_value(const char* v) { put(literal{.kind = kind::string, .string = v}); }
    consteval example_value(std::nullptr_t) { put(literal{}); }
    consteval example_value(std::initializer_list<example_value> list) {
        put(token{.kind = token_kind::open});
        for (const example_value& each : list)
            for (std::size_t i = 0; i < each.count; ++i) put(each.tokens[i]);
        put(token{.kind = token_kind::close});
    }

private:
    consteval void put(const literal& scalar) { put(token{.scalar = scalar}); }
    consteval void put(token v) {
        if (count == tokens.size()) mistake::an_example_has_more_than_32_values_and_braces();
        tokens[count++] = v;
    }
};

// A call with its result: example({2, 3}, 5). Arguments are in the order of the parameters; the
// last ones may be missing. The compiler checks their types and constraints; failing_examples()
// (dispatch.hpp) makes the call and compares, with a new state for each call if it can make one.
struct example {
    example_call call;
    // For a method that answers null.
    consteval example(std::initializer_list<example_value> arguments)
        : example(arguments, example_value(nullptr)) {}
    consteval example(std::initializer_list<example_value> arguments, const example_value& result) {
        const example_value all(arguments);
        if (all.count + result.count > call.tokens.size())
            mistake::an_example_has_more_than_32_values_and_braces();
        std::copy_n(all.tokens.begin(), all.count, call.tokens.begin());
        std::copy_n(result.tokens.begin(), result.count, call.tokens.begin() + all.count);
        call.params_end = all.count;
        call.end = all.count + result.count;
    }
};

namespace detail {

// ------------------------------------------------------------------------ examples and their types

using tokens = std::span<const token>;

constexpr token next(tokens& rest) {
    const token first = rest.front();
    rest = rest.subspan(1);
    return first;
}
constexpr bool begins(const tokens& rest, token_kind kind) {
    return !rest.empty() && rest.front().kind == kind;
}

constexpr bool takes_value(tokens& rest, const type& t);

constexpr bool is_numeric(const literal& l) {
    return l.kind == kind::integer || l.kind == kind::number;
}

constexpr bool scalar_fits(const literal& l, const type& t) {
    switch (t.form) {
    case type_form::any: return true;
    case type_form::null: return l.kind == kind::null;
    case type_form::boolean: return l.kind == kind::boolean;
    case type_form::integer:
        return l.kind == kind::integer && !is_less(l, numeral_of(t.low)) &&
               !is_less(numeral_of(t.high), l);
    case type_form::number: return is_numeric(l);
    case type_form::string:
        return l.kind == kind::string && t.why_not(l.string).empty();
    case type_form::choice:
        return l.kind == kind::string &&
               std::find(t.names.begin(), t.names.end(), l.string) != t.names.end();
    default: return false;
    }
}

// Takes one value, of any type, off the tokens.
constexpr tokens take_value(tokens& rest) {
    const tokens before = rest;
    std::size_t depth = 0;
    do {
        const token first = next(rest);
        if (first.kind == token_kind::open) ++depth;
        if (first.kind == token_kind::close) --depth;
    } while (depth != 0);
    return before.first(before.size() - rest.size());
}

constexpr bool is_same(tokens a, tokens b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const token& x, const token& y) {
        const literal &l = x.scalar, &r = y.scalar;
        if (x.kind != y.kind) return false;
        if (is_numeric(l) && is_numeric(r)) return !is_less(l, r) && !is_less(r, l);
        return l.kind == r.kind && l.truth == r.truth && l.string == r.string;
    });
}

constexpr bool is_inside(tokens value, const bounds& b, const type& t);

// Whether the elements of a list or map are within the bounds, and its size. Only types with
// `element` have bounds for each.
constexpr bool are_inside(tokens list, const bounds& b, const type& t) {
    tokens rest = list;
    next(rest);
    std::size_t count = 0;
    for (; !begins(rest, token_kind::close); ++count) {
        const tokens before = list.subspan(1, list.size() - 1 - rest.size());
        tokens element = take_value(rest);
        if (t.form == type_form::map) {
            const tokens name = element.subspan(1, 1);
            if (b.has_keys && !is_inside(name, *b.keys, {.form = type_form::string}))
                return false;
            element = element.subspan(2, element.size() - 3);
        }
        if (b.has_each && !is_inside(element, *b.each, *t.element)) return false;
        for (tokens others = before; b.unique && !others.empty();)
            if (is_same(take_value(others), element)) return false;
    }
    return b.what != bounds::on::size || b.has(count);
}

// Whether the value in these tokens is within the bounds; a value that they do not apply to is.
constexpr bool is_inside(tokens value, const bounds& b, const type& t) {
    if (t.form == type_form::optional) return is_inside(value, b, *t.element);
    const literal& first = value.front().scalar;
    const bool scalar = value.front().kind == token_kind::scalar;
    if (b.has_pattern && scalar && first.kind == kind::string && !b.pattern->matches(first.string))
        return false;
    if (b.what == bounds::on::value) return !scalar || !is_numeric(first) || b.has(first);
    if (b.what == bounds::on::length)
        return !scalar || first.kind != kind::string || b.has(characters_of(first.string));
    return b.what == bounds::on::nothing || scalar || are_inside(value, b, t);
}

constexpr bool takes_member(tokens& rest, const member& m) {
    const tokens before = rest;
    return takes_value(rest, *m.type) &&
           is_inside(before.first(before.size() - rest.size()), m.constraints, *m.type);
}

constexpr bool takes_entry(tokens& rest, const type& t) {
    if (!begins(rest, token_kind::open)) return false;
    next(rest);
    if (rest.empty() || !scalar_fits(next(rest).scalar, {.form = type_form::string})) return false;
    return takes_value(rest, t) && begins(rest, token_kind::close) && (next(rest), true);
}

constexpr bool takes_list(tokens& rest, const type& t) {
    next(rest);
    std::size_t count = 0;
    for (; !begins(rest, token_kind::close); ++count) {
        const bool right = t.form == type_form::any     ? takes_value(rest, t)
                           : t.form == type_form::map   ? takes_entry(rest, *t.element)
                           : t.form == type_form::array ? takes_value(rest, *t.element)
                           : t.form == type_form::tuple
                               ? count < t.parts.size() && takes_value(rest, *t.parts[count])
                           : t.form == type_form::object && count < t.members.size() &&
                                 takes_member(rest, t.members[count]);
        if (!right) return false;
    }
    next(rest);
    for (std::size_t i = count; i < t.members.size(); ++i)
        if (t.members[i].required) return false;
    return t.size.has(count);
}

// Takes one value off the tokens and returns whether it is of that type.
constexpr bool takes_value(tokens& rest, const type& t) {
    if (rest.empty()) return false;
    if (t.form == type_form::optional) {
        const bool null = begins(rest, token_kind::scalar) &&
                          rest.front().scalar.kind == kind::null;
        return null ? (next(rest), true) : takes_value(rest, *t.element);
    }
    for (const type* part : t.parts) {
        tokens attempt = rest;
        if (t.form != type_form::either || !takes_value(attempt, *part)) continue;
        rest = attempt;
        return true;
    }
    if (begins(rest, token_kind::open)) return takes_list(rest, t);
    return begins(rest, token_kind::scalar) && scalar_fits(next(rest).scalar, t);
}

constexpr bool arguments_fit(tokens rest, std::span<const param> params) {
    return takes_list(rest, {.form = type_form::object, .members = params});
}
constexpr bool result_fits(tokens rest, const type& t) {
    return takes_value(rest, t) && rest.empty();
}

}  // namespace detail

}  // namespace callbox
