// Reads JSON Schema into types.
#include "schema_types.hpp"

#include "keywords.hpp"
#include "names.hpp"
#include "openrpc/document_reader.hpp"

#include <algorithm>

namespace callbox::openrpc::generate {

namespace {

constexpr int references_max = 64;  // one behind another
constexpr double safe_max = 9007199254740991;

bool says_a_type(value v) {
    return v.is(kind::object) &&
           has_any(v, {"$ref", "x-recursive", "type", "enum", "const", "properties", "items",
                       "allOf", "anyOf", "oneOf", "additionalProperties"});
}
bool is_object_like(value v) {
    const auto type = v.find("type");
    return type ? type->is(kind::string) && type->text() == "object" : has_any(v, {"properties"});
}
// The schema that this one is but for what is said about it: {"allOf": [{...}], "default": 1}.
std::optional<value> only_part(value v) {
    if (has_any(v, {"type", "properties", "enum", "const"})) return std::nullopt;
    for (const std::string_view keyword : {"allOf", "anyOf", "oneOf"})
        if (const auto parts = list_of(v, keyword); parts && parts->size() == 1)
            return parts->front();
    return std::nullopt;
}

void fill_number(type& out, value v, bool is_integer) {
    out.form = is_integer ? form::integer : form::number;
    if (!is_integer) return;
    const std::string_view names[] = {text_of(v, "x-format"), text_of(v, "format")};
    const double least = bound(v, "minimum", 0);
    out.is_unsigned = bound(v, "minimum", -1) >= 0;
    out.is_wide = least < -safe_max || bound(v, "maximum", 0) > safe_max;
    for (const std::string_view name : names)
        out.is_wide |= name == "int64" || name == "uint64";
}

member* find_member(type& from, std::string_view name) {
    const auto at = std::ranges::find(from.members, name, &member::name);
    return at == from.members.end() ? nullptr : &*at;
}

// Numbers with fractions, and lists and objects, are no literals of every language.
void fill_values(type& out, const std::vector<value>& all) {
    const auto has = [&](kind k) {
        return std::ranges::any_of(all, [&](value v) { return v.is(k); });
    };
    if (all.empty() || has(kind::array) || has(kind::object)) return;
    if (has(kind::number)) {
        const bool only = std::ranges::all_of(
            all, [](value v) { return v.is(kind::number) || v.is(kind::integer); });
        out.form = only ? form::number : form::any;
        return;
    }
    for (const value each : all) add_new(out.values, canonical(each));
    out.form = out.values == std::vector<std::string>{"null"} ? form::null : form::choice;
    if (out.form == form::null) out.values.clear();
}

}  // namespace

place below(place where, std::string_view name) {
    for (std::string& word : words_of(name)) where.push_back(std::move(word));
    return where;
}

std::optional<value> schema_types::follow(value v, std::string* name) {
    for (int i = 0; i < references_max; ++i) {
        if (!v.is(kind::object)) return v;
        std::string target(text_of(v, "$ref"));
        if (const auto to = text_of(v, "x-recursive"); !to.empty())
            target.assign("#/components/schemas/").append(to);
        if (const auto part = only_part(v); target.empty() && part) {
            v = *part;
            continue;
        }
        if (target.empty()) return v;
        const bool is_here = target == "#" || target.starts_with("#/");
        const auto found = is_here ? at(root_, target.substr(1), name) : std::nullopt;
        if (!found) {
            note("\"$ref\" to " + in_quotes(target) + " is not in the document: any JSON");
            return std::nullopt;
        }
        v = *found;
    }
    note("\"$ref\" leads back to itself: any JSON");
    return std::nullopt;
}

const type* schema_types::known(const type* found) {
    const auto at = std::ranges::find(open_, found);
    const bool has_object = std::any_of(at, open_.end(), [](const type* each) {
        return each->form == form::object;
    });
    if (at == open_.end() || has_object) return found;
    note("a type that contains itself without an object between: any JSON");
    return any();
}

const type* schema_types::read(value schema, const place& where) {
    std::string referred;
    const auto target = follow(schema, &referred);
    if (!target || target->is(kind::boolean)) return any();
    if (!target->is(kind::object)) {
        note("a schema is of type " + std::string(name_of(target->type())) + ": any JSON");
        return any();
    }
    if (const auto before = read_.find(target->index()); before != read_.end())
        return known(before->second);
    std::string text;
    if (!text_of(*target, "title").empty()) text = canonical(*target);
    if (const auto before = titled_.find(text); !text.empty() && before != titled_.end())
        return known(before->second);
    type& made = make();
    read_.emplace(target->index(), &made);
    if (!text.empty()) titled_.emplace(text, &made);
    open_.push_back(&made);
    fill(made, *target, where);
    open_.pop_back();
    name(made, *target, referred, where);
    if (is_flag(*target, "nullable", true)) {
        type& outer = make();
        type& null = make();
        null.form = form::null;
        fill_either(outer, {&made, &null});
        read_[target->index()] = &outer;
        return &outer;
    }
    return &made;
}

void schema_types::fill(type& out, value schema, const place& where) {
    out.doc = text_of(schema, "description");
    if (const auto only = schema.find("const")) return fill_values(out, std::vector{*only});
    if (const auto values = list_of(schema, "enum")) return fill_values(out, *values);
    if (list_of(schema, "allOf")) return fill_all_of(out, schema, where);
    for (const std::string_view keyword : {"oneOf", "anyOf"}) {
        const auto parts = list_of(schema, keyword);
        if (!parts || !std::ranges::any_of(*parts, says_a_type)) continue;
        if (!is_object_like(schema)) return fill_one_of(out, schema, *parts, where);
        note(in_quotes(keyword) + " beside \"properties\": other members are any JSON");
        fill_object(out, {schema}, where);
        out.is_open = true;
        return;
    }
    if (const auto kinds = list_of(schema, "type")) {
        std::vector<const type*> parts;
        for (const value each : *kinds) {
            type& part = make();
            if (each.is(kind::string)) fill_of(part, each.text(), schema, where);
            name(part, schema, {}, where);
            parts.push_back(&part);
        }
        return fill_either(out, parts);
    }
    std::string_view kind_name = text_of(schema, "type");
    if (kind_name.empty() && has_any(schema, {"properties", "additionalProperties"}))
        kind_name = "object";
    if (kind_name.empty() && has_any(schema, {"items", "prefixItems"})) kind_name = "array";
    fill_of(out, kind_name, schema, where);
}

void schema_types::fill_of(type& out, std::string_view kind_name, value v, const place& where) {
    if (kind_name == "null") out.form = form::null;
    else if (kind_name == "boolean") out.form = form::boolean;
    else if (kind_name == "integer" || kind_name == "number")
        fill_number(out, v, kind_name == "integer");
    else if (kind_name == "object") fill_object(out, {v}, where);
    else if (kind_name == "string") {
        out.form = form::text;
        for (const std::string_view word : {"format", "contentEncoding", "x-format"})
            if (out.format.empty()) out.format = text_of(v, word);
    } else if (kind_name == "array") {
        auto parts = list_of(v, "prefixItems");
        if (!parts) parts = list_of(v, "items");
        out.form = parts && !parts->empty() ? form::tuple : form::array;
        const auto items = v.find("items");
        if (out.form == form::array)
            out.element = items ? read(*items, below(where, "item")) : any();
        else
            for (const value each : *parts)
                out.parts.push_back(read(each, below(where, std::to_string(out.parts.size() + 1))));
    } else if (!kind_name.empty()) {
        note("there is no \"type\" " + in_quotes(kind_name) + ": any JSON");
    }
}

void schema_types::fill_object(type& out, const std::vector<value>& schemas, const place& where) {
    out.form = form::object;
    out.is_open = true;
    std::vector<value> required;
    bool has_members = false;
    std::optional<value> rest;
    for (const value schema : schemas) {
        const auto all = schema.find("properties");
        has_members |= all.has_value();
        if (is_flag(schema, "additionalProperties", false)) out.is_open = false;
        else if (!rest) rest = schema.find("additionalProperties");
        if (const auto names = list_of(schema, "required"))
            for (const value each : *names)
                if (each.is(kind::string)) required.push_back(each);
        if (!all || !all->is(kind::object)) continue;
        for (const value::member m : all->members()) {
            const std::string_view name = m.name.text();
            if (find_member(out, name) != nullptr) continue;
            const auto fallback = m.value.find("default");
            const type* const t = read(m.value, below(where, name));
            out.members.push_back({.name = std::string(name), .schema = t,
                                   .doc = std::string(text_of(m.value, "description")),
                                   .deprecated = is_flag(m.value, "deprecated", true)});
            if (fallback) out.members.back().fallback = canonical(*fallback);
        }
    }
    for (const value each : required) {
        if (member* const known = find_member(out, each.text())) known->required = true;
        else if (has_members)
            out.members.push_back({.name = std::string(each.text()), .schema = any(),
                                   .required = true});
    }
    if (has_members || (!out.is_open && required.empty())) return;
    out.form = form::map;
    out.element = rest ? read(*rest, below(where, "member")) : any();
}

// The schemas that all have to hold, each once, without references and "allOf" in them.
void schema_types::collect(std::vector<value>& all, value schema, std::set<std::uint32_t>& seen) {
    const auto found = follow(schema);
    if (!found || !found->is(kind::object) || !seen.insert(found->index()).second) return;
    if (const auto parts = list_of(*found, "allOf"))
        for (const value each : *parts) collect(all, each, seen);
    if (!found->find("allOf") ? says_a_type(*found) : has_any(*found, {"properties", "enum"}))
        all.push_back(*found);
}

void schema_types::fill_all_of(type& out, value schema, const place& where) {
    std::vector<value> all;
    std::set<std::uint32_t> seen;
    collect(all, schema, seen);
    const bool are_objects = std::ranges::all_of(all, is_object_like);
    if (are_objects && !all.empty()) return fill_object(out, all, where);
    if (all.size() == 1 && !all[0].find("allOf")) return fill(out, all[0], where);
    if (!all.empty()) note("\"allOf\" of what are not objects: any JSON");
}

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

// Leaves out what is there twice; what an alternative without a name contains is an alternative.
void schema_types::fill_either(type& out, const std::vector<const type*>& parts) {
    const auto is_open = [this](const type* t) {
        return std::ranges::find(open_, t) != open_.end();
    };
    const auto add = [&](const type* part) {
        const bool is_there = std::ranges::any_of(out.parts, [&](const type* each) {
            const bool is_plain = each->form < form::choice && each->form == part->form;
            return each == part || (is_plain && each->format == part->format);
        });
        if (!is_there) out.parts.push_back(part);
    };
    for (const type* part : parts) {
        if (part->form == form::either && !part->has_name() && !is_open(part))
            for (const type* each : part->parts) add(each);
        else add(part);
    }
    const auto has_form = [](form wanted) {
        return [wanted](const type* t) { return t->form == wanted && !t->has_name(); };
    };
    const bool has_any = std::ranges::any_of(out.parts, has_form(form::any));
    if (!has_any && !out.parts.empty() && std::ranges::all_of(out.parts, has_form(form::choice))) {
        out.form = form::choice;
        for (const type* part : out.parts)
            for (const std::string& each : part->values) add_new(out.values, each);
    } else {
        out.form = has_any || out.parts.empty() ? form::any : form::either;
    }
    if (out.form != form::either) out.parts.clear();
}

// The one text that the member of an object has to be.
std::string schema_types::tag_value(value alternative, std::string_view name) {
    const auto found = follow(alternative);
    const auto all = found ? found->find("properties") : std::nullopt;
    const auto required = found ? list_of(*found, "required") : std::nullopt;
    const auto member = all ? all->find(name) : std::nullopt;
    if (!member || !required) return {};
    const bool is_required = std::ranges::any_of(
        *required, [&](value each) { return each.is(kind::string) && each.text() == name; });
    const auto schema = is_required ? follow(*member) : std::nullopt;
    auto only = schema ? schema->find("const") : std::nullopt;
    if (const auto values = schema ? list_of(*schema, "enum") : std::nullopt; values && !only)
        if (values->size() == 1) only = values->front();
    return only && only->is(kind::string) ? canonical(*only) : std::string();
}

// The member whose one text tells the alternatives apart.
std::string schema_types::tag_of(value schema, const std::vector<value>& alternatives) {
    std::vector<std::string> names;
    if (const auto by = schema.find("discriminator"))
        names.emplace_back(text_of(*by, "propertyName"));
    const auto first = follow(alternatives.front());
    if (const auto all = first ? first->find("properties") : std::nullopt)
        if (all->is(kind::object))
            for (const value::member m : all->members()) names.emplace_back(m.name.text());
    for (const std::string& name : names) {
        std::set<std::string> values;
        for (const value each : alternatives) values.insert(tag_value(each, name));
        if (values.size() == alternatives.size() && !values.contains("")) return name;
    }
    return {};
}

void schema_types::name(type& out, value schema, const std::string& referred, const place& where) {
    const std::string_view title = text_of(schema, "title");
    const bool is_called = !referred.empty() || !title.empty();
    const bool is_several = out.form == form::either || (out.form == form::choice &&
                                                         out.values.size() > 1);
    if (out.form != form::object && out.tag.empty() && !(is_called && is_several)) return;
    std::vector<std::string> words = words_of(referred.empty() ? title : referred);
    if (words.empty()) words = where;
    if (words.empty()) words = {"value"};
    const std::vector<std::string> first = words;
    for (int i = 2; !names_.insert(pascal(words)).second; ++i) {
        words = first;
        words.push_back(std::to_string(i));
    }
    out.words = words;
    out_.named.push_back(&out);
}

void schema_types::finish() {
    std::map<const type*, std::string> tags;
    for (const type& each : out_.types)
        if (!each.tag.empty())
            for (const type* part : each.parts) tags.emplace(part, each.tag);
    for (type& each : out_.types) {
        const auto tag = tags.find(&each);
        if (tag == tags.end()) continue;
        const auto at = std::ranges::find(each.members, tag->second, &member::name);
        if (at != each.members.end()) std::rotate(each.members.begin(), at, at + 1);
    }
}

}  // namespace callbox::openrpc::generate
