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

bool is_widest(const type& t) {
    constexpr auto widest = std::numeric_limits<std::int64_t>{};
    return t.low == widest.min() && t.high == static_cast<std::uint64_t>(widest.max());
}

void append(bytes& out, const type& t, bool exact) {
    using form = type::form;
    const auto append_parts = [&](std::string_view between) {
        std::string_view before;
        for (const type* part : t.parts) {
            out.append(std::exchange(before, between));
            append(out, *part, exact);
        }
    };
    if (!t.name.empty()) return out.append(t.name);
    switch (t.is) {
    case form::any: return out.append("any JSON");
    case form::null: return out.append("null");
    case form::boolean: return out.append("boolean");
    case form::integer:
        if (exact && !is_widest(t)) return append_range(out, t);
        return out.append("integer");
    case form::number: return out.append("number");
    case form::string: return out.append("string");
    case form::choice: return append_choices(out, t.names);
    case form::array:
        out.append("array of ");
        return append(out, *t.element, exact);
    case form::tuple:
        out.append('[');
        append_parts(", ");
        return out.append(']');
    case form::map:
        out.append("object of ");
        return append(out, *t.element, exact);
    case form::object: return out.append("object");
    case form::optional:
        append(out, *t.element, exact);
        return out.append(" or null");
    case form::either: return append_parts(" or ");
    }
}

}  // namespace

void append_type(bytes& out, const type& t) { append(out, t, false); }

void append_exact_type(bytes& out, const type& t) { append(out, t, true); }

void append_member(bytes& out, const member& m) {
    if (m.inside.what == bounds::on::nothing) return append_exact_type(out, *m.is);
    const bool nullable = m.is->is == type::form::optional;
    append_type(out, nullable ? *m.is->element : *m.is);
    append_bounds(out, m.inside);
    if (nullable) out.append(", or null");
}

void append_range(bytes& out, const type& t) {
    append_type(out, t);
    if (t.is != type::form::integer) return;
    out.append(" from ");
    writer(out).integer(t.low);
    out.append(" to ");
    writer(out).natural(t.high);
}

void append_bounds(bytes& out, const bounds& b) {
    if (b.what == bounds::on::nothing) return;
    if (b.what == bounds::on::value) {
        out.append(" from ");
        append_literal(out, b.least);
        out.append(" to ");
        append_literal(out, b.most);
        return;
    }
    out.append(" of ");
    if (b.count_least != b.count_most) {
        writer(out).natural(b.count_least);
        out.append(" to ");
    }
    append_count(out, b.what, b.count_most);
}

void append_count(bytes& out, bounds::on what, std::size_t count) {
    writer(out).natural(count);
    out.append(what == bounds::on::length ? " character" : " element");
    if (count != 1) out.append('s');
}

void append_literal(bytes& out, const literal& l) {
    writer to(out);
    write_literal(to, l);
}

void append_signature(bytes& out, const table& methods, const row& r) {
    out.append(r.name);
    out.append('(');
    std::size_t at = 0;
    for (const param& p : methods.params_of(r)) {
        if (at != 0) out.append(", ");
        if (at == r.by_position_count) out.append("*, ");
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
    append_type(out, *r.returns);
}

}  // namespace callbox::rpc
