// Checks strings against patterns, and elements and names of arrays and objects against their
// bounds.
#include <callbox/type.hpp>

#include <algorithm>
#include <cmath>
#include <compare>

namespace callbox {

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

std::size_t index_in(value list, const node* wanted) {
    std::size_t index = 0;
    for (const value item : list.items()) {
        if (&item.as_node() == wanted) break;
        ++index;
    }
    return index;
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
    const node* first = nullptr;    // the first element, in list order, that repeats another
    const node* repeats = nullptr;  // the first occurrence of that value
    const node* alike = nullptr;    // the first of the current run of equal elements
    for (std::size_t i = 0; i < count; ++i) {
        const bool is_alike = i != 0 && compare(sorted[i - 1], sorted[i]) == 0;
        if (!is_alike) alike = sorted[i];
        if (!is_alike || (first != nullptr && first < sorted[i])) continue;
        first = sorted[i];
        repeats = alike;
    }
    if (first == nullptr) return true;
    return add({.kind = violation_kind::repeated,
                .at = list.index() + static_cast<std::uint32_t>(first - &list.as_node()),
                .wanted = &wanted, .got = index_in(list, repeats)});
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
