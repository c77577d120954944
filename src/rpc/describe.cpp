// A row of the table comes in, words for people go out.
#include "describe.hpp"

#include <callbox/json.hpp>

#include <limits>

namespace callbox::rpc {

namespace {

void append_choices(bytes& out, std::span<const std::string_view> names) {
    out.append("one of ");
    bool first = true;
    for (const auto name : names) {
        if (!first) out.append(", ");
        first = false;
        writer(out).string(name);
    }
}

bool is_widest(const type& of) {
    constexpr auto widest = std::numeric_limits<std::int64_t>{};
    return of.low == widest.min() && of.high == static_cast<std::uint64_t>(widest.max());
}

void append(bytes& out, const type& of, bool exact) {
    using form = type::form;
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
        case form::optional:
            append(out, *of.element, exact);
            return out.append(" or null");
    }
}

void append_param(bytes& out, const param& p) {
    out.append(p.name);
    out.append(": ");
    append_type(out, *p.is);
    if (p.fallback) {
        out.append(" = ");
        append_literal(out, *p.fallback);
    }
}

}  // namespace

void append_type(bytes& out, const type& of) { append(out, of, false); }

void append_exact_type(bytes& out, const type& of) { append(out, of, true); }

void append_range(bytes& out, const type& of) {
    append_type(out, of);
    if (of.is != type::form::integer) return;
    out.append(" from ");
    writer(out).integer(of.low);
    out.append(" to ");
    writer(out).natural(of.high);
}

void append_literal(bytes& out, const literal& of) {
    writer to(out);
    switch (of.is) {
        case kind::boolean: return to.boolean(of.truth);
        case kind::integer:
            if (of.negative) return to.integer(static_cast<std::int64_t>(0 - of.magnitude));
            return to.natural(of.magnitude);
        case kind::number: return to.number(of.number);
        case kind::string: return to.string(of.string);
        default: return to.null();
    }
}

void append_signature(bytes& out, const table& methods, const row& of) {
    out.append(of.name);
    out.append('(');
    std::size_t at = 0;
    for (const param& p : methods.params_of(of)) {
        if (at != 0) out.append(", ");
        if (at == of.by_position_count) out.append("*, ");
        append_param(out, p);
        ++at;
    }
    out.append(") -> ");
    if (of.returns == nullptr) out.append("null");
    else append_type(out, *of.returns);
}

}  // namespace callbox::rpc
