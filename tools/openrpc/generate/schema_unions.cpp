// Reads unions from "oneOf", "anyOf" and lists of types, and finds their discriminators.
#include "schema_types.hpp"

#include <algorithm>
#include <utility>

namespace callbox::openrpc::generate {

namespace {

constexpr std::size_t tag_candidates_max = 8;  // members that may be the tag of a union

// Whether it is an object with a required member of that name, which is one text. A schema may have
// properties and yet another type.
bool has_tag(const type& part, const std::string& tag) {
    const auto at = std::ranges::find(part.members, tag, &member::name);
    return part.form == form::object && at != part.members.end() && at->required &&
           at->schema->values.size() == 1 && at->schema->values[0].kind == kind::string;
}

}  // namespace

void schema_types::fill_one_of(type& out, value schema, const std::vector<value>& alternatives,
                               const place& where) {
    std::vector<const type*> parts;
    out.tag = tag_of(schema, alternatives);
    for (const value each : alternatives) {
        const std::string number = std::to_string(parts.size() + 1);
        parts.push_back(read(each, below(where, number)));
    }
    fill_either(out, parts);
    if (out.form != form::either) out.tag.clear();
}

// Drops duplicates and flattens unions without a name.
void schema_types::fill_either(type& out, const std::vector<const type*>& parts) {
    std::set<const type*> there;
    std::set<std::pair<form, std::string_view>> plain;
    const auto add = [&](const type* part) {
        const bool is_plain = part->form < form::choice;
        const bool is_new = is_plain ? plain.emplace(part->form, part->format).second
                                     : there.insert(part).second;
        if (is_new) out.parts.push_back(part);
    };
    for (const type* part : parts) {
        const bool is_open = std::ranges::find(open_, part) != open_.end();
        if (part->form == form::either && !part->has_name() && !is_open)
            std::ranges::for_each(part->parts, add);
        else add(part);
    }
    const auto has_form = [](form wanted) {
        return [wanted](const type* t) { return t->form == wanted && !t->has_name(); };
    };
    const bool has_any = std::ranges::any_of(out.parts, has_form(form::any));
    out.form = has_any || out.parts.empty() ? form::any : form::either;
    if (out.form == form::either && std::ranges::all_of(out.parts, has_form(form::choice))) {
        std::set<scalar> seen;
        out.form = form::choice;
        for (const type* part : out.parts)
            for (const scalar& each : part->values)
                if (seen.insert(each).second) out.values.push_back(each);
    }
    if (out.form != form::either) out.parts.clear();
}

std::optional<std::string> schema_types::only_text(value schema) {
    const auto found = follow(schema);
    if (!found) return std::nullopt;
    auto only = found->find("const");
    if (const auto values = list_of(*found, "enum"); values && !only && values->size() == 1)
        only = values->front();
    if (!only || !only->is(kind::string) || only->text().size() > value_bytes_max)
        return std::nullopt;
    return std::string(only->text());
}

// The one possible value of a required string member of an object.
std::optional<std::string> schema_types::tag_value(value alternative, std::string_view name) {
    const auto found = follow(alternative);
    const auto all = found ? in_.member(*found, "properties") : std::nullopt;
    const auto required = found ? list_of(*found, "required") : std::nullopt;
    const auto member = all ? in_.member(*all, name) : std::nullopt;
    if (!member || !required) return std::nullopt;
    const bool is_required = std::ranges::any_of(
        *required, [&](value each) { return each.is(kind::string) && each.text() == name; });
    return is_required ? only_text(*member) : std::nullopt;
}

// The discriminator of the alternatives; empty if they have none.
std::string schema_types::tag_of(value schema, const std::vector<value>& alternatives) {
    std::vector<std::string> names;
    if (const auto by = schema.find("discriminator"))
        names.emplace_back(text_of(*by, "propertyName"));
    const auto first = follow(alternatives.front());
    if (const auto all = first ? first->find("properties") : std::nullopt)
        if (all->is(kind::object))
            for (const value::member m : all->members())
                if (names.size() < tag_candidates_max && only_text(m.value))
                    names.emplace_back(m.name.text());
    const auto differs = [&](const std::string& name) {
        std::set<std::string> values;
        return std::ranges::all_of(alternatives, [&](value each) {
            const auto tag = tag_value(each, name);
            return tag && values.insert(*tag).second;
        });
    };
    const auto found = std::ranges::find_if(names, differs);
    return found == names.end() ? std::string() : *found;
}

void schema_types::finish() {
    std::map<const type*, std::string> tags;
    for (type& each : out_.types) {
        if (each.tag.empty()) continue;
        const auto has_its_tag = [&](const type* part) { return has_tag(*part, each.tag); };
        if (!std::ranges::all_of(each.parts, has_its_tag)) each.tag.clear();
        else
            for (const type* part : each.parts) tags.emplace(part, each.tag);
    }
    for (type& each : out_.types) {
        const auto tag = tags.find(&each);
        if (tag == tags.end()) continue;
        const auto at = std::ranges::find(each.members, tag->second, &member::name);
        if (at != each.members.end()) std::rotate(each.members.begin(), at, at + 1);
    }
}

}  // namespace callbox::openrpc::generate
