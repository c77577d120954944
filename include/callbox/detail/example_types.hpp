// callbox/detail/example_types.hpp - whether the values of an example fit the types and bounds of
// the method. Part of checks.hpp.
#pragma once

#include <callbox/attributes.hpp>

#include <algorithm>
#include <span>

namespace callbox::detail {

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

// Removes one value from the tokens and returns whether it is of that type.
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

constexpr bool result_fits(tokens rest, const type& t) {
    return takes_value(rest, t) && rest.empty();
}

}  // namespace callbox::detail
