// Maps the members of an object to parameters or struct members, and reports violations.
#include <callbox/one_of.hpp>

#include <algorithm>
#include <cassert>

namespace callbox {

bool find_members(value object, std::span<const member> known, std::span<node*> nodes,
                  violations& bad) {
    assert(nodes.size() >= known.size());
    bool right = true;
    for (const auto each : object.members()) {
        const auto name = each.name.text();
        const auto at = std::ranges::find(known, name, &member::name);
        if (at == known.end() && bad.ignores_unknown_members()) continue;
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

}  // namespace callbox
