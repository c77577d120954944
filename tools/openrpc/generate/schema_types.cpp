// Converts JSON Schema into types.
#include "schema_types.hpp"

#include "names.hpp"
#include "read/document_reader.hpp"

#include <algorithm>

namespace callbox::openrpc::generate {

namespace {

constexpr std::size_t depth_max = 400;         // of schemas within schemas, through "$ref" too
constexpr std::size_t height_max = 64;         // of arrays, tuples, maps and unions
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
// The schema that this one wraps to add annotations: {"allOf": [{...}], "default": 1}.
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
    for (const std::string_view name : names) {
        out.is_wide |= name == "int64" || name == "uint64";
        if (name == "int64") out.is_unsigned = false;  // whatever its minimum
    }
}

scalar scalar_of(value v) {
    return {.kind = v.type(), .text = std::string(v.is(kind::string) ? v.text() : v.token())};
}

}  // namespace

place below(place where, std::string_view name) {
    for (std::string& word : words_of(name)) where.push_back(std::move(word));
    return where;
}

schema_types::schema_types(service& out, references& in, std::size_t document_bytes)
    : out_(out), in_(in), names_left_(8 * document_bytes + (1 << 19)),
      texts_left_(names_left_) {}

void schema_types::note(const std::string& what) {
    out_.note(method.empty() ? what : "method " + shortened(method) + ": " + what);
}

bool schema_types::spend(std::size_t bytes) {
    const bool is_possible = bytes <= names_left_;
    names_left_ -= is_possible ? bytes : 0;
    return is_possible;
}

std::string schema_types::spent(std::string text) {
    if (text.size() > texts_left_) {
        note("text omitted: references repeat it too often");
        return {};
    }
    texts_left_ -= text.size();
    return text;
}

std::optional<value> schema_types::follow(value v, std::string* name) {
    for (int i = 0; i < references::chain_max; ++i) {
        if (!v.is(kind::object)) return v;
        std::string target(text_of(v, "$ref"));
        if (const auto to = text_of(v, "x-recursive"); !to.empty())
            target.assign("#/components/schemas/").append(to);
        if (const auto part = only_part(v); target.empty() && part) {
            v = *part;
            continue;
        }
        if (target.empty()) return v;
        const auto found = in_.target(target, name);
        if (!found && references::is_to_another(target)) return std::nullopt;
        if (!found) {
            note("unresolved \"$ref\" " + shortened(target) + ": any JSON");
            return std::nullopt;
        }
        if (name != nullptr && name->empty()) *name = "value";
        v = *found;
    }
    note("circular \"$ref\": any JSON");
    return std::nullopt;
}

const type* schema_types::any() {
    type& made = make();
    made.is_nullable = true;
    return &made;
}

const type* schema_types::known(const type* found) {
    const auto at = std::ranges::find(open_, found);
    const bool has_object = std::any_of(at, open_.end(), [](const type* each) {
        return each->form == form::object;
    });
    if (at == open_.end() || has_object) return found;
    note("a type contains itself without an object in between: any JSON");
    return any();
}

const type* schema_types::read(value schema, const place& where) {
    std::string referred;
    const auto target = follow(schema, &referred);
    if (!target || target->is(kind::boolean)) return any();
    if (!target->is(kind::object)) {
        note("expected a schema, got " + std::string(name_of(target->type())) + ": any JSON");
        return any();
    }
    if (const auto before = read_.find(target->index()); before != read_.end())
        return known(before->second);
    if (open_.size() == depth_max) {
        note("schemas are nested too deeply: any JSON");
        return any();
    }
    std::string text;
    if (!text_of(*target, "title").empty()) text = canonical(*target);
    const auto before = titled_.find(text);
    if (referred.empty() && !text.empty() && before != titled_.end()) return known(before->second);
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
        complete(null);
        fill_either(outer, {&made, &null});
        complete(outer);
        read_[target->index()] = &outer;
        return &outer;
    }
    return &made;
}

// Requires: the types that it contains are complete or being filled.
void schema_types::complete(type& t) {
    const auto length_of = [](const type* each) { return each->has_name() ? 1 : each->length; };
    t.is_nullable = t.form == form::any || t.form == form::null ||
                    std::ranges::any_of(t.values, [](const scalar& v) {
                        return v.kind == kind::null;
                    });
    if (t.form == form::object) return;
    for (const scalar& each : t.values) t.length += 1 + each.text.size() / 8;
    for (const type* each : types_within(t)) {
        t.length += length_of(each);
        t.height = std::max(t.height, each->height + 1);
        t.is_nullable |= t.form == form::either && each->is_nullable;
    }
    if (t.height <= height_max) return;
    note("types are nested too deeply: any JSON");
    t = type{.doc = t.doc, .is_nullable = true};
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
        note(in_quotes(keyword) + " next to \"properties\": other members are any JSON");
        fill_object(out, {schema}, where);
        out.is_open = true;
        return;
    }
    if (const auto kinds = list_of(schema, "type")) return fill_kinds(out, *kinds, schema, where);
    std::string_view kind_name = text_of(schema, "type");
    if (kind_name.empty() && has_any(schema, {"properties", "additionalProperties"}))
        kind_name = "object";
    if (kind_name.empty() && has_any(schema, {"items", "prefixItems"})) kind_name = "array";
    fill_of(out, kind_name, schema, where);
}

void schema_types::fill_kinds(type& out, const std::vector<value>& kinds, value schema,
                              const place& where) {
    std::vector<const type*> parts;
    std::set<std::string_view> seen;
    for (const value each : kinds) {
        const std::string_view kind_name = each.is(kind::string) ? each.text() : "";
        if (!seen.insert(kind_name).second) continue;
        type& part = make();
        fill_of(part, kind_name, schema, where);
        name(part, schema, {}, where);
        parts.push_back(&part);
    }
    fill_either(out, parts);
}

// Not every language has literals for numbers with fractions, arrays and objects.
void schema_types::fill_values(type& out, const std::vector<value>& all) {
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
    std::set<scalar> seen;
    for (const value each : all)
        if (scalar made = scalar_of(each); seen.insert(made).second)
            out.values.push_back(std::move(made));
    const bool is_long = std::ranges::any_of(
        out.values, [](const scalar& each) { return each.text.size() > value_bytes_max; });
    out.form = out.values.size() == 1 && has(kind::null) ? form::null : form::choice;
    if (is_long) {
        note("an \"enum\" value is longer than " + std::to_string(value_bytes_max) +
             " bytes: any value");
        out.form = std::ranges::all_of(all, [](value v) { return v.is(kind::string); })
                       ? form::text : form::any;
    }
    if (out.form != form::choice) out.values.clear();
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
        note("unknown type " + shortened(kind_name) + ": any JSON");
    }
}

void schema_types::read_default(member& of, value schema) {
    const auto fallback = schema.find("default");
    if (!fallback) return;
    std::string text = spent(canonical(*fallback));
    if (!text.empty()) of.fallback = std::move(text);
}

bool schema_types::add_member(type& out, value::member m, const place& where) {
    const std::string_view name = m.name.text();
    if (!spend(name.size() + sizeof(member))) return false;
    member made{.name = std::string(name), .schema = read(m.value, below(where, name)),
                .doc = spent(std::string(text_of(m.value, "description"))),
                .deprecated = is_flag(m.value, "deprecated", true)};
    read_default(made, m.value);
    out.members.push_back(std::move(made));
    return true;
}

void schema_types::fill_object(type& out, const std::vector<value>& schemas, const place& where) {
    out.form = form::object;
    out.is_open = true;
    std::vector<value> required;
    std::map<std::string_view, std::size_t> places;  // of members, by name
    bool has_members = false, has_room = true;
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
        for (const value::member m : all->members())
            if (places.try_emplace(m.name.text(), out.members.size()).second)
                has_room = has_room && add_member(out, m, where);
    }
    for (const value each : required) {
        const auto [at, is_new] = places.try_emplace(each.text(), out.members.size());
        if (is_new && !has_members) continue;
        if (is_new) out.members.push_back({.name = std::string(each.text()), .schema = any()});
        if (at->second < out.members.size()) out.members[at->second].required = true;
    }
    if (!has_room) {
        note("\"allOf\" adds too many members to an object: any JSON");
        out = type{.doc = out.doc};
        return;
    }
    if (has_members || (!out.is_open && required.empty())) return;
    out.form = form::map;
    out.element = rest ? read(*rest, below(where, "member")) : any();
}

// Collects the schemas of "allOf", each once, with references and nested "allOf" resolved. False if
// there are too many.
bool schema_types::collect(std::vector<value>& all, value schema, std::set<std::uint32_t>& seen,
                           std::size_t depth) {
    const auto found = follow(schema);
    if (!found || !found->is(kind::object) || !seen.insert(found->index()).second) return true;
    if (depth == depth_max || !spend(sizeof(value))) return false;
    if (const auto parts = list_of(*found, "allOf"))
        for (const value each : *parts)
            if (!collect(all, each, seen, depth + 1)) return false;
    if (!found->find("allOf") ? says_a_type(*found) : has_any(*found, {"properties", "enum"}))
        all.push_back(*found);
    return true;
}

void schema_types::fill_all_of(type& out, value schema, const place& where) {
    std::vector<value> all;
    std::set<std::uint32_t> seen;
    if (!collect(all, schema, seen)) return note("too many schemas in \"allOf\": any JSON");
    const bool are_objects = std::ranges::all_of(all, is_object_like);
    if (are_objects && !all.empty()) return fill_object(out, all, where);
    if (all.size() == 1 && !all[0].find("allOf")) return fill(out, all[0], where);
    if (!all.empty()) note("\"allOf\" of schemas other than objects: any JSON");
}

// Names objects, tagged unions, and other types that have a title or are referred to and would be
// long.
void schema_types::name(type& out, value schema, const std::string& referred, const place& where) {
    complete(out);
    const std::string_view title = text_of(schema, "title");
    const bool is_called = !referred.empty() || !title.empty();
    const bool is_several = out.form == form::either || (out.form == form::choice &&
                                                         out.values.size() > 1);
    const bool has_name = out.form == form::object || !out.tag.empty() ||
                          (is_called && (is_several || out.length > type_length_max));
    if (!has_name) return;
    std::vector<std::string> words = words_of(referred.empty() ? title : referred);
    if (words.empty()) words = where;
    if (words.empty()) words = {"value"};
    std::size_t& next = names_.try_emplace(pascal(words), 1).first->second;
    std::vector<std::string> tried = words;
    while (next > 1) {
        tried = words;
        tried.push_back(std::to_string(next));
        if (names_.try_emplace(pascal(tried), 2).second) break;
        ++next;
    }
    ++next;
    out.words = std::move(tried);
    out_.named.push_back(&out);
}

}  // namespace callbox::openrpc::generate
