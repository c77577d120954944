// callbox/attributes.hpp - the attributes that describe a method in a row of the table. Part of
// method.hpp, whose head shows examples.
#pragma once

#include <callbox/codec.hpp>
#include <callbox/detail/fixed_string.hpp>
#include <callbox/table.hpp>

#include <algorithm>
#include <chrono>
#include <initializer_list>

namespace callbox {

namespace table_error {
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

struct by_name_only_attribute {};
// Parameters behind it in a row can't be passed by position: Python's `*`.
inline constexpr by_name_only_attribute by_name_only{};

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
// method with such an attribute is parsed each time, even if a call is like the one before it.
//
//     method<"product.find", find>("Finds a product.", "id",
//         callbox::raises<std::out_of_range>(404, "there is no such product"))
template <class E> struct raises {
    static_assert(std::is_object_v<E> && !std::is_array_v<E>,
                  "callbox: raises<E> names the type of an exception, without const or &");
    declared_error error;
    consteval raises(int code, const char* message) : error{code, message} {}
};

struct deprecated_attribute {};
// Clients should no longer call it.
inline constexpr deprecated_attribute deprecated{};

struct blocking_attribute {};
// The function waits or computes for long: it runs on a pool thread (blocking_threads in
// limits.hpp), and others are answered meanwhile. So it may run at the same time as itself and as
// any other function: what they share must be thread-safe. Calls of one batch run concurrently.
// callbox::answer() and the like call it on the thread that called them.
//
// Give it a timeout if it may hang: no other timeout holds for a connection that waits for a call,
// and a call runs to its end even if its client has gone.
inline constexpr blocking_attribute blocking{};

// How long a blocking method may take, from when its call was read: then the caller gets -32003,
// and the result, when it comes, is dropped. A call that has not begun by then is not made.
//
//     method<"report.make", make>("Makes a report.", callbox::blocking, callbox::timeout(2s))
struct timeout {
    std::chrono::milliseconds duration;
    consteval explicit timeout(std::chrono::milliseconds duration_) : duration(duration_) {
        if (duration_.count() < 1 || duration_.count() > UINT32_MAX)
            table_error::a_timeout_is_1_ms_to_49_days();
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
        if (count == tokens.size()) table_error::an_example_has_more_than_32_values_and_braces();
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
            table_error::an_example_has_more_than_32_values_and_braces();
        std::copy_n(all.tokens.begin(), all.count, call.tokens.begin());
        std::copy_n(result.tokens.begin(), result.count, call.tokens.begin() + all.count);
        call.params_end = all.count;
        call.end = all.count + result.count;
    }
};

}  // namespace callbox
