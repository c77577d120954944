#include "describe.hpp"

#include "base/fixed_text.hpp"
#include "members.hpp"
#include "sample.hpp"

namespace callbox::rpc {

namespace {

// Appends each of them, with a text between two.
void append_each(bytes& out, const auto& all, std::string_view between, auto append_one) {
    std::string_view before;
    for (const auto& each : all) {
        out.append(std::exchange(before, between));
        append_one(each);
    }
}

// Bounds and pattern, then those of elements and names: ", each of 1 to 40 characters".
void append_constraints(bytes& out, const bounds& b) {
    append_bounds(out, b);
    append_pattern(out, b);
    if (b.unique) out.append(", all different");
    if (b.keys != nullptr) {
        out.append(", names");
        append_bounds(out, *b.keys);
        append_pattern(out, *b.keys, " that match ");
    }
    if (b.each != nullptr) {
        out.append(", each");
        append_constraints(out, *b.each);
    }
}

}  // namespace

void append_type(bytes& out, const type& t, ranges with, const type_namer& namer) {
    const auto append_part = [&](const type* part) { append_type(out, *part, with, namer); };
    if (namer && namer(out, t)) return;
    if (!t.name.empty()) return out.append(t.name);
    switch (t.form) {
    case type_form::any: return out.append("any JSON");
    case type_form::null: return out.append("null");
    case type_form::boolean: return out.append("boolean");
    case type_form::integer:
        if (with == ranges::none || (t.low == INT64_MIN && t.high == INT64_MAX))
            return out.append("integer");
        if (with == ranges::short_ends && t.low == 0 && t.high == UINT64_MAX)
            return out.append("integer of at least 0");
        return append_range(out, t);
    case type_form::number: return out.append("number");
    case type_form::string: return out.append(t.format.empty() ? "string" : t.format);
    case type_form::choice:
        if (!t.tag.empty() && t.names.size() == 1) return writer(out).string(t.names.front());
        out.append("one of ");
        return append_each(out, t.names, ", ", [&](auto name) { writer(out).string(name); });
    case type_form::array:
        out.append("array of ");
        return append_type(out, *t.element, with, namer);
    case type_form::tuple:
        out.append('[');
        append_each(out, t.parts, ", ", append_part);
        return out.append(']');
    case type_form::map:
        out.append("object of ");
        return append_type(out, *t.element, with, namer);
    case type_form::object: return out.append("object");
    case type_form::optional:
        append_type(out, *t.element, with, namer);
        return out.append(" or null");
    case type_form::either: return append_each(out, t.parts, " or ", append_part);
    }
}

void append_member(bytes& out, const member& m, const type_namer& namer) {
    if (m.constraints.what == bounds::on::nothing)
        return append_type(out, *m.type, ranges::short_ends, namer);
    const bool nullable = m.type->form == type_form::optional;
    append_type(out, nullable ? *m.type->element : *m.type, ranges::none, namer);
    append_constraints(out, m.constraints);
    if (nullable) out.append(", or null");
}

void append_range(bytes& out, const type& t) {
    append_type(out, t);
    if (t.form == type_form::integer)
        append(out, {" from ", digits(t.low), " to ", digits(t.high)});
}

void append_bounds(bytes& out, const bounds& b) {
    if (b.what == bounds::on::nothing || b.what == bounds::on::parts) return;
    const bool is_value = b.what == bounds::on::value;
    const bool has_ends = !b.open_least && !b.open_most;
    const auto append_end = [&](const numeral& number, std::size_t count) {
        if (is_value) append_literal(out, number);
        else append_count(out, b.what, count);
    };
    out.append(is_value && has_ends ? " from " : " of ");
    if (b.open_most) {
        out.append("at least ");
        return append_end(b.least, b.count_least);
    }
    if (b.open_least) {
        out.append("at most ");
    } else if (is_value || b.count_least != b.count_most) {
        if (is_value) append_literal(out, b.least);
        else writer(out).natural(b.count_least);
        out.append(" to ");
    }
    append_end(b.most, b.count_most);
}

void append_pattern(bytes& out, const bounds& b, std::string_view verb) {
    if (b.pattern != nullptr) append(out, {verb, b.pattern->text});
}

void append_count(bytes& out, bounds::on what, std::size_t count) {
    append(out, {digits(count), what == bounds::on::length ? " character" : " element",
                 count == 1 ? "" : "s"});
}

void append_literal(bytes& out, const literal& l) {
    writer to(out);
    write_literal(to, l);
}

void append_default(bytes& out, const member& m) {
    writer to(out);
    write_default(to, m);
}

void append_signature(bytes& out, const table& methods, const row& r, std::string_view keyword_mark,
                      const type_namer& namer) {
    append(out, {r.name, "("});
    std::size_t at = 0;
    for (const param& p : methods.params_of(r)) {
        if (at != 0) out.append(", ");
        if (at == r.by_position_count) out.append(keyword_mark);
        append(out, {p.name, ": "});
        append_type(out, *p.type, ranges::none, namer);
        if (p.has_default()) {
            out.append(" = ");
            append_default(out, p);
        }
        ++at;
    }
    out.append(r.is_event() ? ") -> events of " : ") -> ");
    append_type(out, r.is_event() ? *r.event.payload : *r.returns, ranges::none, namer);
}

void append_delivery(bytes& out, const event_row& e) {
    constexpr std::string_view when_full[] = {
        "A subscription ends if its client reads too slowly.",
        "A client that reads too slowly misses the oldest events.",
        "Only the newest event waits for a client that reads too slowly."};
    if (e.keeps != 0) append(out, {"Retained events: ", digits(e.keeps), ". "});
    out.append(when_full[static_cast<std::size_t>(e.when_full)]);
}

}  // namespace callbox::rpc
