// Reads an OpenRPC document into terms that can be compared. Of JSON Schema, it reads the part that
// callbox writes: a small subset of draft 7.
#include "contract.hpp"

#include "intersect.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace callbox::openrpc::contract {

namespace {

void add_kind(std::vector<kind>& to, std::string_view name, document_reader& by) {
    for (const kind each : kinds)
        if (name_of(each) == name) return to.push_back(each);
    if (name == name_of(kind::integer)) return to.push_back(kind::integer);
    by.complain("unknown type " + in_quotes(name));
}

std::vector<kind> kinds_of(value schema, document_reader& by) {
    const auto named = schema.find("type");
    if (!named) return {kinds.begin(), kinds.end()};
    std::vector<kind> all;
    if (named->is(kind::string)) add_kind(all, named->text(), by);
    else
        for (const value each : by.list(schema, "type", kind::string))
            if (std::ranges::none_of(all, [&](kind k) { return name_of(k) == each.text(); }))
                add_kind(all, each.text(), by);
    return all;
}

std::optional<literal> read_number(value schema, std::string_view keyword, document_reader& by) {
    auto found = schema.find(keyword);
    if (found && !found->is(kind::integer)) found = by.find(schema, keyword, kind::number);
    if (!found) return std::nullopt;
    const auto number = literal_of(*found);
    if (!number) by.complain(in_quotes(keyword) + " is out of range");
    return number;
}

// Reads schemas and stores them in `all`. Reports errors through the document_reader.
class schema_reader {
public:
    schema_reader(std::deque<schema>& all, document_reader& by) : all_(all), by_(by) {
        nothing_ = &all_.emplace_back();
        schema& any = all_.emplace_back();
        for (const kind each : kinds)
            any.shapes.push_back({.kind = each, .rest = &any, .names = &any});
        any_ = &any;
    }

    // Requires: an object.
    void read_components(value schemas) {
        for (const value::member m : schemas.members()) {
            by_.place = document_reader::place_of("schema", m.name.text());
            refer(m.value, m.name.text());
        }
        read_referred();
    }

    const schema* read(value v) {
        if (v.is(kind::boolean)) return v.truth() ? any_ : nothing_;
        const auto [at, is_new] = read_.try_emplace(v.index());
        if (!is_new) return at->second;
        schema& made = all_.emplace_back();
        at->second = &made;
        if (v.is(kind::object)) fill(made, v);
        else by_.complain("expected a schema, got " + std::string(name_of(v.type())));
        return &made;
    }

    // Reads the targets of "$ref", one after another: a chain of them may be long.
    void read_referred() {
        for (; !referred_.empty(); referred_.pop_front()) {
            const auto& [to, v, name] = referred_.front();
            by_.place = document_reader::place_of("schema", name);
            fill(*to, v);
        }
        by_.place.clear();
    }

    const schema* any() const { return any_; }
    const schema* nothing() const { return nothing_; }

private:
    void fill(schema& out, value v) {
        out.doc = by_.text(v, "description");
        if (const auto fallback = v.find("default")) out.fallback = canonical(*fallback);
        if (const auto reference = by_.find(v, "$ref", kind::string)) {
            out.alternatives.push_back(named(reference->text()));
            return;
        }
        std::vector<const schema*> parts = read_all(v, "allOf");
        for (const std::string_view keyword : {"anyOf", "oneOf"}) {
            std::vector<const schema*> alternatives = read_all(v, keyword);
            if (alternatives.empty()) continue;
            parts.push_back(&all_.emplace_back(schema{.alternatives = std::move(alternatives)}));
        }
        if (parts.empty()) return fill_shapes(out, v);
        if (restricts(v)) {
            schema& own = all_.emplace_back();
            parts.push_back(&own);
            fill_shapes(own, v);
        }
        (parts.size() == 1 ? out.alternatives : out.parts) = std::move(parts);
    }

    std::vector<const schema*> read_all(value v, std::string_view keyword) {
        std::vector<const schema*> all;
        const auto several = by_.find(v, keyword, kind::array);
        if (!several) return all;
        for (const value each : several->items()) all.push_back(read(each));
        if (all.empty()) by_.complain(in_quotes(keyword) + " is empty");
        return all;
    }

    // Whether it has a keyword that is read, besides those that combine schemas.
    static bool restricts(value v) {
        static constexpr std::string_view words[] = {
            "type", "enum", "const", "minimum", "maximum", "minLength", "maxLength", "format",
            "contentEncoding", "x-format", "pattern", "minItems", "maxItems", "uniqueItems",
            "items", "minProperties", "maxProperties", "propertyNames", "properties", "required",
            "additionalProperties"};
        return std::ranges::any_of(words, [v](auto w) { return v.find(w).has_value(); });
    }

    void fill_shapes(schema& out, value v) {
        for (const kind each : kinds_of(v, by_)) out.shapes.push_back(read_shape(v, each));
        std::erase_if(out.shapes, [](const shape& s) { return s.values && s.values->empty(); });
        for (shape& each : out.shapes) each.of = &out;
    }

    shape read_shape(value v, kind given) {
        shape made{.kind = given, .rest = any_, .names = any_};
        read_values(made, v);
        const auto count = [&](std::string_view least, std::string_view most) {
            made.count_least = by_.count(v, least, 0);
            made.count_most = by_.count(v, most, SIZE_MAX);
        };
        if (given == kind::integer || given == kind::number) {
            made.least = read_number(v, "minimum", by_);
            made.most = read_number(v, "maximum", by_);
        }
        if (given == kind::string) {
            count("minLength", "maxLength");
            for (const std::string_view word : {"format", "contentEncoding", "x-format"})
                if (made.format.empty()) made.format = by_.text(v, word);
            made.pattern = by_.text(v, "pattern");
        }
        if (given == kind::array) {
            count("minItems", "maxItems");
            const auto unique = by_.find(v, "uniqueItems", kind::boolean);
            made.unique = unique && unique->truth();
            read_items(made, v);
        }
        if (given == kind::object) {
            count("minProperties", "maxProperties");
            made.names = read_rest(v, "propertyNames");
            read_properties(made, v);
        }
        return made;
    }

    // Reads the values of "enum" or "const" that have the kind of the shape.
    void read_values(shape& out, value v) {
        const auto only = v.find("const");
        const auto all = by_.find(v, "enum", kind::array);
        if (!only && !all) return;
        out.values.emplace();
        const auto add = [&](value each) {
            const bool integer_for_number = out.kind == kind::number && each.is(kind::integer);
            if (each.is(out.kind) || integer_for_number) out.values->push_back(canonical(each));
        };
        if (only) return add(*only);
        for (const value each : all->items()) add(each);
    }

    // "items" is one schema for all elements, or a list for the first ones; "additionalItems" is
    // for the others.
    void read_items(shape& out, value v) {
        const auto items = v.find("items");
        if (!items) return;
        if (!items->is(kind::array)) {
            out.rest = read(*items);
            return;
        }
        for (const value each : items->items()) out.items.push_back(read(each));
        out.rest = read_rest(v, "additionalItems");
        if (out.rest->is_nothing()) out.count_most = std::min(out.count_most, out.items.size());
    }

    void read_properties(shape& out, value v) {
        out.rest = read_rest(v, "additionalProperties");
        std::vector<value> listed;
        std::map<std::string_view, std::size_t> places;
        if (const auto all = by_.find(v, "properties", kind::object))
            for (const value::member m : all->members()) {
                if (!places.emplace(m.name.text(), listed.size()).second)
                    return by_.complain("duplicate name " + shortened(m.name.text()));
                out.properties.push_back({.name = m.name.text(), .schema = read(m.value)});
                listed.push_back(m.value);
            }
        for (const value each : by_.list(v, "required", kind::string)) {
            const auto [at, is_new] = places.try_emplace(each.text(), out.properties.size());
            if (is_new) out.properties.push_back({.name = each.text(), .schema = out.rest});
            out.properties[at->second].required = true;
        }
        out.tag = tag_of(out, listed);
    }

    // {"kind":"card"}: the first required member with only one value.
    static std::string tag_of(const shape& object, const std::vector<value>& listed) {
        for (std::size_t i = 0; i < listed.size(); ++i) {
            const property& each = object.properties[i];
            const auto only = each.required ? only_value(listed[i]) : std::nullopt;
            if (only) return "{" + in_quotes(each.name) + ":" + canonical(*only) + "}";
        }
        return {};
    }

    static std::optional<value> only_value(value schema) {
        const auto several = schema.is(kind::object) ? schema.find("enum") : std::nullopt;
        if (!several || !several->is(kind::array))
            return schema.is(kind::object) ? schema.find("const") : std::nullopt;
        std::optional<value> only;
        for (const value each : several->items()) {
            if (only) return std::nullopt;
            only = each;
        }
        return only;
    }

    const schema* read_rest(value v, std::string_view keyword) {
        const auto rest = v.find(keyword);
        return rest ? read(*rest) : any_;
    }

    const schema* named(std::string_view reference) {
        std::string name;
        if (const auto found = by_.target(reference, &name)) return refer(*found, name);
        if (references::is_to_another(reference)) return any_;
        by_.complain("unresolved \"$ref\" " + shortened(reference));
        return any_;
    }

    // The schema of `v`, to be read later.
    const schema* refer(value v, std::string_view name) {
        if (!v.is(kind::object)) return read(v);
        const auto [at, is_new] = read_.try_emplace(v.index());
        if (is_new) {
            at->second = &all_.emplace_back();
            referred_.push_back({at->second, v, std::string(name)});
        }
        if (!std::exchange(at->second->is_type, true)) at->second->name = name;
        return at->second;
    }

    struct unread {
        schema* to;
        value v;
        std::string name;
    };

    std::deque<schema>& all_;
    document_reader& by_;
    const schema* any_;
    const schema* nothing_;
    std::unordered_map<std::uint32_t, schema*> read_ = {};  // by node
    std::deque<unread> referred_ = {};
};

struct reader {
    terms& out;
    document_reader by = {};
    schema_reader schemas{out.schemas, by};

    void read_document(value root) {
        out.info = by.info();
        if (const auto components = by.find(root, "components", kind::object))
            if (const auto named = by.find(*components, "schemas", kind::object))
                schemas.read_components(*named);
        for (const method_object& each : by.methods()) out.methods.push_back(read_method(each));
        schemas.read_referred();
        out.others = by.others();
        if (!intersect(out, schemas.any(), schemas.nothing()))
            by.complain("\"allOf\" has too many combinations");
    }

    method read_method(const method_object& from) {
        const std::string place = document_reader::place_of("method", from.name);
        method made{.name = from.name, .by_name = from.by_name(), .deprecated = from.deprecated};
        made.docs.append(from.summary).append(1, '\0').append(from.description).append(1, '\0');
        if (from.examples) made.examples = canonical(*from.examples);
        for (const error_object& each : from.errors)
            made.errors.push_back({each.code.token(), each.message});
        const bool by_position = from.by_position();
        for (const content_descriptor& each : from.params) {
            by.place = place + document_reader::place_of("parameter", each.name);
            made.params.push_back({{each.name, read_schema(each), each.required},
                                   by_position && !each.by_name_only, each.description});
        }
        by.place = place + "result: ";
        made.returns = from.result ? read_schema(*from.result) : schemas.any();
        if (from.result) made.docs.append(from.result->description);
        by.place = place + "payload: ";
        if (from.payload) made.payload = schemas.read(*from.payload);
        made.keeps = from.keeps;
        made.when_full = from.when_full;
        return made;
    }

    const schema* read_schema(const content_descriptor& of) {
        if (of.schema) return schemas.read(*of.schema);
        if (!of.is_in_another) by.complain("missing \"schema\"");
        return schemas.any();
    }
};

}  // namespace

std::string read(std::span<char> text, terms& out) {
    reader r{out};
    if (r.by.parse(text, out.parsed)) r.read_document(out.parsed.root());
    return r.by.problem();
}

}  // namespace callbox::openrpc::contract
