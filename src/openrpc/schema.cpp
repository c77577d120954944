// Writes the types of a table as JSON Schema, for the document.
#include "schema.hpp"

#include "rpc/members.hpp"
#include "rpc/sample.hpp"

namespace callbox::openrpc {

namespace {

void write_limit(writer& to, std::string_view name, const literal& limit,
                 std::uint64_t magnitude_max = UINT64_MAX) {
    if (limit.kind == kind::integer && limit.magnitude > magnitude_max) return;
    to.key(name);
    rpc::write_literal(to, limit);
}

// JavaScript cannot represent all 64-bit integers. This is "x-format" since Ajv 6, used by OpenRPC
// tools, throws on an unknown "format".
std::string_view format_of(const type& integer) {
    constexpr auto widest = std::numeric_limits<std::int64_t>{};
    if (integer.high == std::numeric_limits<std::uint64_t>::max()) return "uint64";
    const bool is_widest = integer.low == widest.min() &&
                           integer.high == static_cast<std::uint64_t>(widest.max());
    return is_widest ? "int64" : "";
}

void write_names(writer& to, const type& t) {
    rpc::begin_array(to, "enum");
    for (const std::string_view name : t.names) to.string(name);
    to.end_array();
}

void write_string(writer& to, const type& t) {
    rpc::write_member(to, "type", "string");
    if (t.format == "base64") rpc::write_member(to, "contentEncoding", t.format);
    else if (!t.format.empty())
        rpc::write_member(to, is_known_format(t.format) ? "format" : "x-format", t.format);
    if (t.sample.empty()) return;
    rpc::begin_array(to, "examples");
    to.string(t.sample);
    to.end_array();
}

void write_counts(writer& to, const bounds& range, std::string_view least,
                  std::string_view most) {
    if (!range.open_least) rpc::write_member(to, least, range.count_least);
    if (!range.open_most) rpc::write_member(to, most, range.count_most);
}

}  // namespace

// The formats that Ajv 6 supports.
bool is_known_format(std::string_view format) {
    static constexpr std::array<std::string_view, 16> known{
        "date", "time", "date-time", "uri", "uri-reference", "uri-template", "url", "email",
        "hostname", "ipv4", "ipv6", "regex", "uuid", "json-pointer", "relative-json-pointer",
        "json-pointer-uri-fragment"};
    return std::ranges::find(known, format) != known.end();
}

void write_bounds(writer& to, const type& t, const bounds& range) {
    const bool array = t.form == type_form::array || t.form == type_form::tuple;
    if (range.pattern != nullptr) rpc::write_member(to, "pattern", range.pattern->text);
    switch (range.what) {
    case bounds::on::nothing:
    case bounds::on::parts: return;
    case bounds::on::value:
        if (!range.open_least) write_limit(to, "minimum", range.least);
        if (!range.open_most) write_limit(to, "maximum", range.most);
        return;
    case bounds::on::length: return write_counts(to, range, "minLength", "maxLength");
    case bounds::on::size: break;
    }
    if (array) write_counts(to, range, "minItems", "maxItems");
    else write_counts(to, range, "minProperties", "maxProperties");
}

void write_integer_bounds(writer& to, const type& t, const bounds& range,
                          std::uint64_t magnitude_max) {
    const bool is_bounded = range.what == bounds::on::value;
    write_limit(to, "minimum",
                is_bounded && !range.open_least ? range.least : detail::numeral_of(t.low),
                magnitude_max);
    write_limit(to, "maximum",
                is_bounded && !range.open_most ? range.most : detail::numeral_of(t.high),
                magnitude_max);
}

// The names of a map, which are text.
void write_key(writer& to, const type& t) {
    if (t.form == type_form::choice) write_names(to, t);
    else if (t.form == type_form::integer)
        rpc::write_member(to, "pattern", t.low < 0 ? "^(0|-?[1-9][0-9]*)$" : "^(0|[1-9][0-9]*)$");
    else write_string(to, t);
}

void begin_elements(writer& to, const type& t) {
    const bool is_map = t.form == type_form::map;
    rpc::write_member(to, "type", is_map ? "object" : "array");
    to.key(is_map ? "additionalProperties" : "items");
}

void end_elements(writer& to, const type& t, const bounds& range) {
    if (t.key != nullptr || range.keys != nullptr) {
        rpc::begin_object(to, "propertyNames");
        if (t.key != nullptr) write_key(to, *t.key);
        if (range.keys != nullptr) write_bounds(to, {.form = type_form::string}, *range.keys);
        to.end_object();
    }
    if (range.unique || t.size.unique) rpc::write_member(to, "uniqueItems", true);
    write_bounds(to, t, t.size);
    write_bounds(to, t, range);
}

void write_required(writer& to, std::span<const member> members, bool is_result,
                    bool is_open) {
    const auto is_required = [=](const member& m) {
        return m.required || (is_result && is_always_written(m));
    };
    if (std::ranges::any_of(members, is_required)) {
        rpc::begin_array(to, "required");
        for (const member& m : members)
            if (is_required(m)) to.string(m.name);
        to.end_array();
    }
    if (!is_open) rpc::write_member(to, "additionalProperties", false);
}

// The title of a type named by its codec is that name unchanged.
void components::write(writer& to) const {
    to.begin_object();
    for (const entry& e : all_) {
        const type& t = *e.type;
        writing_ = &t;
        side_ = e.of_params ? side::param : side::result;
        rpc::begin_object(to, e.name);
        rpc::write_member(to, "title", is_object(t) || t.name.empty() ? e.name : t.name);
        if (is_tagged_union(t)) write_union(to, t);
        else if (is_object(t)) write_object(to, t);
        else write_plain(to, t, {});
        to.end_object();
    }
    writing_ = nullptr;
    to.end_object();
}

void components::write_param(writer& to, const param& p) const {
    side_ = side::param;
    write_schema(to, p, "");
}

void components::write_result(writer& to, const type& t) const {
    side_ = side::result;
    write_schema(to, t);
}

void components::write_schema(writer& to, const type& t, const bounds& range) const {
    to.begin_object();
    write_members(to, t, range);
    to.end_object();
}

// Draft 7 ignores siblings of "$ref", so a reference that has any is wrapped in "allOf".
void components::write_schema(writer& to, const member& m, std::string_view doc) const {
    const bool has_default = m.has_default() && side_ == side::param;
    const bool is_reference = has_name(*m.type) && m.constraints.what == bounds::on::nothing;
    to.begin_object();
    if (!doc.empty()) rpc::write_member(to, "description", doc);
    if (is_reference && (!doc.empty() || has_default)) {
        rpc::begin_array(to, "allOf");
        write_schema(to, *m.type);
        to.end_array();
    } else {
        write_members(to, *m.type, m.constraints);
    }
    if (has_default) {
        to.key("default");
        rpc::write_default(to, m);
    }
    to.end_object();
}

// A reference cannot have bounds as siblings. None closes a cycle from the component that is being
// written to itself, by any path: @json-schema-tools/dereferencer follows such a cycle until memory
// runs out: measured with 1.4.0 and 1.6.3, of parseOpenRPCDocument() in @open-rpc/schema-utils-js
// 1.14.3 (the inspector and the playground), 2.1.2 and 2.2.1. Validation alone accepts it, with
// Ajv 6 and with the meta-schemas. tests/openrpc/recursive.mjs fails when that changes.
void components::write_members(writer& to, const type& t, const bounds& range) const {
    if (!has_name(t) || range.what != bounds::on::nothing) return write_plain(to, t, range);
    const auto is_written = [this](const type& each) { return &each == writing_; };
    if (writing_ == nullptr || !is_made_of(t, is_written))
        return rpc::write_member(to, "$ref", path_of(t));
    rpc::write_member(to, "type", "object");
    rpc::write_member(to, "x-recursive", name_of(t, side_));
}

void components::write_plain(writer& to, const type& t, const bounds& range) const {
    switch (t.form) {
    case type_form::any: return;
    case type_form::null: return rpc::write_member(to, "type", "null");
    case type_form::boolean: return rpc::write_member(to, "type", "boolean");
    case type_form::integer:
        rpc::write_member(to, "type", "integer");
        if (const auto format = format_of(t); !format.empty())
            rpc::write_member(to, "x-format", format);
        return write_integer_bounds(to, t, range);
    case type_form::number: rpc::write_member(to, "type", "number"); break;
    case type_form::string: write_string(to, t); break;
    case type_form::choice:
        rpc::write_member(to, "type", "string");
        if (!t.tag.empty()) return rpc::write_member(to, "const", t.names.front());
        write_names(to, t);
        break;
    case type_form::array:
    case type_form::map:
        begin_elements(to, t);
        write_schema(to, *t.element, range.each != nullptr ? *range.each : bounds{});
        return end_elements(to, t, range);
    case type_form::tuple:
        rpc::write_member(to, "type", "array");
        write_list(to, "items", t.parts);
        rpc::write_member(to, "additionalItems", false);
        write_bounds(to, t, t.size);
        break;
    case type_form::object: return;  // always a reference: objects have no bounds
    case type_form::optional:
        rpc::begin_array(to, "anyOf");
        write_schema(to, *t.element, range);
        write_schema(to, null_type);
        return to.end_array();
    case type_form::either: return write_list(to, "anyOf", t.parts);
    }
    write_bounds(to, t, range);
}

// If an alternative contains the union, the recursion ends in the alternative.
void components::write_union(writer& to, const type& t) const {
    rpc::begin_array(to, "oneOf");
    for (const type* part : t.parts) {
        to.begin_object();
        rpc::write_member(to, "$ref", path_of(*part));
        to.end_object();
    }
    to.end_array();
    rpc::begin_object(to, "discriminator");
    rpc::write_member(to, "propertyName", t.tag);
    rpc::begin_object(to, "mapping");
    for (const type* part : t.parts)
        rpc::write_member(to, part->members.front().type->names.front(), path_of(*part));
    to.end_object();
    to.end_object();
}

std::string components::path_of(const type& t) const {
    return "#/components/schemas/" + std::string(name_of(t, side_));
}

void components::write_list(writer& to, std::string_view key,
                            std::span<const type* const> parts) const {
    rpc::begin_array(to, key);
    for (const type* part : parts) write_schema(to, *part);
    to.end_array();
}

void components::write_object(writer& to, const type& t) const {
    rpc::write_member(to, "type", "object");
    rpc::begin_object(to, "properties");
    for (const member& m : t.members) {
        to.key(m.name);
        write_schema(to, m, m.doc);
    }
    to.end_object();
    write_required(to, t.members, side_ == side::result, t.ignores_others);
}

}  // namespace callbox::openrpc
