// Objects come in with what is known of their members; the node of each, and faults, go out. Both
// params by name and structs are read by it.
#include <callbox/type.hpp>

#include <algorithm>
#include <cassert>

namespace callbox {

bool find_members(value object, std::span<const member> known, std::span<std::uint32_t> nodes,
                  faults& bad) {
    assert(nodes.size() >= known.size());
    bool right = true;
    for (const auto each : object.members()) {
        const auto name = each.name.text();
        const auto at = std::find_if(known.begin(), known.end(),
                                     [&](const member& m) { return m.name == name; });
        if (at == known.end()) {
            right = bad.add({.is = fault::what::unexpected, .at = each.name.index(),
                             .known = known});
            continue;
        }
        auto& node = nodes[static_cast<std::size_t>(at - known.begin())];
        if (node != 0) right = bad.add({.is = fault::what::twice, .at = each.name.index()});
        node = each.is.index();
    }
    return right;
}

bool find_missing(std::uint32_t at, std::span<const member> known,
                  std::span<const std::uint32_t> nodes, faults& bad) {
    bool right = true;
    for (std::size_t i = 0; i < known.size(); ++i)
        if (known[i].required && nodes[i] == 0)
            right = bad.add({.is = fault::what::missing, .at = at, .wanted = known[i].is,
                             .name = known[i].name});
    return right;
}

namespace {

literal number_of(value given) {
    literal number{.is = kind::integer};
    if (given.is(kind::integer)) {
        if (const auto natural = given.as_uint64()) {
            number.magnitude = *natural;
            return number;
        }
        if (const auto whole = given.as_int64()) {
            number.negative = true;
            number.magnitude = 0 - static_cast<std::uint64_t>(*whole);
            return number;
        }
    }
    number.is = kind::number;
    number.number = given.as_double().value_or(0);
    return number;
}

std::size_t elements_of(value given) {
    std::size_t count = 0;
    if (given.is(kind::array))
        for ([[maybe_unused]] const value each : given.items()) ++count;
    else
        for ([[maybe_unused]] const auto each : given.members()) ++count;
    return count;
}

}  // namespace

bool is_inside(const bounds& of, value given, std::size_t& got) {
    const bool number = given.is(kind::integer) || given.is(kind::number);
    switch (of.what) {
    case bounds::on::nothing: return true;
    case bounds::on::value: return !number || of.has(number_of(given));
    case bounds::on::length:
        if (!given.is(kind::string)) return true;
        got = characters_of(given.text());
        return of.has(got);
    case bounds::on::size: break;
    }
    if (!given.is(kind::array) && !given.is(kind::object)) return true;
    got = elements_of(given);
    return of.has(got);
}

}  // namespace callbox
