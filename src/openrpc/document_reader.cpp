// Reads members of a document and records the first problem.
#include "document_reader.hpp"

#include <callbox/limits.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <new>

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

void document_reader::complain(std::string_view what) {
    if (problem_.empty())
        problem_.append("not an OpenRPC document: ").append(place).append(what);
}

std::optional<value> document_reader::find(value object, std::string_view name, kind wanted) {
    const auto found = object.find(name);
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

std::string_view document_reader::name(value object) {
    const std::string_view name = text(object, "name");
    if (name.empty()) complain("missing or empty \"name\"");
    return name;
}

bool document_reader::differ(std::vector<std::string_view> names) {
    std::ranges::sort(names);
    const auto twice = std::ranges::adjacent_find(names);
    if (twice == names.end()) return true;
    complain("duplicate name " + in_quotes(*twice));
    return false;
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

std::string joined(std::span<const std::string> all, std::string_view between) {
    std::string made;
    for (const std::string& each : all) {
        if (&each != all.data()) made.append(between);
        made.append(each);
    }
    return made;
}

}  // namespace callbox::openrpc
