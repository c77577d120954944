// callbox/attributes.hpp - the attributes that describe a method in a row of the table. Part of
// method.hpp, whose head shows examples.
#pragma once

#include <callbox/table.hpp>

#include <initializer_list>

namespace callbox {

namespace table_error {
void an_example_has_more_than_32_values_and_braces();
void a_timeout_must_be_1_ms_to_49_days();
void a_pool_must_have_a_name_and_1_to_1024_threads();
void at_once_must_be_at_least_1();
void a_scope_must_be_letters_digits_dots_underscores_or_dashes();
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

    // `= {}` makes an empty_default.
    template <class T = empty_default> consteval optional_arg<T> operator=(T fallback) {
        return {name, doc, constraints, fallback};
    }
};

struct by_name_only_attribute {};
// The parameters after it can be passed by name only, like those after `*` in Python.
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

// An error that the method may return in a result<T>. This only documents the method: undeclared
// errors are sent too, but a server or an answerer logs the first one of each method and code,
// because the document does not show it to clients. JSON-RPC reserves the codes -32768 to -32000.
struct fails {
    declared_error error;
    consteval fails(int code, const char* message) : error{code, message} {}
};

// Turns an exception of type E, or of a type derived from it, into an error with this code and
// message; what() is never sent. The error is declared as by fails(). The first raises in the row
// that matches applies. Any other exception is answered with -32603 and logged with an incident id.
// Calls of a method with raises are always parsed: the fast path skips them.
//
//     method<"product.find", find>("Finds a product.", "id",
//         callbox::raises<std::out_of_range>(404, "there is no such product"))
template <class E> struct raises {
    static_assert(std::is_object_v<E> && !std::is_array_v<E>,
                  "callbox: E in raises<E> must be an exception type without const or &");
    declared_error error;
    consteval raises(int code, const char* message) : error{code, message} {}
};

struct deprecated_attribute {};
// Clients should stop calling the method.
inline constexpr deprecated_attribute deprecated{};

struct unlisted_attribute {};
// The method can be called, but is in no document, list, explorer or suggestion, and is no tool. It
// is not a secret: tokens limit who may call it.
inline constexpr unlisted_attribute unlisted{};

// The scopes of the method, with blanks between them, for hooks (seen_call::row) and token files: a
// token with `scope:admin` may call the methods with the scope "admin". The document and the
// explorer show them. They refuse no call themselves. A scope consists of letters, digits, '.', '_'
// and '-'.
struct scope {
    scope_list all;
    consteval explicit scope(const char* names) : all{names} {
        scope_list rest = all;
        do {
            if (!detail::is_name_of(rest.take(), "._-"))
                table_error::a_scope_must_be_letters_digits_dots_underscores_or_dashes();
        } while (!rest.text.empty());
    }
};

struct blocking_attribute {
    std::string_view pool = {};
    std::uint16_t threads = 0;
    consteval blocking_attribute operator()(const char* name, int count) const {
        if (!detail::is_name_of(name, "._-") || count < 1 || count > 1'024)
            table_error::a_pool_must_have_a_name_and_1_to_1024_threads();
        return {name, static_cast<std::uint16_t>(count)};
    }
};
// For a function that waits or computes for a long time. It runs on a pool thread
// (limits::blocking_threads) while the server answers other requests, and possibly concurrently
// with itself and with any other function: shared state must be thread-safe. Blocking calls of one
// batch run concurrently. callbox::answer(), answerer and test::client run the function on the
// calling thread.
//
// Set a timeout if the function may hang: a connection that waits for a call has no other timeout,
// and a call runs to completion even if its client disconnects.
//
// blocking("export", 2) has a pool of its own with that name and two threads: its calls do not
// delay the other blocking ones. Rows with the same name share it; the largest number of threads
// applies.
inline constexpr blocking_attribute blocking{};

// At most so many calls of a method with `blocking` or later<T> run or wait at once in a server:
// others get -32002. A call counts until its later<T> is used or destroyed.
struct at_once {
    std::uint32_t count;
    consteval explicit at_once(int count_) : count(static_cast<std::uint32_t>(count_)) {
        if (count_ < 1) table_error::at_once_must_be_at_least_1();
    }
};

// The time limit of a method with `blocking` or later<T>, from the moment its call was read. When
// it expires, the client gets -32003 and the result is discarded. A call that has not started by
// then is not made.
//
//     method<"report.make", make>("Makes a report.", callbox::blocking, callbox::timeout(2s))
struct timeout {
    std::chrono::milliseconds duration;
    consteval explicit timeout(std::chrono::milliseconds duration_) : duration(duration_) {
        if (duration_.count() < 1 || duration_.count() > UINT32_MAX)
            table_error::a_timeout_must_be_1_ms_to_49_days();
    }
};

// A value in an example: a number, bool, string, enumerator or nullptr; or such values in braces
// for a list, a tuple, a struct (members in order, after the tag if it has one; trailing ones may
// be omitted) or a map (pairs { name, value }). For callbox::json, braces are a list. An example
// has at most 32 values and braces.
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

// A call and its result: example({2, 3}, 5). Arguments follow the order of the parameters; trailing
// ones may be omitted. The compiler checks types and constraints. failing_examples() (dispatch.hpp)
// makes the calls and compares the results.
struct example {
    example_call call;
    // For a method whose result is null.
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
