// Writes the types of a table as JSON Schema, for the document and for tools.
#include "schema.hpp"

#include "rpc/members.hpp"
#include "rpc/sample.hpp"

namespace callbox::openrpc {

namespace {

constexpr std::uint64_t safe_integer_max = (std::uint64_t{1} << 53) - 1;

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

// The formats that Ajv 6 supports.
bool is_known_format(std::string_view format) {
    static constexpr std::array<std::string_view, 16> known{
        "date", "time", "date-time", "uri", "uri-reference", "uri-template", "url", "email",
        "hostname", "ipv4", "ipv6", "regex", "uuid", "json-pointer", "relative-json-pointer",
        "json-pointer-uri-fragment"};
    return std::ranges::find(known, format) != known.end();
}

void write_counts(writer& to, const bounds& range, std::string_view least,
                  std::string_view most) {
    if (!range.open_least) rpc::write_member(to, least, range.count_least);
    if (!range.open_most) rpc::write_member(to, most, range.count_most);
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

}  // namespace

// ------------------------------------------------------------------------------------ all schemas

void schema_writer::write(const type& t, const bounds& range) {
    to_->begin_object();
    write_content(t, range);
    to_->end_object();
}

// Draft 7 ignores siblings of "$ref", so a reference that has any is wrapped in "allOf". A
// model can omit an argument that may be null, so null is never needed.
void schema_writer::write_member(const member& m, std::string_view doc) {
    const bool is_param = side_ == components::side::param;
    const bool has_default = m.has_default() && is_param;
    const bool is_reference = has_name(*m.type) && m.constraints.what == bounds::on::nothing;
    const bool may_be_absent = is_param && m.type->form == type_form::optional;
    to_->begin_object();
    if (!doc.empty()) rpc::write_member(*to_, "description", doc);
    if (is_for_models_)
        write_content(may_be_absent ? *m.type->element : *m.type, m.constraints);
    else if (is_reference && (has_default || !doc.empty())) write_list("allOf", {&m.type, 1});
    else write_content(*m.type, m.constraints);
    if (has_default) {
        to_->key("default");
        rpc::write_default(*to_, m);
    }
    to_->end_object();
}

void schema_writer::write_content(const type& t, const bounds& range) {
    if (!write_reference(t, range)) write_plain(t, range);
}

void schema_writer::write_plain(const type& t, const bounds& range) {
    switch (t.form) {
    case type_form::any: return;
    case type_form::null: return rpc::write_member(*to_, "type", "null");
    case type_form::boolean: return rpc::write_member(*to_, "type", "boolean");
    case type_form::integer: return write_integer(t, range);
    case type_form::number: rpc::write_member(*to_, "type", "number"); break;
    case type_form::string: write_string(t); break;
    case type_form::choice:
        rpc::write_member(*to_, "type", "string");
        if (t.tag.empty()) return rpc::write_member(*to_, "enum", t.names);
        if (is_for_models_) return rpc::write_member(*to_, "enum", t.names.first(1));
        return rpc::write_member(*to_, "const", t.names.front());
    case type_form::array:
    case type_form::map: return write_elements(t, range);
    case type_form::tuple: return write_tuple(t);
    case type_form::object: return write_struct(t.members, t.ignores_others);
    case type_form::optional:
        rpc::begin_array(*to_, "anyOf");
        write(*t.element, range);
        write(null_type);
        return to_->end_array();
    case type_form::either: return write_list("anyOf", t.parts);
    }
    write_bounds(*to_, t, range);
}

// Open bounds are those of the type.
void schema_writer::write_integer(const type& t, const bounds& range) {
    const bool is_bounded = range.what == bounds::on::value;
    const std::uint64_t most = is_for_models_ ? safe_integer_max : UINT64_MAX;
    const auto format = is_for_models_ ? std::string_view{} : format_of(t);
    rpc::write_member(*to_, "type", "integer");
    if (!format.empty()) rpc::write_member(*to_, "x-format", format);
    write_limit(*to_, "minimum",
                is_bounded && !range.open_least ? range.least : detail::numeral_of(t.low), most);
    write_limit(*to_, "maximum",
                is_bounded && !range.open_most ? range.most : detail::numeral_of(t.high), most);
}

void schema_writer::write_string(const type& t) {
    rpc::write_member(*to_, "type", "string");
    if (t.format == "base64") rpc::write_member(*to_, "contentEncoding", t.format);
    else if (is_known_format(t.format)) rpc::write_member(*to_, "format", t.format);
    else if (!t.format.empty() && !is_for_models_) rpc::write_member(*to_, "x-format", t.format);
    if (t.sample.empty() || is_for_models_) return;
    rpc::write_member(*to_, "examples", {&t.sample, 1});
}

// The names of a map, which are text.
void schema_writer::write_key(const type& t) {
    if (t.form == type_form::choice) rpc::write_member(*to_, "enum", t.names);
    else if (t.form == type_form::integer)
        rpc::write_member(*to_, "pattern", t.low < 0 ? "^(0|-?[1-9][0-9]*)$" : "^(0|[1-9][0-9]*)$");
    else write_string(t);
}

void schema_writer::write_elements(const type& t, const bounds& range) {
    const bool is_map = t.form == type_form::map;
    rpc::write_member(*to_, "type", is_map ? "object" : "array");
    to_->key(is_map ? "additionalProperties" : "items");
    write(*t.element, range.each != nullptr ? *range.each : bounds{});
    if (t.key != nullptr || range.keys != nullptr) {
        rpc::begin_object(*to_, "propertyNames");
        if (t.key != nullptr) write_key(*t.key);
        if (range.keys != nullptr) write_bounds(*to_, {.form = type_form::string}, *range.keys);
        to_->end_object();
    }
    if (range.unique || t.size.unique) rpc::write_member(*to_, "uniqueItems", true);
    write_bounds(*to_, t, t.size);
    write_bounds(*to_, t, range);
}

// "items" with several types is for readers without support for "prefixItems".
void schema_writer::write_tuple(const type& t) {
    const auto is_first = [&](const type* part) { return part == t.parts.front(); };
    rpc::write_member(*to_, "type", "array");
    if (!is_for_models_) {
        write_list("items", t.parts);
        rpc::write_member(*to_, "additionalItems", false);
    } else if (!std::ranges::all_of(t.parts, is_first)) {
        write_list("prefixItems", t.parts);
        rpc::begin_object(*to_, "items");
        write_list("anyOf", t.parts);
        to_->end_object();
    } else if (!t.parts.empty()) {
        to_->key("items");
        write(*t.parts.front());
    }
    write_bounds(*to_, t, t.size);
}

void schema_writer::write_list(std::string_view key, std::span<const type* const> parts) {
    rpc::begin_array(*to_, key);
    for (const type* part : parts) write(*part);
    to_->end_array();
}

void schema_writer::write_struct(std::span<const member> members, bool is_open) {
    rpc::write_member(*to_, "type", "object");
    rpc::begin_object(*to_, "properties");
    for (const member& m : members) {
        to_->key(m.name);
        write_member(m, m.doc);
    }
    to_->end_object();
    const auto is_required = [this](const member& m) {
        return m.required || (side_ == components::side::result && is_always_written(m));
    };
    if (std::ranges::any_of(members, is_required)) {
        rpc::begin_array(*to_, "required");
        for (const member& m : members)
            if (is_required(m)) to_->string(m.name);
        to_->end_array();
    }
    if (!is_open) rpc::write_member(*to_, "additionalProperties", false);
}

// --------------------------------------------------------------------------- those of the document

namespace {

class document_schema final : public schema_writer {
public:
    // `writing`: the component that is being written, if it is one.
    document_schema(writer& to, const components& named, components::side user,
                    const type* writing = nullptr)
        : schema_writer(to, user, audience::programs), named_(named), writing_(writing) {}

    void write_component(const type& t) {
        if (is_tagged_union(t)) write_union(t);
        else write_plain(t, {});
    }

private:
    // A reference cannot have bounds as siblings. None closes a cycle from the component that is
    // being written to itself, by any path: @json-schema-tools/dereferencer follows such a cycle
    // until memory runs out: measured with 1.4.0 and 1.6.3, of parseOpenRPCDocument() in
    // @open-rpc/schema-utils-js 1.14.3 (the inspector and the playground), 2.1.2 and 2.2.1.
    // Validation alone accepts it, with Ajv 6 and with the meta-schemas.
    // tests/openrpc/recursive.mjs fails when that changes.
    bool write_reference(const type& t, const bounds& range) override {
        if (!has_name(t) || range.what != bounds::on::nothing) return false;
        const auto is_written = [this](const type& each) { return &each == writing_; };
        if (writing_ == nullptr || !is_made_of(t, is_written)) {
            rpc::write_member(*to_, "$ref", path_of(t));
            return true;
        }
        rpc::write_member(*to_, "type", "object");
        rpc::write_member(*to_, "x-recursive", named_.name_of(t, side_));
        return true;
    }

    // If an alternative contains the union, the recursion ends in the alternative.
    void write_union(const type& t) {
        rpc::begin_array(*to_, "oneOf");
        for (const type* part : t.parts) {
            to_->begin_object();
            rpc::write_member(*to_, "$ref", path_of(*part));
            to_->end_object();
        }
        to_->end_array();
        rpc::begin_object(*to_, "discriminator");
        rpc::write_member(*to_, "propertyName", t.tag);
        rpc::begin_object(*to_, "mapping");
        for (const type* part : t.parts)
            rpc::write_member(*to_, part->members.front().type->names.front(), path_of(*part));
        to_->end_object();
        to_->end_object();
    }

    std::string path_of(const type& t) const {
        return "#/components/schemas/" + std::string(named_.name_of(t, side_));
    }

    const components& named_;
    const type* writing_;
};

}  // namespace

// The title of a type named by its codec is that name unchanged.
void components::write(writer& to) const {
    to.begin_object();
    for (const entry& e : all_) {
        const type& t = *e.type;
        rpc::begin_object(to, e.name);
        rpc::write_member(to, "title", is_object(t) || t.name.empty() ? e.name : t.name);
        document_schema(to, *this, e.of_params ? side::param : side::result, &t).write_component(t);
        to.end_object();
    }
    to.end_object();
}

void components::write_param(writer& to, const param& p) const {
    document_schema(to, *this, side::param).write_member(p, "");
}

void components::write_result(writer& to, const type& t) const {
    document_schema(to, *this, side::result).write(t);
}

}  // namespace callbox::openrpc
