// Finds the names and types of a method's parameters in an OpenRPC document, for cli/arguments.
#include "signature.hpp"

#include "base/ascii.hpp"

#include <algorithm>

namespace callbox::cli {

namespace {

constexpr int references_max = 16;  // length of a chain; the rest is not followed
constexpr int schemas_max = 256;    // of one parameter; beyond this it accepts any value

// The text of the first member of that name, if it is a string.
std::optional<std::string_view> text_of(value object, std::string_view name) {
    const auto found = object.find(name);
    if (!found || !found->is(kind::string)) return std::nullopt;
    return found->text();
}

std::optional<kind> kind_named(std::string_view name) {
    for (unsigned i = 0; i <= static_cast<unsigned>(kind::object); ++i)
        if (name_of(static_cast<kind>(i)) == name) return static_cast<kind>(i);
    return std::nullopt;
}

// The target of { "$ref": "#/components/schemas/NAME" }; `from` if it is not a reference, or has no
// target. Names in references contain no "~" or "/" here.
value followed(value from, value root) {
    for (int steps = 0; steps < references_max; ++steps) {
        const auto reference = text_of(from, "$ref");
        if (!reference || !reference->starts_with("#/")) return from;
        std::string_view path = reference->substr(2);
        std::optional<value> at = root;
        while (at && !path.empty()) at = at->find(ascii::take_until(path, '/'));
        if (!at) return from;
        from = *at;
    }
    return from;
}

// Supports type, enum, const, anyOf, oneOf and allOf of JSON Schema; without them, any value is
// accepted. `left` is the number of schemas left to visit: references may form cycles.
kinds kinds_of(value schema, value root, int& left) {
    if (left-- <= 0) return kinds::any();
    schema = followed(schema, root);
    kinds all;
    const auto add_named = [&all](value name) {
        const auto k = name.is(kind::string) ? kind_named(name.text()) : std::nullopt;
        all.add(k ? kinds(*k) : kinds::any());
        if (k == kind::number) all.add(kind::integer);
    };
    if (const auto type = schema.find("type")) {
        if (!type->is(kind::array)) add_named(*type);
        else for (const value each : type->items()) add_named(each);
        return all;
    }
    if (const auto only = schema.find("const")) return kinds(only->type());
    if (const auto choices = schema.find("enum"); choices && choices->is(kind::array)) {
        for (const value each : choices->items()) all.add(each.type());
        return all;
    }
    for (const std::string_view name : {"anyOf", "oneOf"}) {
        const auto some = schema.find(name);
        if (!some || !some->is(kind::array)) continue;
        for (const value each : some->items()) all.add(kinds_of(each, root, left));
        return all;
    }
    all = kinds::any();
    if (const auto each_of = schema.find("allOf"); each_of && each_of->is(kind::array))
        for (const value each : each_of->items())
            all.keep(kinds_of(each, root, left));
    return all;
}

}  // namespace

// { "methods": [ { "name": ..., "params": [ { "name": ..., "schema": ... } ] } ] }
//                                                                  OpenRPC 1.2.6, "Method Object"
signature read_signature(std::optional<value> document, std::string_view method) {
    signature made;
    const auto methods = document ? document->find("methods") : std::nullopt;
    if (!methods || !methods->is(kind::array)) return made;
    for (const value each : methods->items()) {
        if (text_of(each, "name") != method) continue;
        made.by_name_only = text_of(each, "paramStructure") == "by-name";
        const auto params = each.find("params");
        if (!params || !params->is(kind::array)) break;
        for (const value one : params->items()) {
            const value param = followed(one, *document);
            const auto schema = param.find("schema");
            int left = schemas_max;
            kinds takes = schema ? kinds_of(*schema, *document, left) : kinds::any();
            if (takes.none()) takes = kinds::any();  // contradictory; the server decides
            made.params.push_back({text_of(param, "name").value_or(""), takes});
        }
        break;
    }
    return made;
}

const parameter* signature::find(std::string_view name) const {
    const auto same = [name](const parameter& p) { return !name.empty() && p.name == name; };
    const auto at = std::find_if(params.begin(), params.end(), same);
    return at == params.end() ? nullptr : &*at;
}

}  // namespace callbox::cli
