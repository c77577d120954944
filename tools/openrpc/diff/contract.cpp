// Reads an OpenRPC document into terms that can be compared. Of JSON Schema, it reads the part that
// callbox writes: a small subset of draft 7.
#include "contract.hpp"

#include "openrpc/document_reader.hpp"

#include <algorithm>
#include <map>

namespace callbox::openrpc::contract {

namespace {

constexpr std::string_view components_path = "#/components/schemas/";

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

    // Reads the schemas of "components", the targets of "$ref". All are created before the first is
    // read, as each may refer to any other. Requires: an object.
    void read_components(value schemas) {
        for (const value::member m : schemas.members())
            components_.emplace(m.name.text(), &all_.emplace_back());
        for (const value::member m : schemas.members()) {
            by_.place = "schema " + in_quotes(m.name.text()) + ": ";
            components_.at(m.name.text())->alternatives = {read(m.value)};
        }
        by_.place.clear();
    }

    const schema* read(value v) {
        if (v.is(kind::boolean)) return v.truth() ? any_ : nothing_;
        schema& made = all_.emplace_back();
        if (v.is(kind::object)) fill(made, v);
        else by_.complain("expected a schema, got " + std::string(name_of(v.type())));
        return &made;
    }

    const schema* any() const { return any_; }

private:
    void fill(schema& out, value v) {
        out.doc = by_.text(v, "description");
        if (const auto fallback = v.find("default")) out.fallback = canonical(*fallback);
        if (const auto reference = by_.find(v, "$ref", kind::string)) {
            out.alternatives.push_back(named(reference->text()));
            return;
        }
        for (const std::string_view keyword : {"allOf", "anyOf", "oneOf"}) {
            const auto several = by_.find(v, keyword, kind::array);
            if (!several) continue;
            for (const value each : several->items()) out.alternatives.push_back(read(each));
            const std::size_t count = out.alternatives.size();
            if (count == 0 || (keyword == "allOf" && count != 1))
                by_.complain(in_quotes(keyword) + " with " + std::to_string(count) +
                             " schemas cannot be compared");
            return;
        }
        for (const kind each : kinds_of(v, by_)) out.shapes.push_back(read_shape(v, each));
        std::erase_if(out.shapes, [](const shape& s) { return s.values && s.values->empty(); });
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
                places.emplace(m.name.text(), listed.size());
                out.properties.push_back({.name = m.name.text(), .schema = read(m.value)});
                listed.push_back(m.value);
            }
        if (!by_.differ(names_of(out.properties))) return;
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
            const auto only = each.required && listed[i].is(kind::object)
                                  ? listed[i].find("const") : std::nullopt;
            if (only) return "{" + in_quotes(each.name) + ":" + canonical(*only) + "}";
        }
        return {};
    }

    const schema* read_rest(value v, std::string_view keyword) {
        const auto rest = v.find(keyword);
        return rest ? read(*rest) : any_;
    }

    const schema* named(std::string_view reference) {
        if (reference.starts_with(components_path)) {
            const auto at = components_.find(reference.substr(components_path.size()));
            if (at != components_.end()) return at->second;
        }
        by_.complain("unresolved \"$ref\" " + in_quotes(reference));
        return any_;
    }

    std::deque<schema>& all_;
    document_reader& by_;
    const schema* any_;
    const schema* nothing_;
    std::map<std::string_view, schema*> components_ = {};
};

struct reader {
    terms& out;
    document_reader by = {};
    schema_reader schemas{out.schemas, by};

    void read_document(value root) {
        if (const auto info = by.find(root, "info", kind::object)) {
            out.title = by.text(*info, "title");
            out.version = by.text(*info, "version");
            out.description = by.text(*info, "description");
        }
        if (const auto components = by.find(root, "components", kind::object))
            if (const auto named = by.find(*components, "schemas", kind::object))
                schemas.read_components(*named);
        for (const value each : by.list(root, "methods", kind::object))
            out.methods.push_back(read_method(each));
        by.place = "methods: ";
        by.differ(names_of(out.methods));
    }

    method read_method(value v) {
        by.place = "methods: ";
        method made{.name = by.name(v)};
        const std::string place = "method " + in_quotes(made.name) + ": ";
        by.place = place;
        made.deprecated = by.flag(v, "deprecated");
        made.docs.append(by.text(v, "summary")).append(1, '\0').append(by.text(v, "description"));
        if (const auto examples = v.find("examples")) made.examples = canonical(*examples);
        read_errors(made, v);
        read_params(made, v);
        by.place = place + "result: ";
        made.returns = schemas.any();
        made.docs.append(1, '\0');
        if (const auto result = by.find(v, "result", kind::object)) {
            made.docs.append(by.text(*result, "description"));
            read_schema(made.returns, *result);
        }
        return made;
    }

    // "by-name" applies to the whole method, so callbox marks the parameters that it is meant for.
    // Without a mark it applies to all of them.
    void read_params(method& m, value object) {
        const std::string place = by.place;
        const std::string_view structure = by.text(object, "paramStructure");
        bool marked = false;
        const auto all = by.list(object, "params", kind::object);
        by.place = place + "params: ";
        for (const value each : all) {
            parameter made{{.name = by.name(each), .required = by.flag(each, "required")}};
            by.place = place + "parameter " + in_quotes(made.name) + ": ";
            made.by_position = !by.flag(each, "x-by-name-only");
            made.doc = by.text(each, "description");
            read_schema(made.schema, each);
            marked |= !made.by_position;
            m.params.push_back(made);
            by.place = place + "params: ";
        }
        by.differ(names_of(m.params));
        m.by_name = structure != "by-position";
        if (structure == "by-name" && !marked)
            for (parameter& p : m.params) p.by_position = false;
    }

    void read_schema(const schema*& made, value object) {
        const auto found = object.find("schema");
        if (!found) by.complain("missing \"schema\"");
        made = found ? schemas.read(*found) : schemas.any();
    }

    void read_errors(method& m, value object) {
        for (const value each : by.list(object, "errors", kind::object)) {
            const auto code = by.find(each, "code", kind::integer);
            if (!code) return by.complain("errors: missing \"code\"");
            m.errors.push_back({code->token(), by.text(each, "message")});
        }
    }
};

}  // namespace

std::string read(std::span<char> text, terms& out) {
    reader r{out};
    if (r.by.parse(text, out.parsed)) r.read_document(out.parsed.root());
    return r.by.problem();
}

}  // namespace callbox::openrpc::contract
