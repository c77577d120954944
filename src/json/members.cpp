// Maps the members of an object to parameters or struct members, checks values against bounds, and
// reports violations.
#include <callbox/one_of.hpp>

#include <cmath>
#include <compare>

namespace callbox {

bool find_members(value object, std::span<const member> known, std::span<node*> nodes,
                  violations& bad, bool ignores_others) {
    assert(nodes.size() >= known.size());
    ignores_others |= bad.ignores_unknown_members();
    bool right = true;
    for (const auto each : object.members()) {
        const auto name = each.name.text();
        const auto at = std::ranges::find(known, name, &member::name);
        if (at == known.end() && ignores_others) continue;
        if (at == known.end()) {
            right = bad.add({.kind = violation_kind::unexpected, .at = each.name.index(),
                             .known = known});
            continue;
        }
        auto& node = nodes[static_cast<std::size_t>(at - known.begin())];
        if (node != nullptr)
            right = bad.add({.kind = violation_kind::twice, .at = each.name.index()});
        node = &each.value.as_node();
    }
    return right;
}

bool find_missing(std::uint32_t at, std::span<const member> known, std::span<node* const> nodes,
                  violations& bad) {
    bool right = true;
    for (std::size_t i = 0; i < known.size(); ++i)
        if (known[i].required && nodes[i] == nullptr)
            right = bad.add({.kind = violation_kind::missing, .at = at, .wanted = known[i].type,
                             .name = known[i].name});
    return right;
}

std::size_t find_alternative(value object, const type& tagged_union, const type& tag,
                             violations& bad) {
    const auto given = object.find(tagged_union.tag);
    if (!given) {
        bad.add({.kind = violation_kind::missing, .at = object.index(), .wanted = &tag,
                 .name = tagged_union.tag});
        return tag.names.size();
    }
    const auto at = given->is(kind::string) ? std::ranges::find(tag.names, given->text())
                                            : tag.names.end();
    if (at == tag.names.end()) bad.wrong_type(*given, tag);
    return static_cast<std::size_t>(at - tag.names.begin());
}

bool violations::wrong_type(value at, const type& wanted) {
    return add({.kind = violation_kind::wrong_type, .at = at.index(), .wanted = &wanted});
}

// Reports nothing for a value already reported as out of bounds.
bool violations::out_of_range(value at, const type& wanted) {
    for (const violation& f : all())
        if (f.kind == violation_kind::out_of_bounds && f.at == at.index()) return false;
    return add({.kind = violation_kind::out_of_range, .at = at.index(), .wanted = &wanted});
}

bool violations::refuse(value at, const type& wanted, std::string_view why) {
    return add({.kind = violation_kind::refused, .at = at.index(), .wanted = &wanted, .name = why});
}

bool violations::check_inside(value at, const type& wanted, const bounds& range) {
    if (wanted.form == type_form::optional) return check_inside(at, *wanted.element, range);
    std::size_t got = 0;
    if (wanted.form == type_form::integer && !at.is(kind::integer)) return true;
    if (is_inside(range, at, got)) return check_parts(at, wanted, range);
    return add({.kind = violation_kind::out_of_bounds, .at = at.index(), .wanted = &wanted,
                .constraints = &range, .got = got});
}

bool violations::add(const violation& found) {
    if (count_ < all_.size()) all_[count_++] = found;
    return false;
}

std::optional<literal> literal_of(value number) {
    if (number.is(kind::integer)) {
        if (const auto natural = number.as_uint64())
            return literal{.kind = kind::integer, .magnitude = *natural};
        if (const auto whole = number.as_int64())
            return literal{.kind = kind::integer, .negative = true,
                           .magnitude = 0 - static_cast<std::uint64_t>(*whole)};
    }
    const auto finite = number.as_double();
    if (!finite) return std::nullopt;
    return literal{.kind = kind::number, .number = *finite};
}

bool is_inside(const bounds& b, value given, std::size_t& got) {
    const bool number = given.is(kind::integer) || given.is(kind::number);
    switch (b.what) {
    case bounds::on::nothing:
    case bounds::on::parts: return true;
    case bounds::on::value:
        return !number || b.has(literal_of(given).value_or(literal{.kind = kind::number}));
    case bounds::on::length:
        if (!given.is(kind::string)) return true;
        got = characters_of(given.text());
        return b.has(got);
    case bounds::on::size: break;
    }
    if (!given.is(kind::array) && !given.is(kind::object)) return true;
    got = given.is(kind::array) ? given.items().size() : given.members().size();
    return b.has(got);
}

namespace {

constexpr type name_type{.form = type_form::string, .name = "name"};

// Numbers with a zero fraction become integers; numbers beyond 64 bits stay doubles.
literal normal(value number) {
    constexpr double least = -0x1p63, beyond = 0x1p64;
    const literal given = literal_of(number).value_or(literal{.kind = kind::number});
    const double v = given.number;
    if (given.kind == kind::integer || v != std::floor(v) || v < least || v >= beyond) return given;
    return {.kind = kind::integer, .negative = v < 0,
            .magnitude = static_cast<std::uint64_t>(std::fabs(v))};
}

std::weak_ordering order(value a, value b);

std::weak_ordering order_of_numbers(value a, value b) {
    const literal x = normal(a), y = normal(b);
    if (is_less(x, y)) return std::weak_ordering::less;
    if (is_less(y, x)) return std::weak_ordering::greater;
    return (x.kind == kind::number) <=> (y.kind == kind::number);
}

std::weak_ordering order_of_arrays(value a, value b) {
    auto x = a.items(), y = b.items();
    for (; !x.empty() && !y.empty(); ++x.first, ++y.first)
        if (const auto differ = order(*x.first, *y.first); differ != 0) return differ;
    return y.empty() <=> x.empty();
}

// A total order of JSON values in which equal values are equivalent. Objects, which lists with
// unique elements do not accept, are equivalent only to themselves.
std::weak_ordering order(value a, value b) {
    const auto rank = [](value v) { return v.is(kind::integer) ? kind::number : v.type(); };
    if (rank(a) != rank(b)) return rank(a) <=> rank(b);
    switch (rank(a)) {
    case kind::null: return std::weak_ordering::equivalent;
    case kind::boolean: return a.truth() <=> b.truth();
    case kind::integer:
    case kind::number: return order_of_numbers(a, b);
    case kind::string: return a.text() <=> b.text();
    case kind::array: return order_of_arrays(a, b);
    case kind::object: break;
    }
    return a.index() <=> b.index();
}

}  // namespace

// Sorts the elements: n log n comparisons for any list of n elements.
bool violations::check_unique(value list, const type& wanted) {
    const std::size_t count = list.items().size();
    node** const sorted = list.scratch().make<node*>(count);
    std::size_t filled = 0;
    for (const value item : list.items()) sorted[filled++] = &item.as_node();
    const auto compare = [&](node* a, node* b) {
        return order(list.elsewhere(*a), list.elsewhere(*b));
    };
    std::sort(sorted, sorted + count, [&](node* a, node* b) {
        const auto differ = compare(a, b);
        return differ != 0 ? differ < 0 : a < b;
    });
    // The first element in the order of the list that repeats the one before it; 0: none.
    std::size_t first = 0;
    for (std::size_t i = 1; i < count; ++i)
        if (compare(sorted[i - 1], sorted[i]) == 0 && (first == 0 || sorted[i] < sorted[first]))
            first = i;
    if (first == 0) return true;
    std::size_t index = 0;
    for (auto at = list.items().begin(); &(*at).as_node() != sorted[first - 1]; ++at) ++index;
    return add({.kind = violation_kind::repeated, .at = list.elsewhere(*sorted[first]).index(),
                .wanted = &wanted, .got = index});
}

bool violations::check_parts(value at, const type& wanted, const bounds& range) {
    if (range.pattern != nullptr && at.is(kind::string) && !range.pattern->matches(at.text()))
        return add({.kind = violation_kind::unmatched, .at = at.index(), .wanted = &wanted,
                    .constraints = &range});
    bool right = true;
    if (at.is(kind::array) && wanted.form == type_form::array) {
        if (range.each != nullptr)
            for (const value item : at.items()) right &= check(item, *wanted.element, *range.each);
        if (range.unique) right &= check_unique(at, wanted);
    }
    if (at.is(kind::object) && wanted.form == type_form::map)
        for (const value::member m : at.members()) {
            if (range.keys != nullptr) right &= check(m.name, name_type, *range.keys);
            if (range.each != nullptr) right &= check(m.value, *wanted.element, *range.each);
        }
    return right;
}

}  // namespace callbox
