// callbox/detail/checks.hpp - the compile-time checks of a row: its attributes, its parameters, its
// examples. Part of method.hpp.
#pragma once

#include <callbox/attributes.hpp>
#include <callbox/tool.hpp>

namespace callbox {

namespace table_error {
void by_name_only_must_precede_a_parameter();
void an_error_code_is_reserved_by_json_rpc(int code);
void two_errors_share_a_code(int code);
void an_example_has_more_arguments_than_parameters(std::string_view method);
void an_example_lacks_a_required_argument(std::string_view parameter);
void an_examples_argument_does_not_fit_its_parameter(std::string_view parameter);
void an_examples_result_does_not_fit_its_method(std::string_view method);
}  // namespace table_error

namespace detail {

// --------------------------------------------------------------------- the values of an example

using tokens = std::span<const token>;

constexpr token next(tokens& rest) {
    const token first = rest.front();
    rest = rest.subspan(1);
    return first;
}
constexpr bool begins(const tokens& rest, token_kind kind) {
    return !rest.empty() && rest.front().kind == kind;
}
constexpr bool begins_with_null(const tokens& rest) {
    return begins(rest, token_kind::scalar) && rest.front().scalar.kind == kind::null;
}

constexpr bool takes_value(tokens& rest, const type& t);

constexpr bool is_numeric(const literal& l) {
    return l.kind == kind::integer || l.kind == kind::number;
}

constexpr bool scalar_fits(const literal& l, const type& t) {
    switch (t.form) {
    case type_form::integer:
        return l.kind == kind::integer && !is_less(l, numeral_of(t.low)) &&
               !is_less(numeral_of(t.high), l);
    case type_form::string:
        return l.kind == kind::string && t.why_not(l.string).empty();
    case type_form::choice:
        return l.kind == kind::string &&
               std::find(t.names.begin(), t.names.end(), l.string) != t.names.end();
    default: return t.form != type_form::either && accepts(t, l.kind);
    }
}

// Removes one value, of any type, from the tokens and returns it.
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

// Whether the value in these tokens is within the bounds; true if they do not apply to it.
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

constexpr bool takes_entry(tokens& rest, const type& map) {
    if (!begins(rest, token_kind::open)) return false;
    next(rest);
    const token name = rest.empty() ? token{} : next(rest);
    const bool is_text = name.kind == token_kind::scalar && name.scalar.kind == kind::string;
    if (!is_text) return false;
    if (map.has_key && map.key->form != type_form::integer && !scalar_fits(name.scalar, *map.key))
        return false;
    return takes_value(rest, *map.element) && begins(rest, token_kind::close) && (next(rest), true);
}

constexpr bool takes_list(tokens& rest, const type& t) {
    next(rest);
    std::size_t count = 0;
    for (; !begins(rest, token_kind::close); ++count) {
        const bool right = t.form == type_form::any     ? takes_value(rest, t)
                           : t.form == type_form::map   ? takes_entry(rest, t)
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

// Removes one value from the tokens and returns whether it is of that type.
constexpr bool takes_value(tokens& rest, const type& t) {
    if (rest.empty()) return false;
    if (t.form == type_form::optional)
        return begins_with_null(rest) ? (next(rest), true) : takes_value(rest, *t.element);
    for (const type* part : t.parts) {
        tokens attempt = rest;
        if (t.form != type_form::either || !takes_value(attempt, *part)) continue;
        rest = attempt;
        return true;
    }
    if (begins(rest, token_kind::open)) return takes_list(rest, t);
    return begins(rest, token_kind::scalar) && scalar_fits(next(rest).scalar, t);
}

// -------------------------------------------------------------------------------- the attributes

template <class A> concept has_default = requires(const A& attribute) { attribute.fallback; };

// Reject the parameter with that number, from 1. The compiler's message has it.
template <std::size_t Number, class P, class T> constexpr bool default_of_parameter_suits() {
    constexpr bool suits = default_suits<P, T>();
    static_assert(suits || !has_literals<P>(),
                  "callbox: a default value must have its parameter's type");
    static_assert(suits || has_literals<P>(),
                  "callbox: the default of a list, map, struct or custom type must be {} or "
                  "constant<VALUE>, where VALUE is a constexpr variable");
    return true;
}
template <std::size_t Number> constexpr bool no_required_parameter() {
    static_assert(Number == 0, "callbox: a required parameter must not follow an optional one");
    return true;
}

consteval arg spelled_out(const char* name) { return {name}; }
template <class A> consteval A spelled_out(A a) { return a; }

// Set what an attribute describes. Attributes of a row are the types that can be set, and those of
// which it has lists.
constexpr void set(row& to, const details& given) { to.details = given.text; }
constexpr void set(row& to, const returns& given) { to.returns_doc = given.doc; }
constexpr void set(row& to, deprecated_attribute) { to.deprecated = true; }
constexpr void set(row& to, unlisted_attribute) { to.unlisted = to.tool.hidden = true; }
constexpr void set(row& to, const blocking_attribute& given) {
    to.blocking = true;
    to.pool = given.pool;
    to.pool_threads = given.threads;
}
constexpr void set(row& to, const at_once& given) { to.at_once = given.count; }
constexpr void set(row& to, const scope& given) { to.scopes = given.all; }
constexpr void set(row& to, const timeout& given) {
    to.timeout_ms = static_cast<std::uint32_t>(given.duration.count());
}
constexpr void set(tool_row& to, const tool_name& given) { to.name = given.name; }
constexpr void set(tool_row& to, const title& given) { to.title = given.text; }
constexpr void set(tool_row& to, no_tool_attribute) { to.hidden = true; }
constexpr void set(tool_row& to, reads_only_attribute) { to.reads_only = true; }
constexpr void set(tool_row& to, adds_only_attribute) { to.adds_only = true; }
constexpr void set(tool_row& to, idempotent_attribute) { to.idempotent = true; }
constexpr void set(tool_row& to, self_contained_attribute) { to.self_contained = true; }

// names_one: the attributes that name a parameter. attribute: all attributes.
template <class A> inline constexpr bool names_one = std::same_as<A, const char*> ||
                                                     std::same_as<A, arg>;
template <class T> inline constexpr bool names_one<optional_arg<T>> = true;
template <class A> inline constexpr bool is_raises = false;
template <class E> inline constexpr bool is_raises<raises<E>> = true;
template <class A> inline constexpr bool declares_error = std::same_as<A, fails> || is_raises<A>;
template <class A> concept tool_attribute =
    requires(tool_row& to, const A& attribute) { set(to, attribute); };
template <class A> concept attribute = names_one<A> || declares_error<A> ||
    std::same_as<A, by_name_only_attribute> || std::same_as<A, example> || tool_attribute<A> ||
    requires(row& to, const A& attribute) { set(to, attribute); };

// Whether a row's arguments begin with its summary.
template <class T = void, class... A>
inline constexpr bool begins_with_text = std::convertible_to<T, const char*>;

// The number of attributes among the first `end` of a row that name a parameter.
template <class... A> constexpr std::size_t named_before(std::size_t end) {
    constexpr std::array<bool, sizeof...(A) + 1> all{names_one<A>...};
    return static_cast<std::size_t>(std::count(all.begin(), all.begin() + end, true));
}

// The number, from 1, of the first required parameter after an optional one; 0 if there is none.
template <class... P, class... A>
constexpr std::size_t required_after_optional(std::tuple<P...>*, list_of<A...>) {
    constexpr std::array<bool, sizeof...(P) + 1> optional{is_optional<P>...};
    std::size_t number = 0, found = 0;
    bool optional_seen = false, by_name = false;
    [[maybe_unused]] const auto look_at = [&](bool is_by_name_only, bool names_one,
                                              bool has_default) {
        by_name |= is_by_name_only;
        if (!names_one) return;
        const bool required = !has_default && !optional[number];
        ++number;
        if (found == 0 && required && optional_seen && !by_name) found = number;
        optional_seen |= !required;
    };
    (look_at(std::same_as<A, by_name_only_attribute>, names_one<A>, has_default<A>), ...);
    return found;
}

// Rejects one of the parameters. The compilers print its number, from 1, clang its name too.
constexpr void refuse_parameter(std::span<const param> params, const param& p,
                                void (*error)(std::string_view)) {
    const auto number = static_cast<std::size_t>(&p - params.data());
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((number == I ? refuse_number<I + 1>{}(p.name, error) : void()), ...);
    }(std::make_index_sequence<method_params_max>{});
}

constexpr void check_params(std::span<const param> params) {
    for (const param& p : params)
        if (p.name.empty()) refuse_parameter(params, p, table_error::a_parameter_has_no_name);
    if (const param* twin = twin_in(params, &param::name))
        refuse_parameter(params, *twin, table_error::two_parameters_share_a_name);
}

constexpr void check_errors(std::span<const declared_error> errors) {
    for (const declared_error& e : errors)
        if (is_reserved(e.code)) table_error::an_error_code_is_reserved_by_json_rpc(e.code);
    if (const declared_error* twin = twin_in(errors, &declared_error::code))
        table_error::two_errors_share_a_code(twin->code);
}

constexpr void check_example(const example_call& e, std::span<const param> params, const row& r) {
    tokens rest = e.params();
    next(rest);
    std::size_t at = 0;
    for (; !begins(rest, token_kind::close); ++at) {
        if (at == params.size())
            table_error::an_example_has_more_arguments_than_parameters(r.name);
        if (!takes_member(rest, params[at]))
            refuse_parameter(params, params[at],
                             table_error::an_examples_argument_does_not_fit_its_parameter);
    }
    for (; at < params.size(); ++at)
        if (params[at].required)
            refuse_parameter(params, params[at], table_error::an_example_lacks_a_required_argument);
    rest = e.result();
    if (!takes_value(rest, *r.returns) || !rest.empty())
        table_error::an_examples_result_does_not_fit_its_method(r.name);
}

constexpr bool is_method_name(std::string_view name) {
    return is_name_of(name, "._-/") && name.front() != '-' && name.front() != '/';
}

template <class A> constexpr bool may_repeat =
    !attribute<A> || names_one<A> || declares_error<A> || std::same_as<A, example>;

}  // namespace detail

}  // namespace callbox
