// Finds the path to a node, and the alternatives of tagged unions on it.
#include "step.hpp"

#include <algorithm>

namespace callbox::rpc {

namespace {

// The alternative of a variant that a value belongs to; null if there is none.
const type* part_of(const type& variant, value given) {
    if (variant.tag.empty()) {
        const auto bit = static_cast<unsigned>(given.type());
        for (const type* part : variant.parts)
            if ((detail::kinds_of(*part) >> bit & 1u) != 0) return part;
        return nullptr;
    }
    const auto tag = given.find(variant.tag);
    if (!tag || !tag->is(kind::string)) return nullptr;
    const std::string_view name = tag->text();
    for (const type* part : variant.parts)
        if (part->members.front().type->names.front() == name) return part;
    return nullptr;
}

// The type of the value that a step leads to; null if `t` does not determine it.
const type* type_after(const type& t, const step& way) {
    if (t.form == type_form::array || t.form == type_form::map) return t.element;
    if (t.form == type_form::tuple)
        return way.index < t.parts.size() ? t.parts[way.index] : nullptr;
    const auto at = std::ranges::find(t.members, way.name, &member::name);
    return at == t.members.end() ? nullptr : at->type;
}

}  // namespace

step step_to(std::uint32_t node, value container) {
    if (container.is(kind::object)) {
        for (const auto member : container.members()) {
            if (member.name.index() == node) return {.name = member.name.text(), .at = node};
            if (member.value.holds(node))
                return {.name = member.name.text(), .at = member.value.index()};
        }
    } else {
        std::size_t index = 0;
        for (const value item : container.items()) {
            if (item.holds(node)) return {.index = index, .at = item.index()};
            ++index;
        }
    }
    return {.at = node};  // unreachable: a member or an item holds it
}

std::string_view alternative_of(std::uint32_t node, document& text, std::uint32_t from,
                                const type& t) {
    std::string_view innermost;
    const type* here = &t;
    while (here != nullptr) {
        const value at(text, from);
        if (here->form == type_form::optional) {
            here = here->element;
        } else if (here->form == type_form::either) {
            const type* const part = part_of(*here, at);
            if (part != nullptr && !here->tag.empty())
                innermost = part->members.front().type->names.front();
            here = part;
        } else if (from == node || !at.holds(node)) {
            break;
        } else {
            const step way = step_to(node, at);
            here = type_after(*here, way);
            from = way.at;
        }
    }
    return innermost;
}

}  // namespace callbox::rpc
