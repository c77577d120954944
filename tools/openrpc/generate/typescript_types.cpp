// Writes TypeScript types and their readers.
#include "typescript_types.hpp"

#include "reserved.hpp"
#include "typescript_text.hpp"

#include <algorithm>
#include <utility>

namespace callbox::openrpc::generate::typescript {

namespace {

std::vector<code> literals_of(const type& t) {
    std::vector<code> all;
    for (const scalar& each : t.values) all.push_back(literal(each));
    return all;
}

// The types that contain a wide integer at any depth, found by following users upwards.
std::set<const type*> with_wide_integers(const service& from) {
    std::multimap<const type*, const type*> users;
    std::vector<const type*> found;
    for (const type& each : from.types) {
        if (each.is_wide) found.push_back(&each);
        for (const type* part : types_within(each)) users.emplace(part, &each);
    }
    std::set<const type*> all(found.begin(), found.end());
    for (std::size_t i = 0; i < found.size(); ++i)
        for (auto [at, end] = users.equal_range(found[i]); at != end; ++at)
            if (all.insert(at->second).second) found.push_back(at->second);
    return all;
}

// The types and those that they contain, at any depth.
std::set<const type*> with_contents(std::vector<const type*> found) {
    std::set<const type*> all;
    while (!found.empty()) {
        const type* t = found.back();
        found.pop_back();
        if (t == nullptr || !all.insert(t).second) continue;
        for (const type* part : types_within(*t)) found.push_back(part);
    }
    return all;
}

std::set<const type*> types_of_params(const service& from) {
    std::vector<const type*> all;
    for (const method& m : from.methods)
        for (const member& p : m.params) all.push_back(p.schema);
    return with_contents(std::move(all));
}

std::set<const type*> types_of_results(const service& from) {
    std::vector<const type*> all;
    for (const method& m : from.methods) all.push_back(m.is_event() ? m.payload : m.result);
    return with_contents(std::move(all));
}

}  // namespace

typescript_types::typescript_types(const service& from, std::string class_name, wide_integers wide)
    : service_(from), wide_(wide), scope_({reserved::typescript_types}),
      class_name_(scope_.claim(std::move(class_name))), params_(types_of_params(from)),
      results_(types_of_results(from)), with_wide_(with_wide_integers(from)) {
    for (const type* t : from.named) names_[t] = scope_.claim(pascal(t->words));
    if (wide != wide_integers::as_bigint) return;
    for (const type* t : from.named) {
        if (!has_wide(*t) || !params_.contains(t)) continue;
        std::vector<std::string> words = t->words;
        words.emplace_back("input");
        inputs_[t] = scope_.claim(pascal(words));
    }
}

const code& typescript_types::name_of(const type& t, side s) const {
    const auto input = inputs_.find(&t);
    return s == side::param && input != inputs_.end() ? input->second : names_.at(&t);
}

code typescript_types::of(const type& t, side s) const {
    return t.has_name() ? name_of(t, s) : plain(t, s);
}

code typescript_types::plain(const type& t, side s) const {
    const bool is_param = s == side::param;
    std::vector<code> parts;
    for (const type* part : t.parts) parts.push_back(of(*part, s));
    switch (t.form) {
    case form::object:  // it has a name
    case form::any: break;
    case form::null: return code("null");
    case form::boolean: return code("boolean");
    case form::number: return code("number");
    case form::integer:
        if (!t.is_wide || wide_ == wide_integers::as_number) return code("number");
        if (wide_ == wide_integers::as_string) return code("string");
        return code(pick(is_param, "bigint | number", "bigint"));
    case form::text: return code("string");
    case form::choice: return joined(literals_of(t), " | ");
    case form::array: {
        const code element = of(*t.element, s);
        const bool is_union =
            !t.element->has_name() && element.view().find(" | ") != std::string_view::npos;
        const bool is_several_words = is_union || element.view().starts_with("readonly ");
        return pick(is_param, "readonly ") + (is_several_words ? "(" + element + ")" : element) +
               "[]";
    }
    case form::tuple: return pick(is_param, "readonly [", "[") + joined(parts) + "]";
    case form::map: return "{ [name: string]: " + of(*t.element, s) + " }";
    case form::either: return joined(unique(std::move(parts)), " | ");
    }
    return code("Json");
}

// Every object inherits members of Object.prototype. An optional property with the name of one may
// have the inherited type too, as in "{}".
code typescript_types::of_property(const member& m, side s) const {
    const code name = property(m.name), of_value = of(*m.schema, s);
    if (m.required) return name + ": " + of_value;
    const bool is_inherited = is_listed(reserved::typescript_object, m.name);
    return name + "?: " + of_value + (is_inherited ? " | Object[" + literal(m.name) + "]" : code());
}

code typescript_types::of_members(const std::vector<member>& all, side s) const {
    std::vector<code> parts;
    parts.reserve(all.size());
    for (const member& m : all) parts.push_back(of_property(m, s));
    return parts.empty() ? code("{}") : "{ " + joined(parts, "; ") + " }";
}

std::string typescript_types::notes_of(const member& m) {
    std::string notes = m.schema->form == form::text ? m.schema->format : "";
    if (!m.fallback) return notes;
    return notes + (notes.empty() ? "" : ", ") + "by default " + *m.fallback;
}

code typescript_types::declarations() const {
    code out;
    for (const type* t : service_.named) {
        const bool is_param = params_.contains(t), is_result = results_.contains(t) || !is_param;
        if (is_result) out += "\n" + declaration(*t, side::result);
        if (is_param && (!is_result || inputs_.contains(t)))
            out += "\n" + declaration(*t, side::param);
    }
    return out;
}

code typescript_types::declaration(const type& t, side s) const {
    const code head = doc_comment({{.text = t.doc}}, 0) + "export ";
    const code& name = name_of(t, s);
    if (t.form != form::object)
        return head + laid_out("type " + name + " = " + plain(t, s) + ";", 0) + "\n";
    if (t.members.empty()) return head + "interface " + name + " {}\n";
    return head + "interface " + name + " {\n" + declared_members(t, s) + "}\n";
}

code typescript_types::declared_members(const type& t, side s) const {
    code out;
    for (const member& m : t.members) {
        std::string doc = m.doc;
        if (const std::string notes = notes_of(m); !notes.empty()) {
            doc.erase(doc.find_last_not_of(" \r\n") + 1);
            doc = doc.empty() ? notes : doc + " (" + notes + ")";
        }
        std::vector<doc_part> parts{{.text = std::move(doc)}};
        if (m.deprecated) parts.push_back({.tag = "@deprecated"});
        out += doc_comment(parts, 2);
        out += laid_out(of_property(m, s) + ";", 2) + "\n";
    }
    return out;
}

code typescript_types::reader(const type& t) {
    if (!t.has_name()) return body(t);
    if (seen_.insert(&t).second) wanted_.push_back(&t);
    const code& name = names_.at(&t);
    const bool is_above = !is_declaring_ || declared_.contains(&t);
    return is_above ? name : "(value, at) => " + name + "(value, at)";
}

code typescript_types::body(const type& t) {
    switch (t.form) {
    case form::any: return code("json.any");
    case form::null: return code("json.null");
    case form::boolean: return code("json.boolean");
    case form::number: return code("json.number");
    case form::integer:
        if (!t.is_wide || wide_ == wide_integers::as_number) return code("json.integer");
        return code(pick(wide_ == wide_integers::as_string, "json.digits", "json.bigint"));
    case form::text: return code("json.text");
    case form::choice: return "json.choice(" + joined(literals_of(t)) + ")";
    case form::array: return "json.list(" + reader(*t.element) + ")";
    case form::tuple: {
        std::vector<code> parts;
        for (const type* part : t.parts) parts.push_back(reader(*part));
        return "json.tuple(" + joined(parts) + ")";
    }
    case form::map: return "json.map(" + reader(*t.element) + ")";
    case form::object: return object_reader(t.members, false);
    case form::either: break;
    }
    std::vector<code> parts;
    for (const type* part : t.parts) parts.push_back(reader(*part));
    parts = unique(std::move(parts));
    const bool is_nullable = parts.size() > 1 && std::erase(parts, code("json.null")) > 0;
    const code one = parts.size() == 1 ? parts[0] : "json.either(" + joined(parts) + ")";
    return is_nullable ? "json.nullable(" + one + ")" : one;
}

code typescript_types::object_reader(const std::vector<member>& all, bool only_wide) {
    std::vector<code> known, optional;
    for (const member& m : all) {
        if (only_wide && !has_wide(*m.schema)) continue;
        known.push_back(key(m.name) + ": " + reader(*m.schema));
        if (!m.required) optional.push_back(literal(m.name));
    }
    code out("json.object({");
    if (!known.empty()) out += " " + joined(known) + " ";
    out += "}";
    if (!optional.empty()) out += ", [" + joined(optional) + "]";
    return out + ")";
}

code typescript_types::sent(const type& t, const code& argument) {
    const auto is_integer = [](const type* p) { return p->form == form::integer || is_null(p); };
    const bool is_alone =
        is_integer(&t) || (t.form == form::either && std::ranges::all_of(t.parts, is_integer));
    if (!has_wide(t)) return argument;
    if (is_alone && wide_ != wide_integers::as_string) return "json.exact(" + argument + ")";
    return "json.out(" + reader(t) + ", " + argument + ")";
}

code typescript_types::sent(const std::vector<member>& all, const code& argument) {
    const bool has = std::ranges::any_of(all, [&](const member& m) { return has_wide(*m.schema); });
    return has ? "json.out(" + object_reader(all, true) + ", " + argument + ")" : argument;
}

// A reader may refer to others, above or below it.
code typescript_types::readers() {
    for (std::size_t i = 0; i < wanted_.size(); ++i) (void)body(*wanted_[i]);
    is_declaring_ = true;
    code out;
    for (const type* t : service_.named) {
        if (seen_.contains(t))
            out += laid_out("const " + names_.at(t) + ": Is = " + body(*t) + ";", 0) + "\n";
        declared_.insert(t);
    }
    return out;
}

}  // namespace callbox::openrpc::generate::typescript
