// Writes types in C++: structs, enumerations, standard templates, and callbox::json for anything
// else.
#include "cpp_types.hpp"

#include "base/ascii.hpp"
#include "cpp_text.hpp"
#include "reserved.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace callbox::openrpc::generate::cpp {

namespace {

constexpr std::string_view any_json = "callbox::json";

bool is_text(const scalar& value) { return value.kind == kind::string; }

// The JSON kind by which codec<std::variant> distinguishes alternatives.
int kind_of(const type& t) {
    switch (t.form) {
    case form::boolean: return 0;
    case form::integer:
    case form::number: return 1;
    case form::text:
    case form::choice: return 2;
    case form::array:
    case form::tuple: return 3;
    case form::map:
    case form::object: return 4;
    default: return -1;
    }
}

// The type of text with this format that has a codec in callbox/formats.hpp. The document does not
// contain the precision of a time; clients read times with microseconds.
constant type_of_text(std::string_view format) {
    if (format == "date") return "std::chrono::year_month_day";
    if (format == "date-time") return "std::chrono::sys_time<std::chrono::microseconds>";
    if (format == "uuid") return "callbox::uuid";
    return pick(format == "base64", "std::vector<std::byte>", "std::string");
}

// Passed by value.
bool is_small(std::string_view type) {
    return type == "bool" || type == "double" || type.ends_with("int64_t") ||
           type == "std::string_view" || type.starts_with("std::chrono::");
}

using links = std::multimap<const type*, const type*>;

// Removes types without incoming links until all have one.
void peel(std::set<const type*>& all, const links& from, const links& to) {
    std::map<const type*, std::size_t> counts;
    std::vector<const type*> free;
    for (const type* each : all)
        if ((counts[each] = to.count(each)) == 0) free.push_back(each);
    for (std::size_t i = 0; i < free.size(); ++i) {
        all.erase(free[i]);
        for (auto [at, end] = from.equal_range(free[i]); at != end; ++at)
            if (--counts[at->second] == 0) free.push_back(at->second);
    }
}

// The types that contain themselves at any depth, and the types on a path between two of these.
std::set<const type*> circular_types(const service& from) {
    links parts, users;
    std::set<const type*> all;
    for (const type& each : from.types) {
        all.insert(&each);
        for (const type* part : types_within(each)) {
            parts.emplace(&each, part);
            users.emplace(part, &each);
        }
    }
    peel(all, parts, users);
    peel(all, users, parts);
    return all;
}

// Macros have names of capitals and digits only.
std::string without_macro(std::string name) {
    const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
    if (name.size() > 1 && std::ranges::none_of(name, is_lower)) name.push_back('_');
    return name;
}

}  // namespace

std::vector<std::string_view> cpp_reserved() {
    return {reserved::cpp, reserved::cpp_macros, reserved::cpp_own};
}

cpp_types::cpp_types(service& from)
    : service_(from), names_(cpp_reserved()), circular_(circular_types(from)) {
    std::set<const type*> alone;
    const auto use = [&](const type* t) { alone.insert(t); };
    for (const type& each : from.types) {
        if (each.element != nullptr) use(each.element);
        for (const member& m : each.members) use(m.schema);
        if (each.tag.empty()) std::ranges::for_each(each.parts, use);
    }
    for (const method& each : from.methods) {
        for (const member& p : each.params) use(p.schema);
        if (each.result != nullptr) use(each.result);
        if (each.is_event()) use(each.payload);
    }
    for (const type* each : from.named) {
        named_.emplace(each, claim(each->words));
        const auto fits = [&](const type* part) {
            const auto tag = tags_.find(part);
            const bool is_of_another = tag != tags_.end() && tag->second != each->tag;
            return !alone.contains(part) && !is_of_another;
        };
        if (each->tag.empty() || !std::ranges::all_of(each->parts, fits)) continue;
        unions_.insert(each);
        for (const type* part : each->parts) tags_.emplace(part, each->tag);
    }
    find_inputs();
    find_aliases();
}

void cpp_types::find_inputs() {
    std::vector<const type*> found;
    for (const method& each : service_.methods)
        for (const member& p : each.params) found.push_back(p.schema);
    for (std::size_t i = 0; i < found.size(); ++i)
        if (inputs_.insert(found[i]).second)
            for (const type* part : types_within(*found[i])) found.push_back(part);
}

// Each type follows the types it is made of, except in cycles, which contain a struct.
void cpp_types::find_aliases() {
    for (const type* each : service_.named) {
        const bool is_declared = each->form == form::object || each->form == form::choice ||
                                 unions_.contains(each);
        std::size_t length = 1;
        if (!is_declared)
            for (const type* part : types_within(*each)) length += length_of(*part);
        if (length > type_length_max) aliases_.insert(each);
        lengths_.emplace(each, length > type_length_max ? 1 : length);
    }
}

std::size_t cpp_types::length_of(const type& t) const {
    if (const auto named = lengths_.find(&t); named != lengths_.end()) return named->second;
    if (t.has_name()) return 1;
    std::size_t length = 1;
    for (const type* part : types_within(t)) length += length_of(*part);
    return length;
}

code cpp_types::claim(const std::vector<std::string>& words) {
    return names_.claim(without_macro(pascal(words)));
}

code cpp_types::without_type(const std::string& why) const {
    service_.note("C++: " + why + ": any JSON");
    return code("callbox::json");
}

// T of a union of T and null; null for other types.
const type* cpp_types::present(const type& t) const {
    if (t.form != form::either || t.parts.size() != 2 || unions_.contains(&t)) return nullptr;
    if (is_null(t.parts[0]) == is_null(t.parts[1])) return nullptr;
    return t.parts[is_null(t.parts[0]) ? 1 : 0];
}

bool cpp_types::is_optional(const type& t) const {
    return present(t) != nullptr && of(t).view() != any_json;
}

// Whether `t` is complete at this point, or may be incomplete here.
bool cpp_types::is_complete(const type& t) const {
    if (declares_aliases_ || complete_.contains(&t)) return true;
    if (t.form == form::object) return false;
    const bool parts = std::ranges::all_of(t.parts, [&](const type* p) { return is_complete(*p); });
    const bool made = parts || t.form == form::array || t.form == form::map;
    if (made && t.has_name()) complete_.insert(&t);
    return made;
}

code cpp_types::of(const type& t, bool is_held) const {
    if (tags_.contains(&t))
        return without_type("\"" + std::string(named_.at(&t).view()) + "\" outside its union");
    const bool is_named = t.form == form::object || unions_.contains(&t) || aliases_.contains(&t);
    return is_named ? of_named(t, is_held) : expanded(t);
}

code cpp_types::of_named(const type& t, bool is_held) const {
    const code& name = named_.at(&t);
    if (is_held || is_complete(t)) return name;
    return without_type("\"" + std::string(name.view()) +
                        "\" contains itself outside a list or map");
}

code cpp_types::expanded(const type& t) const {
    switch (t.form) {
    case form::boolean: return code("bool");
    case form::integer:
        return code(pick(t.is_wide && t.is_unsigned, "std::uint64_t", "std::int64_t"));
    case form::number: return code("double");
    case form::text: return code(type_of_text(t.format));
    case form::array: return "std::vector<" + of(*t.element, true) + ">";
    case form::map: return "std::map<std::string, " + of(*t.element, true) + ">";
    case form::tuple: {
        std::vector<code> parts;
        for (const type* each : t.parts) parts.push_back(of(*each));
        return "std::tuple<" + joined(parts) + ">";
    }
    case form::choice:
        if (!std::ranges::all_of(t.values, is_text)) break;
        return t.has_name() ? named_.at(&t) : code("std::string");
    case form::either: return of_either(t);
    default: break;
    }
    return code("callbox::json");
}

code cpp_types::of_either(const type& t) const {
    if (const type* const one = present(t)) {
        const code part = of(*one);
        return part.view() == any_json ? part : "std::optional<" + part + ">";
    }
    std::array<bool, 5> seen{};
    std::vector<code> made;
    if (std::ranges::any_of(t.parts, is_null)) made.push_back(code("std::monostate"));
    for (const type* each : t.parts) {
        if (is_null(each)) continue;
        const int kind = unions_.contains(each) ? 4 : kind_of(*each);
        const auto slot = static_cast<std::size_t>(kind);
        const bool is_new = kind != -1 && !std::exchange(seen[slot], true);
        const code part = is_new ? of(*each) : code();
        if (!is_new || part.view() == any_json)
            return without_type("several alternatives of one kind");
        made.push_back(part);
    }
    return "std::variant<" + joined(made) + ">";
}

// An empty optional is absent, so a required member that may be null is not an optional. A struct
// has required members itself, and designators name them, which a class around it would prevent.
code cpp_types::of_member(const member& m, bool is_input) const {
    code made = of(*m.schema);
    const bool is_null = is_optional(*m.schema);
    if (!m.required) return is_null ? made : "std::optional<" + made + ">";
    if (is_null) made = "std::variant<std::monostate, " + of(*present(*m.schema)) + ">";
    const bool is_struct = m.schema->form == form::object && made.view() != any_json;
    return is_input && !is_struct ? "callbox::required<" + made + ">" : made;
}

code cpp_types::of_argument(const member& m) const {
    code made = of(*m.schema);
    if (made.view() == "std::string") made = code("std::string_view");
    const bool is_value = is_small(made.view()) || m.schema->form == form::choice;
    if (m.required) return is_value && made.view() != any_json ? made : "const " + made + "&";
    if (is_optional(*m.schema)) return "const " + made + "&";
    return pick(is_value, "std::optional<", "const std::optional<") + made +
           pick(is_value, ">", ">&");
}

code cpp_types::of_result(const type& t) const {
    return t.form == form::null ? code("void") : of(t);
}

code cpp_types::declarations() {
    code forward, unions;
    for (const type* each : service_.named) {
        if (each->form == form::object) forward += "struct " + named_.at(each) + ";\n";
        if (!unions_.contains(each)) continue;
        std::vector<code> parts;
        for (const type* part : each->parts) parts.push_back(named_.at(part));
        unions += "using " + named_.at(each) + " = std::variant<" + joined(parts) + ">;\n";
    }
    if (!forward.empty()) out_ += "\n" + forward;
    out_ += unions;
    for (const type* each : service_.named)
        if (each->form == form::choice && std::ranges::all_of(each->values, is_text))
            declare_choice(*each);
    for (const type* each : service_.named)
        if (aliases_.contains(each)) declare_alias(*each);
    for (const type* each : service_.named)
        if (each->form == form::object) declare_struct(*each);
    for (const type* each : service_.named) {
        if (each->form == form::object) describe_struct(*each);
        if (unions_.contains(each)) describe_union(*each);
    }
    return std::move(out_);
}

void cpp_types::describe(const type& t, const code& as, const std::vector<code>& words) {
    out_ += "constexpr auto describe(callbox::as<" + named_.at(&t) + ">) {\n";
    append_list(out_, "    return callbox::" + as + "{", words, "};");
    out_ += "}\n";
}

void cpp_types::declare_choice(const type& t) {
    scope names(cpp_reserved());
    const code& name = named_.at(&t);
    std::vector<code> enumerators, words;
    for (const scalar& each : t.values) {
        enumerators.push_back(names.claim(snake(words_of(each.text))));
        words.push_back("callbox::choice{" + name + "::" + enumerators.back() + ", " +
                        literal(each.text) + "}");
    }
    out_ += "\n";
    append_comment(out_, 0, t.doc);
    append_list(out_, "enum class " + name + " { ", enumerators, " };");
    describe(t, code("choices"), words);
}

void cpp_types::declare_alias(const type& t) {
    declares_aliases_ = true;
    out_ += "\n";
    append_comment(out_, 0, t.doc);
    out_ += "using " + named_.at(&t) + " = " + expanded(t) + ";\n";
    declares_aliases_ = false;
}

std::vector<code> cpp_types::member_names(const type& t) const {
    scope names(cpp_reserved(), &names_);
    std::vector<code> all;
    for (const member& m : t.members) all.push_back(names.claim(snake(words_of(m.name))));
    return all;
}

bool cpp_types::is_tag(const type& t, const member& m) const {
    const auto at = tags_.find(&t);
    return at != tags_.end() && at->second == m.name;
}

void cpp_types::declare_struct(const type& t) {
    const std::vector<code> names = member_names(t);
    const code& name = named_.at(&t);
    out_ += "\n";
    append_comment(out_, 0, t.doc);
    out_ += "struct " + name + " {\n";
    for (std::size_t i = 0; i < names.size(); ++i) {
        const member& m = t.members[i];
        if (is_tag(t, m)) continue;
        // A value that is the only possible one is a default, a required member has no other.
        const bool is_constant = m.required && m.schema->form == form::choice &&
                                 m.schema->values.size() == 1 && is_text(m.schema->values[0]);
        const code type_name = of_member(m, inputs_.contains(&t) && !is_constant);
        append_comment(out_, 4, m.doc);
        out_ += "    " + type_name + " " + names[i];
        if (is_constant && type_name.view() == "std::string")
            out_ += "{" + literal(m.schema->values[0].text) + "}";
        else if (!m.required || is_constant)
            out_ += " = {}";
        out_ += ";\n";
    }
    if (!circular_.contains(&t))  // clang 14 would need its codec too early
        out_ += "    bool operator==(const " + name + "&) const = default;\n";
    out_ += "};\n";
    complete_.insert(&t);
}

void cpp_types::describe_struct(const type& t) {
    const std::vector<code> names = member_names(t);
    std::vector<code> words;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (!is_tag(t, t.members[i]))
            words.push_back("callbox::field{" + literal(t.members[i].name) + ", &" +
                            named_.at(&t) + "::" + names[i] + "}");
    out_ += "\n";
    describe(t, code("fields"), words);
}

void cpp_types::describe_union(const type& t) {
    std::vector<code> words{literal(t.tag)};
    for (const type* part : t.parts) {
        const auto tag = std::ranges::find(part->members, t.tag, &member::name);
        words.push_back("callbox::tagged<" + named_.at(part) + ">(" +
                        literal(tag->schema->values.front().text) + ")");
    }
    const code& name = named_.at(&t);
    out_ += "\nconstexpr auto describe(callbox::as<" + name + ">) {\n";
    append_list(out_, code("    return callbox::one_of{"), words, "}.named(\"" + name + "\");");
    out_ += "}\n";
}

}  // namespace callbox::openrpc::generate::cpp
