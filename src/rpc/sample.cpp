// Writes values of the table as JSON. Their types are checked at compile time.
#include "sample.hpp"

#include "base/utf8.hpp"
#include "members.hpp"

#include <callbox/detail/checks.hpp>

namespace callbox::rpc {

namespace {

using detail::begins, detail::begins_with_null, detail::next, detail::positions;

// { {"name", value}, ... }
void write_map(writer& to, std::span<const token>& rest, const type& element) {
    to.begin_object();
    while (begins(rest, token_kind::open)) {
        next(rest);
        to.key(next(rest).scalar.string);
        write_sample(to, rest, element);
        next(rest);
    }
    to.end_object();
}

// Writes members in declaration order; the last ones may be missing. Omits a null that means the
// same as absence, as results do.
void write_object(writer& to, std::span<const token>& rest, std::span<const member> members) {
    to.begin_object();
    for (std::size_t i = 0; !begins(rest, token_kind::close); ++i) {
        if (!members[i].required && !members[i].has_default() && begins_with_null(rest)) {
            next(rest);
            continue;
        }
        to.key(members[i].name);
        write_sample(to, rest, *members[i].type);
    }
    to.end_object();
}

void write_array(writer& to, std::span<const token>& rest, const type& t) {
    to.begin_array();
    for (std::size_t i = 0; !begins(rest, token_kind::close); ++i) {
        const type* element = t.form == type_form::tuple   ? t.parts[i]
                              : t.form == type_form::array ? t.element
                                                          : &t;
        write_sample(to, rest, *element);
    }
    to.end_array();
}

// The minimum if there is one, else 1 or the maximum if that is less; `nth` counts up from there.
literal placeholder_number(const bounds& range, std::size_t nth) {
    literal first{.kind = kind::integer, .magnitude = 1};
    if (range.what == bounds::on::value && !range.open_least) first = range.least;
    else if (range.what == bounds::on::value && is_less(range.most, first)) first = range.most;
    if (nth == 0) return first;
    if (first.kind == kind::number)
        return {.kind = kind::number, .number = first.number + static_cast<double>(nth)};
    const std::uint64_t least = first.negative ? 0 - first.magnitude : first.magnitude;
    const std::uint64_t sum = least + nth;
    first.negative = first.negative && nth < first.magnitude;
    first.magnitude = first.negative ? 0 - sum : sum;
    return first;
}

// Text within the bounds. All but the first end with their number if it fits.
std::string placeholder_text(const bounds& range, std::string_view usual, std::size_t nth) {
    if (range.pattern != nullptr) return matching_text(range, nth);
    const std::string number = nth == 0 ? "" : std::to_string(nth + 1);
    const bool is_usual = range.what != bounds::on::length || range.open_least || range.open_most ||
                          nth != 0;
    std::string text = std::string(usual) + number;
    if (is_usual && range.has(text.size())) return text;
    text.assign(range.open_least ? range.count_most : range.count_least, 'x');
    if (text.size() >= number.size()) text.replace(text.size() - number.size(), text.npos, number);
    return text;
}

const bounds& bounds_in(const bounds* part) {
    static constexpr bounds none{};
    return part != nullptr ? *part : none;
}

std::string sample_key(const type& t, std::size_t nth) {
    if (t.form == type_form::integer) return std::to_string(nth + 1);
    if (!t.names.empty()) return std::string(t.names[nth % t.names.size()]);
    return std::string(t.sample);
}

void write_object_of(writer& to, const type& t, const bounds& range, std::size_t count) {
    to.begin_object();
    for (std::size_t i = 0; t.form == type_form::map && i < count; ++i) {
        if (t.key != nullptr) to.key(sample_key(*t.key, i));
        else if (range.keys != nullptr) to.key(placeholder_text(*range.keys, "name", i));
        else to.key("name" + std::to_string(i + 1));
        write_placeholder(to, *t.element, bounds_in(range.each));
    }
    for (const member& m : t.members) {
        if (!m.required) continue;
        to.key(m.name);
        write_placeholder(to, *m.type, m.constraints);
    }
    to.end_object();
}

// ------------------------------------------------------------------------------------- patterns

// Runs the automaton of a pattern forward, with a set of positions for each character, until one of
// them is accepting; then walks back and picks one position of each set.

constexpr std::size_t characters_max = 4096;

// The characters accepted at a position: the usual ones, or else one of the first interval.
std::vector<char32_t> characters_at(const automaton& pattern, std::size_t at) {
    constexpr std::string_view usual =
        "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::vector<char32_t> all;
    for (const char c : usual)
        if (pattern.taking(static_cast<unsigned char>(c)).has(at))
            all.push_back(static_cast<unsigned char>(c));
    for (const char32_t begin : pattern.begins)
        for (const char32_t c : {std::max<char32_t>(begin, ' '), begin})
            if (all.empty() && c <= 0x10ffff && pattern.taking(c).has(at)) all.push_back(c);
    return all;
}

std::size_t first_of(const positions& all) {
    std::size_t first = positions::max;
    all.for_each([&](std::size_t at) { first = std::min(first, at); });
    return first;
}

// One position for each character of the shortest match of at least `least` characters.
std::vector<std::size_t> way(const automaton& pattern, std::size_t least) {
    std::vector<positions> sets{pattern.first};
    while (sets.size() < least || !(sets.back() & pattern.last).any()) {
        if (!sets.back().any() || sets.size() == characters_max) return {};
        sets.push_back(pattern.after(sets.back()));
    }
    std::vector<std::size_t> back{first_of(sets.back() & pattern.last)};
    for (std::size_t i = sets.size() - 1; i > 0; --i) {
        positions before;
        sets[i - 1].for_each([&](std::size_t at) {
            if (pattern.follow[at].has(back.back())) before.add(at);
        });
        back.push_back(first_of(before));
    }
    std::ranges::reverse(back);
    return back;
}

}  // namespace

std::string matching_text(const bounds& range, std::size_t nth) {
    const automaton& pattern = *range.pattern;
    const std::size_t least = range.what == bounds::on::length ? range.count_least : 0;
    if (pattern.takes_nothing && least == 0 && nth == 0) return {};
    std::vector<std::size_t> found = way(pattern, least);
    if (found.empty()) found = way(pattern, 0);
    std::string text;
    for (const std::size_t at : found) {
        const auto all = characters_at(pattern, at);
        if (all.empty()) continue;
        char character[4];
        text.append(character, utf8::encode(all[nth % all.size()], character));
    }
    return text;
}

void write_literal(writer& to, const literal& l) {
    switch (l.kind) {
    case kind::boolean: return to.boolean(l.truth);
    case kind::integer:
        if (l.negative) return to.integer(static_cast<std::int64_t>(0 - l.magnitude));
        return to.natural(l.magnitude);
    case kind::number: return to.number(l.number);
    case kind::string: return to.string(l.string);
    default: return to.null();
    }
}

void write_default(writer& to, const member& m) {
    if (m.fallback) write_literal(to, *m.fallback);
    else m.made->write(to);
}

void write_sample(writer& to, std::span<const token>& rest, const type& t) {
    if (t.form == type_form::either)
        for (const type* part : t.parts)  // one of them matches
            if (auto attempt = rest; detail::takes_value(attempt, *part))
                return write_sample(to, rest, *part);
    if (t.form == type_form::optional && !begins_with_null(rest))
        return write_sample(to, rest, *t.element);
    if (!begins(rest, token_kind::open)) {
        const literal scalar = next(rest).scalar;
        if (t.form == type_form::number) return to.number(scalar.as_double());
        return write_literal(to, scalar);
    }
    next(rest);
    if (t.form == type_form::map) write_map(to, rest, *t.element);
    else if (t.form == type_form::object) write_object(to, rest, t.members);
    else write_array(to, rest, t);
    next(rest);
}

void write_placeholder(writer& to, const type& t, const bounds& range, std::size_t nth) {
    const std::size_t count = std::max<std::size_t>(range.count_least, t.size.count_least);
    switch (t.form) {
    case type_form::any:
    case type_form::null: return to.null();
    case type_form::boolean: return to.boolean(nth % 2 == 0);
    case type_form::integer:
    case type_form::number: return write_literal(to, placeholder_number(range, nth));
    case type_form::string:
        if (!t.sample.empty()) return to.string(t.sample);
        return to.string(placeholder_text(range, "text", nth));
    case type_form::choice:
        return to.string(t.names.empty() ? "" : t.names[nth % t.names.size()]);
    case type_form::optional: return write_placeholder(to, *t.element, range, nth);
    case type_form::either: return write_placeholder(to, *t.parts.front(), {}, nth);
    case type_form::array:
        to.begin_array();
        for (std::size_t i = 0; i < count; ++i)
            write_placeholder(to, *t.element, bounds_in(range.each),
                              range.unique || t.size.unique ? i : 0);
        return to.end_array();
    case type_form::tuple:
        to.begin_array();
        for (const type* part : t.parts) write_placeholder(to, *part, {}, nth);
        return to.end_array();
    case type_form::map:
    case type_form::object: return write_object_of(to, t, range, count);
    }
}

void write_arguments(writer& to, const example_call& e, std::span<const param> params,
                     bool by_name) {
    auto rest = e.params();
    next(rest);
    if (by_name) return write_object(to, rest, params);
    to.begin_array();
    for (std::size_t i = 0; !begins(rest, token_kind::close); ++i)
        write_sample(to, rest, *params[i].type);
    to.end_array();
}

void write_result(writer& to, const example_call& example, const type& t) {
    auto rest = example.result();
    write_sample(to, rest, t);
}

void write_request(writer& to, const table& methods, const row& r, const example_call* example) {
    const auto params = methods.params_of(r);
    const auto examples = methods.examples_of(r);
    if (example == nullptr && !examples.empty()) example = &examples.front();
    to.begin_object();
    write_member(to, "jsonrpc", "2.0");
    write_member(to, "id", 1);
    write_member(to, "method", r.name);
    if (example != nullptr && !params.empty()) {
        to.key("params");
        write_arguments(to, *example, params, r.by_position_count < r.params.count);
    } else if (example == nullptr && std::ranges::any_of(params, &param::required)) {
        to.key("params");
        write_placeholder(to, {.form = type_form::object, .members = params});
    }
    to.end_object();
}

void append_curl(bytes& out, const table& methods, const row& r, std::string_view url,
                 const example_call* example) {
    bytes request;
    writer to(request);
    write_request(to, methods, r, example);
    append(out, {r.is_event() ? "curl -N -H 'Accept: text/event-stream' " : "curl ",
                 "-H 'Content-Type: application/json' ", url, " -d "});
    append_quoted(out, whole(request));
}

// Between single quotes, only the single quote itself is special to a shell.
void append_quoted(bytes& out, std::string_view word) {
    out.append('\'');
    for (const char c : word) {
        if (c == '\'') out.append("'\\''");
        else out.append(c);
    }
    out.append('\'');
}

}  // namespace callbox::rpc
