// Writes types and their readers.
#include "typescript_types.hpp"

#include "openrpc/document_reader.hpp"
#include "text.hpp"
#include "typescript_layout.hpp"

#include <algorithm>
#include <utility>

namespace callbox::openrpc::generate {

namespace {

// What client.ts declares or uses, as far as a type could be called so.
constexpr std::string_view taken_names =
    "AbortController AbortSignal Array ArrayBuffer Batch BigInt Call CallError Date Error Errors "
    "Fault Headers Is Json Kind Map Math Methods Number Object Options Outcome Outcomes Promise "
    "Response Send Sent String TextDecoder TransportError TypeError Url JSON URL";

// Those of a choice. An integer beyond 2^53 is read as a bigint.
std::vector<std::string> literals_of(const type& t) {
    std::vector<std::string> all = t.values;
    for (std::string& json : all) {
        const bool is_integer = json.find_first_not_of("-0123456789") == std::string::npos;
        const std::size_t digits = json.size() - (json.starts_with('-') ? 1 : 0);
        const bool is_beyond = digits > 16 || (digits == 16 && json.substr(json.size() - 16) >
                                                                   "9007199254740991");
        if (is_integer && is_beyond) json.push_back('n');
    }
    return all;
}

}  // namespace

typescript_types::typescript_types(const service& from, std::string class_name, wide_integers wide)
    : service_(from), wide_(wide) {
    scope names(taken_names);
    class_name_ = names.claim(std::move(class_name));
    for (const type* t : from.named) names_[t] = names.claim(pascal(t->words));
}

void typescript_types::reserve_names(scope& in) const {
    for (const auto& [t, name] : names_) in.reserve(name);
}

std::string typescript_types::of(const type& t, side s) const {
    return t.has_name() ? names_.at(&t) : plain(t, s);
}

std::string typescript_types::plain(const type& t, side s) const {
    const bool is_param = s == side::param;
    std::vector<std::string> parts;
    for (const type* part : t.parts) {
        std::string name = of(*part, s);
        if (t.form == form::tuple) parts.push_back(std::move(name));
        else add_new(parts, std::move(name));
    }
    switch (t.form) {
    case form::object:  // it has a name
    case form::any: return "Json";
    case form::null: return "null";
    case form::boolean: return "boolean";
    case form::number: return "number";
    case form::integer:
        if (!t.is_wide || wide_ == wide_integers::as_number) return "number";
        if (wide_ == wide_integers::as_string) return "string";
        return is_param ? "bigint | number" : "bigint";
    case form::text: return "string";
    case form::choice: return joined(literals_of(t), " | ");
    case form::array: {
        const std::string element = of(*t.element, s);
        const bool is_union = element.find(" | ") != std::string::npos && !t.element->has_name();
        return (is_param ? "readonly " : "") + (is_union ? "(" + element + ")" : element) + "[]";
    }
    case form::tuple: return (is_param ? "readonly [" : "[") + joined(parts) + "]";
    case form::map: return "{ [name: string]: " + of(*t.element, s) + " }";
    case form::either: return joined(parts, " | ");
    }
    return "Json";
}

std::string typescript_types::of_members(const std::vector<member>& all, side s) const {
    std::vector<std::string> parts;
    parts.reserve(all.size());
    for (const member& m : all)
        parts.push_back(ts_property(m.name) + (m.required ? ": " : "?: ") + of(*m.schema, s));
    return parts.empty() ? "{}" : "{ " + joined(parts, "; ") + " }";
}

std::string typescript_types::notes_of(const member& m) const {
    std::string notes = m.schema->form == form::text ? m.schema->format : "";
    if (!m.fallback) return notes;
    return notes + (notes.empty() ? "" : ", ") + "by default " + *m.fallback;
}

std::string typescript_types::declarations() const {
    std::string out;
    for (const type* t : service_.named) out.append("\n").append(declaration(*t));
    return out;
}

std::string typescript_types::declaration(const type& t) const {
    const std::string head = doc_comment(doc_lines(t.doc), 0) + "export ";
    if (t.form != form::object) {
        const std::string alias = "type " + names_.at(&t) + " = " + plain(t, side::result) + ";";
        return head + laid_out(alias, 0) + "\n";
    }
    const std::string name = "interface " + names_.at(&t);
    if (t.members.empty()) return head + name + " {}\n";
    return head + name + " {\n" + declared_members(t) + "}\n";
}

std::string typescript_types::declared_members(const type& t) const {
    std::string out;
    for (const member& m : t.members) {
        std::vector<std::string> doc = doc_lines(m.doc);
        if (const auto notes = doc_lines(notes_of(m)); !notes.empty()) {
            if (doc.empty()) doc = notes;
            else doc.back().append(" (").append(notes[0]).append(")");
        }
        if (m.deprecated) doc.emplace_back("@deprecated");
        out.append(doc_comment(doc, 2));
        const std::string property = ts_property(m.name) + (m.required ? ": " : "?: ");
        out.append(laid_out(property + of(*m.schema, side::result) + ";", 2)).append("\n");
    }
    return out;
}

std::string typescript_types::reader(const type& t) {
    if (!t.has_name()) return body(t);
    wanted_.insert(&t);
    const std::string& name = names_.at(&t);
    const bool is_above = !is_declaring_ || declared_.contains(&t);
    return is_above ? name : "(value, at) => " + name + "(value, at)";
}

std::string typescript_types::body(const type& t) {
    switch (t.form) {
    case form::any: return "json.any";
    case form::null: return "json.null";
    case form::boolean: return "json.boolean";
    case form::number: return "json.number";
    case form::integer:
        if (!t.is_wide || wide_ == wide_integers::as_number) return "json.integer";
        return wide_ == wide_integers::as_string ? "json.digits" : "json.bigint";
    case form::text: return "json.text";
    case form::choice: return "json.choice(" + joined(literals_of(t)) + ")";
    case form::array: return "json.list(" + reader(*t.element) + ")";
    case form::tuple: {
        std::vector<std::string> parts;
        for (const type* part : t.parts) parts.push_back(reader(*part));
        return "json.tuple(" + joined(parts) + ")";
    }
    case form::map: return "json.map(" + reader(*t.element) + ")";
    case form::object: return object_reader(t.members, false);
    case form::either: break;
    }
    std::vector<std::string> parts;
    for (const type* part : t.parts) add_new(parts, reader(*part));
    const bool is_nullable = parts.size() > 1 && std::erase(parts, "json.null") > 0;
    const std::string one = parts.size() == 1 ? parts[0] : "json.either(" + joined(parts) + ")";
    return is_nullable ? "json.nullable(" + one + ")" : one;
}

std::string typescript_types::object_reader(const std::vector<member>& all, bool only_text) {
    std::vector<std::string> known;
    std::vector<std::string> optional;
    for (const member& m : all) {
        if (only_text && !has_text(*m.schema)) continue;
        known.push_back(ts_key(m.name) + ": " + reader(*m.schema));
        if (!m.required) optional.push_back(in_quotes(m.name));
    }
    std::string out = "json.object({";
    if (!known.empty()) out += " " + joined(known) + " ";
    out += "}";
    if (!optional.empty()) out += ", [" + joined(optional) + "]";
    return out + ")";
}

bool typescript_types::has_text(const type& t) {
    looked_at_.clear();
    return wide_ == wide_integers::as_string && finds_wide(t);
}

// In circles it is enough to look once.
bool typescript_types::finds_wide(const type& t) {
    if (t.is_wide) return true;
    if (!looked_at_.insert(&t).second) return false;
    const auto has = [this](const type* part) { return part != nullptr && finds_wide(*part); };
    return has(t.element) || std::ranges::any_of(t.parts, has) ||
           std::ranges::any_of(t.members, has, &member::schema);
}

std::string typescript_types::reader_of_text(const std::vector<member>& all) {
    const bool has = std::ranges::any_of(all, [&](const member& m) { return has_text(*m.schema); });
    return has ? object_reader(all, true) : "";
}

std::string typescript_types::sent(const type& t, const std::string& argument) {
    return has_text(t) ? "json.out(" + reader(t) + ", " + argument + ")" : argument;
}

// A reader may name more of them, which stand above it or below.
std::string typescript_types::readers() {
    is_declaring_ = true;
    std::map<const type*, std::string> made;
    std::size_t known = 0;
    while (known != wanted_.size()) {
        known = wanted_.size();
        declared_.clear();
        for (const type* t : service_.named) {
            if (wanted_.contains(t)) made[t] = body(*t);
            declared_.insert(t);
        }
    }
    std::string out;
    for (const type* t : service_.named)
        if (const auto found = made.find(t); found != made.end())
            out += laid_out("const " + names_.at(t) + ": Is = " + found->second + ";", 0) + "\n";
    return out;
}

}  // namespace callbox::openrpc::generate
