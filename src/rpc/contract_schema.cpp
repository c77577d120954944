// Reads a schema as callbox writes it (a small part of JSON Schema, draft 7) into shapes.
#include "contract_schema.hpp"

#include <algorithm>

namespace callbox::rpc::contract {

namespace {

constexpr std::string_view components_path = "#/components/schemas/";

void add_kind(std::vector<kind>& to, std::string_view name, examiner& by) {
    for (const kind each : kinds)
        if (name_of(each) == name) return to.push_back(each);
    if (name == name_of(kind::integer)) return to.push_back(kind::integer);
    by.complain("there is no \"type\" " + in_quotes(name));
}

std::vector<kind> kinds_of(value schema, examiner& by) {
    const auto named = schema.find("type");
    if (!named) return {kinds.begin(), kinds.end()};
    std::vector<kind> all;
    if (named->is(kind::string)) add_kind(all, named->text(), by);
    else
        for (const value each : by.list(schema, "type", kind::string))
            add_kind(all, each.text(), by);
    return all;
}

std::optional<literal> read_number(value schema, std::string_view keyword, examiner& by) {
    auto found = schema.find(keyword);
    if (found && !found->is(kind::integer)) found = by.find(schema, keyword, kind::number);
    if (!found) return std::nullopt;
    const auto number = literal_of(*found);
    if (!number) by.complain(in_quotes(keyword) + " is beyond all numbers");
    return number;
}

}  // namespace

schema_reader::schema_reader(std::deque<schema>& all, examiner& by) : all_(all), by_(by) {
    nothing_ = &all_.emplace_back();
    schema& any = all_.emplace_back();
    for (const kind each : kinds) any.shapes.push_back({.is = each, .rest = &any});
    any_ = &any;
}

// Makes room for all before it reads the first: each may refer to any.
void schema_reader::read_components(value schemas) {
    for (const value::member m : schemas.members())
        components_.emplace(m.name.text(), &all_.emplace_back());
    for (const value::member m : schemas.members()) {
        by_.place = "schema " + in_quotes(m.name.text()) + ": ";
        components_.at(m.name.text())->alternatives = {read(m.is)};
    }
    by_.place.clear();
}

const schema* schema_reader::read(value of) {
    if (of.is(kind::boolean)) return of.truth() ? any_ : nothing_;
    schema& made = all_.emplace_back();
    if (of.is(kind::object)) fill(made, of);
    else by_.complain("a schema is of type " + std::string(name_of(of.type())));
    return &made;
}

void schema_reader::fill(schema& into, value of) {
    into.doc = by_.text(of, "description");
    if (const auto fallback = of.find("default")) into.fallback = canonical(*fallback);
    if (const auto reference = by_.find(of, "$ref", kind::string)) {
        into.alternatives.push_back(named(reference->text()));
        return;
    }
    for (const std::string_view keyword : {"allOf", "anyOf", "oneOf"}) {
        const auto several = by_.find(of, keyword, kind::array);
        if (!several) continue;
        for (const value each : several->items()) into.alternatives.push_back(read(each));
        if (into.alternatives.empty() || (keyword == "allOf" && into.alternatives.size() != 1))
            by_.complain(in_quotes(keyword) + " with " +
                         std::to_string(into.alternatives.size()) + " schemas can't be compared");
        return;
    }
    for (const kind each : kinds_of(of, by_)) into.shapes.push_back(read_shape(of, each));
    std::erase_if(into.shapes, [](const shape& s) { return s.values && s.values->empty(); });
}

shape schema_reader::read_shape(value of, kind is) {
    shape made{.is = is, .rest = any_};
    read_values(made, of);
    const auto count = [&](std::string_view least, std::string_view most) {
        made.count_least = by_.count(of, least, 0);
        made.count_most = by_.count(of, most, SIZE_MAX);
    };
    if (is == kind::integer || is == kind::number) {
        made.least = read_number(of, "minimum", by_);
        made.most = read_number(of, "maximum", by_);
    }
    if (is == kind::string) count("minLength", "maxLength");
    if (is == kind::array) {
        count("minItems", "maxItems");
        read_items(made, of);
    }
    if (is == kind::object) {
        count("minProperties", "maxProperties");
        read_properties(made, of);
    }
    return made;
}

// Reads those values of "enum" that are of the shape's kind.
void schema_reader::read_values(shape& into, value of) {
    const auto all = by_.find(of, "enum", kind::array);
    if (!all) return;
    into.values.emplace();
    for (const value each : all->items()) {
        const bool integer_for_number = into.is == kind::number && each.is(kind::integer);
        if (each.is(into.is) || integer_for_number) into.values->push_back(canonical(each));
    }
}

// "items" is one schema for all, or a list for the first; "additionalItems" is for the others.
void schema_reader::read_items(shape& into, value of) {
    const auto items = of.find("items");
    if (!items) return;
    if (!items->is(kind::array)) {
        into.rest = read(*items);
        return;
    }
    for (const value each : items->items()) into.items.push_back(read(each));
    into.rest = read_rest(of, "additionalItems");
    if (into.rest->is_nothing()) into.count_most = std::min(into.count_most, into.items.size());
}

void schema_reader::read_properties(shape& into, value of) {
    into.rest = read_rest(of, "additionalProperties");
    if (const auto all = by_.find(of, "properties", kind::object))
        for (const value::member m : all->members())
            into.properties.push_back({.name = m.name.text(), .is = read(m.is)});
    if (!by_.differ(names_of(into.properties))) return;
    for (const value each : by_.list(of, "required", kind::string)) {
        const auto at = std::ranges::find(into.properties, each.text(), &property::name);
        if (at != into.properties.end()) at->required = true;
        else into.properties.push_back({each.text(), into.rest, true});
    }
}

const schema* schema_reader::read_rest(value of, std::string_view keyword) {
    const auto rest = of.find(keyword);
    return rest ? read(*rest) : any_;
}

const schema* schema_reader::named(std::string_view reference) {
    if (reference.starts_with(components_path)) {
        const auto at = components_.find(reference.substr(components_path.size()));
        if (at != components_.end()) return at->second;
    }
    by_.complain("\"$ref\" to " + in_quotes(reference) + ", which is not there");
    return any_;
}

}  // namespace callbox::rpc::contract
