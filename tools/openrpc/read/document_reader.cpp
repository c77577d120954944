// Reads an OpenRPC document and records the first problem.
#include "document_reader.hpp"

#include "base/utf8.hpp"

namespace callbox::openrpc {

namespace {

void write_canonical(writer& to, value v) {
    switch (v.type()) {
    case kind::null: return to.null();
    case kind::boolean: return to.boolean(v.truth());
    case kind::integer: return to.json(v.token());
    case kind::number:
        if (const auto number = v.as_double()) return to.number(*number);
        return to.json(v.token());
    case kind::string: return to.string(v.text());
    case kind::array:
        to.begin_array();
        for (const value each : v.items()) write_canonical(to, each);
        return to.end_array();
    case kind::object: break;
    }
    std::multimap<std::string_view, value> sorted;
    for (const value::member m : v.members()) sorted.emplace(m.name.text(), m.value);
    to.begin_object();
    for (const auto& [name, content] : sorted) {
        to.key(name);
        write_canonical(to, content);
    }
    to.end_object();
}

// Throws std::bad_alloc if memory ran out.
std::string text_of(const bytes& written) {
    if (written.overflowed()) throw std::bad_alloc();
    return std::string(written.view());
}

// Documentation of another type counts as absent.
std::string_view prose(references& in, value object, std::string_view name) {
    const auto found = in.member(object, name);
    return found && found->is(kind::string) ? found->text() : std::string_view{};
}

}  // namespace

// openrpc, info and methods are required                       OpenRPC 1.2.6, OpenRPC Object
// info = { "title": string, "version": string, ... }           OpenRPC 1.2.6, Info Object
bool document_reader::parse(std::span<char> source, document& parsed) {
    parsed = document(json_depth_limit, source.size());
    if (!parsed.parse(source)) {
        const syntax_error& why = parsed.error();
        problem_ = "not JSON: line " + std::to_string(why.line) + ", column " +
                   std::to_string(why.column) + ": " + why.message;
        return false;
    }
    const value root = parsed.root();
    root_ = root;
    const bool is_object = root.is(kind::object);
    if (!is_object) complain("expected object, got " + std::string(name_of(root.type())));
    else if (text(root, "openrpc").empty()) complain("missing version \"openrpc\"");
    else if (!root.find("methods")) complain("missing \"methods\"");
    else if (!root.find("info")) complain("missing \"info\"");
    else if (const auto info = find(root, "info", kind::object))
        for (const std::string_view name : {"title", "version"})
            if (!info->find(name)) complain("info: missing " + in_quotes(name));
    return is_object;
}

info_object document_reader::info() {
    const auto found = find(*root_, "info", kind::object);
    if (!found) return {};
    return {.title = text(*found, "title"), .version = text(*found, "version"),
            .description = text(*found, "description"),
            .contract = prose(*this, *found, "x-contract")};
}

// Distinct names are distinct objects, so "$ref" does not multiply methods.
std::vector<method_object> document_reader::methods() {
    std::vector<method_object> all;
    std::set<std::string_view> names;
    for (const value each : list(*root_, "methods", kind::object)) {
        place = "methods: ";
        const auto found = follow(each);
        const bool is_new = found && insert(names, name(*found));
        if (!problem_.empty()) break;
        if (is_new) all.push_back(read_method(*found));
    }
    place.clear();
    return all;
}

std::string document_reader::place_of(std::string_view what, std::string_view name) {
    return std::string(what).append(" ").append(shortened(name)).append(": ");
}

method_object document_reader::read_method(value v) {
    method_object made{.name = text(v, "name"), .summary = prose(*this, v, "summary"),
                       .description = prose(*this, v, "description")};
    const std::string before = place_of("method", made.name);
    place = before;
    made.structure = text(v, "paramStructure");
    made.deprecated = flag(v, "deprecated");
    made.blocking = flag(v, "x-blocking");
    made.examples = member(v, "examples");
    read_params(made, v);
    read_errors(made, v);
    place = before + "result: ";
    if (const auto result = find(v, "result", kind::object))
        made.result = read_descriptor(follow(*result));
    if (const auto event = v.find("x-event"); event && event->is(kind::object)) {
        const auto payload = event->find("payload");
        if (payload && (payload->is(kind::object) || payload->is(kind::boolean)))
            made.payload = payload;
        made.keeps = bool(event->find("keeps"));
        const auto when_full = event->find("when_full");
        if (when_full && when_full->is(kind::string)) made.when_full = when_full->text();
    }
    return made;
}

void document_reader::read_params(method_object& m, value v) {
    const std::string before = place;
    std::set<std::string_view> names;
    for (const value each : list(v, "params", kind::object)) {
        place = before + "params: ";
        const auto found = follow(each);
        const std::string_view name = found ? this->name(*found) : name_outside();
        if (!name.empty() && !insert(names, name)) return;
        if (!name.empty()) place = before + place_of("parameter", name);
        m.params.push_back(read_descriptor(found));
    }
    place = before;
}

content_descriptor document_reader::read_descriptor(std::optional<value> found) {
    if (!found) return {.name = name_outside(), .required = true, .is_in_another = true};
    const value v = *found;
    return {.name = prose(*this, v, "name"), .summary = prose(*this, v, "summary"),
            .description = prose(*this, v, "description"), .required = flag(v, "required"),
            .deprecated = flag(v, "deprecated"), .by_name_only = flag(v, "x-by-name-only"),
            .schema = member(v, "schema")};
}

void document_reader::read_errors(method_object& m, value v) {
    const auto all = list(v, "errors", kind::object);
    std::set<std::string_view> codes;
    place.append("errors: ");
    for (const value each : all) {
        const auto found = follow(each);
        if (!found) continue;
        const auto code = find(*found, "code", kind::integer);
        if (!code) return complain("missing \"code\"");
        const std::string_view message = text(*found, "message");
        if (codes.insert(code->token()).second) m.errors.push_back({*code, message});
    }
}

void document_reader::complain(std::string_view what) {
    if (problem_.empty())
        problem_.append("not an OpenRPC document: ").append(place).append(what);
}

std::optional<value> document_reader::find(value object, std::string_view name, kind wanted) {
    const auto found = member(object, name);
    if (!found || found->is(wanted)) return found;
    std::string what = in_quotes(name);
    what.append(": expected ").append(name_of(wanted));
    what.append(", got ").append(name_of(found->type()));
    complain(what);
    return std::nullopt;
}

std::string_view document_reader::text(value object, std::string_view name) {
    const auto found = find(object, name, kind::string);
    return found ? found->text() : std::string_view{};
}

bool document_reader::flag(value object, std::string_view name) {
    const auto found = find(object, name, kind::boolean);
    return found && found->truth();
}

std::size_t document_reader::count(value object, std::string_view name, std::size_t otherwise) {
    const auto found = find(object, name, kind::integer);
    if (!found) return otherwise;
    const auto number = found->as_uint64();
    if (!number) complain(in_quotes(name) + " must be from 0 to 18446744073709551615");
    return static_cast<std::size_t>(std::min<std::uint64_t>(number.value_or(otherwise), SIZE_MAX));
}

// { "$ref": string }                                            OpenRPC 1.2.6, Reference Object
std::optional<value> document_reader::follow(value v) {
    for (int i = 0; i < chain_max; ++i) {
        const auto reference = find(v, "$ref", kind::string);
        if (!reference && v.is(kind::object)) return v;
        const auto found = reference ? target(reference->text()) : std::nullopt;
        if (!found && reference && is_to_another(reference->text())) {
            outside_ = reference->text();
            return std::nullopt;
        }
        if (!found) {
            complain(reference ? "unresolved \"$ref\" " + shortened(reference->text())
                               : "expected object, got " + std::string(name_of(v.type())));
            return std::nullopt;
        }
        v = *found;
    }
    complain("circular \"$ref\"");
    return std::nullopt;
}

std::string_view document_reader::name(value object) {
    const std::string_view name = text(object, "name");
    if (name.empty()) complain("missing or empty \"name\"");
    return name;
}

std::vector<value> document_reader::list(value object, std::string_view name, kind wanted) {
    std::vector<value> all;
    const auto found = find(object, name, kind::array);
    if (!found) return all;
    for (const value each : found->items()) {
        if (each.is(wanted)) all.push_back(each);
        else
            complain(in_quotes(name) + " has an element of type " +
                     std::string(name_of(each.type())));
    }
    return all;
}

bool document_reader::insert(std::set<std::string_view>& names, std::string_view name) {
    const bool is_new = names.insert(name).second;
    if (!is_new) complain("duplicate name " + shortened(name));
    return is_new;
}

std::string canonical(value v) {
    bytes out;
    writer to(out);
    write_canonical(to, v);
    return text_of(out);
}

std::string in_quotes(std::string_view text) {
    bytes out;
    writer(out).string(text);
    return text_of(out);
}

std::string shortened(std::string_view text) {
    constexpr std::size_t bytes_max = 80;
    if (text.size() <= bytes_max) return in_quotes(text);
    return in_quotes(std::string(utf8::cut(text, bytes_max)) + "...");
}

std::string joined(std::span<const std::string> all, std::string_view between) {
    std::string made;
    for (const std::string& each : all) {
        if (&each != all.data()) made.append(between);
        made.append(each);
    }
    return made;
}

}  // namespace callbox::openrpc
