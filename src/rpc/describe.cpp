// Describes a row of the table in words for people.
#include "describe.hpp"

#include "sample.hpp"

#include <callbox/json.hpp>

#include <limits>
#include <utility>

namespace callbox::rpc {

namespace {

void append_choices(bytes& out, std::span<const std::string_view> names) {
    out.append("one of ");
    std::string_view before;
    for (const auto name : names) {
        out.append(std::exchange(before, ", "));
        writer(out).string(name);
    }
}

bool is_widest(const type& of) {
    constexpr auto widest = std::numeric_limits<std::int64_t>{};
    return of.low == widest.min() && of.high == static_cast<std::uint64_t>(widest.max());
}

void append(bytes& out, const type& of, bool exact) {
    using form = type::form;
    const auto append_parts = [&](std::string_view between) {
        std::string_view before;
        for (const type* part : of.parts) {
            out.append(std::exchange(before, between));
            append(out, *part, exact);
        }
    };
    if (!of.name.empty()) return out.append(of.name);
    switch (of.is) {
    case form::any: return out.append("any JSON");
    case form::null: return out.append("null");
    case form::boolean: return out.append("boolean");
    case form::integer:
        if (exact && !is_widest(of)) return append_range(out, of);
        return out.append("integer");
    case form::number: return out.append("number");
    case form::string: return out.append("string");
    case form::choice: return append_choices(out, of.names);
    case form::array:
        out.append("array of ");
        return append(out, *of.element, exact);
    case form::tuple:
        out.append('[');
        append_parts(", ");
        return out.append(']');
    case form::map:
        out.append("object of ");
        return append(out, *of.element, exact);
    case form::object: return out.append("object");
    case form::optional:
        append(out, *of.element, exact);
        return out.append(" or null");
    case form::either: return append_parts(" or ");
    }
}

}  // namespace

void append_type(bytes& out, const type& of) { append(out, of, false); }

void append_exact_type(bytes& out, const type& of) { append(out, of, true); }

void append_member(bytes& out, const member& of) {
    if (of.inside.what == bounds::on::nothing) return append_exact_type(out, *of.is);
    const bool nullable = of.is->is == type::form::optional;
    append_type(out, nullable ? *of.is->element : *of.is);
    append_bounds(out, of.inside);
    if (nullable) out.append(", or null");
}

void append_range(bytes& out, const type& of) {
    append_type(out, of);
    if (of.is != type::form::integer) return;
    out.append(" from ");
    writer(out).integer(of.low);
    out.append(" to ");
    writer(out).natural(of.high);
}

void append_bounds(bytes& out, const bounds& of) {
    if (of.what == bounds::on::nothing) return;
    if (of.what == bounds::on::value) {
        out.append(" from ");
        append_literal(out, of.least);
        out.append(" to ");
        append_literal(out, of.most);
        return;
    }
    out.append(" of ");
    if (of.count_least != of.count_most) {
        writer(out).natural(of.count_least);
        out.append(" to ");
    }
    append_count(out, of.what, of.count_most);
}

void append_count(bytes& out, bounds::on what, std::size_t count) {
    writer(out).natural(count);
    out.append(what == bounds::on::length ? " character" : " element");
    if (count != 1) out.append('s');
}

void append_literal(bytes& out, const literal& of) {
    writer to(out);
    write_literal(to, of);
}

void append_signature(bytes& out, const table& methods, const row& of) {
    out.append(of.name);
    out.append('(');
    std::size_t at = 0;
    for (const param& p : methods.params_of(of)) {
        if (at != 0) out.append(", ");
        if (at == of.by_position_count) out.append("*, ");
        out.append(p.name);
        out.append(": ");
        append_type(out, *p.is);
        if (p.fallback) {
            out.append(" = ");
            append_literal(out, *p.fallback);
        }
        ++at;
    }
    out.append(") -> ");
    append_type(out, *of.returns);
}

}  // namespace callbox::rpc
