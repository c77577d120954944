// Writes types in C++: structs, enumerations, std's templates, and callbox::json for what has no
// type.
#include "cpp_types.hpp"

#include "openrpc/document_reader.hpp"
#include "text.hpp"

#include <callbox/json.hpp>

#include <algorithm>
#include <array>

namespace callbox::openrpc::generate {

namespace {

constexpr std::string_view any_json = "callbox::json";

bool is_text(std::string_view json) { return json.starts_with('"'); }

// What codec<std::variant> tells alternatives apart by.
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

bool is_scalar(std::string_view type) {
    return type == "bool" || type == "double" || type.ends_with("int64_t");
}

// Whether a value of `t` may hold one of `wanted`, however deep.
bool holds(const type& t, const type& wanted, std::set<const type*>& seen) {
    const auto is_or_holds = [&](const type* part) {
        return part != nullptr && (part == &wanted || (seen.insert(part).second &&
                                                       holds(*part, wanted, seen)));
    };
    return is_or_holds(t.element) || std::ranges::any_of(t.parts, is_or_holds) ||
           std::ranges::any_of(t.members, is_or_holds, &member::schema);
}

// The text of a JSON string without escapes that a table would not have.
std::string text_in(std::string_view json) {
    std::string source(json);
    document read;
    return read.parse(source) && read.root().is(kind::string) ? std::string(read.root().text())
                                                               : std::string();
}

}  // namespace

std::string cpp_literal(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') out.append({'\\', c});
        else if (byte >= ' ' && byte != 0x7f) out.push_back(c);
        else out.append({'\\', static_cast<char>('0' + byte / 64),
                         static_cast<char>('0' + byte / 8 % 8), static_cast<char>('0' + byte % 8)});
    }
    return out + '"';
}

cpp_types::cpp_types(service& from) : service_(from), names_(cpp_names) {
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
    }
    for (const type* each : from.named) {
        named_.emplace(each, names_.claim(pascal(each->words)));
        const auto fits = [&](const type* part) {
            const auto tag = tags_.find(part);
            const bool is_of_another = tag != tags_.end() && tag->second != each->tag;
            return !alone.contains(part) && !is_of_another;
        };
        if (each->tag.empty() || !std::ranges::all_of(each->parts, fits)) continue;
        unions_.insert(each);
        for (const type* part : each->parts) tags_.emplace(part, each->tag);
    }
}

std::string cpp_types::without_type(const std::string& why) const {
    service_.note("C++: " + why + ": any JSON");
    return std::string(any_json);
}

bool cpp_types::is_optional(const type& t) const {
    return of(t).starts_with("std::optional<");
}

// `t` is complete where this is written, or held by what need not know it.
bool cpp_types::is_whole(const type& t) const {
    if (t.form == form::object) return whole_.contains(&t);
    const bool parts = std::ranges::all_of(t.parts, [&](const type* p) { return is_whole(*p); });
    return parts || t.form == form::array || t.form == form::map;
}

std::string cpp_types::of(const type& t, bool is_held) const {
    switch (t.form) {
    case form::boolean: return "bool";
    case form::integer: return t.is_wide && t.is_unsigned ? "std::uint64_t" : "std::int64_t";
    case form::number: return "double";
    case form::text: return "std::string";
    case form::array: return "std::vector<" + of(*t.element, true) + ">";
    case form::map: return "std::map<std::string, " + of(*t.element, true) + ">";
    case form::tuple: {
        std::vector<std::string> parts;
        for (const type* each : t.parts) parts.push_back(of(*each));
        return "std::tuple<" + joined(parts) + ">";
    }
    case form::choice:
        if (!std::ranges::all_of(t.values, is_text)) return std::string(any_json);
        return t.has_name() ? named_.at(&t) : "std::string";
    case form::object:
        if (tags_.contains(&t)) return without_type("\"" + named_.at(&t) + "\" alone");
        return of_named(t, is_held);
    case form::either: return unions_.contains(&t) ? of_named(t, is_held) : of_either(t);
    default: return std::string(any_json);
    }
}

std::string cpp_types::of_named(const type& t, bool is_held) const {
    const std::string& name = named_.at(&t);
    if (is_held || is_whole(t)) return name;
    return without_type("\"" + name + "\" within itself, not in a list or a map");
}

std::string cpp_types::of_either(const type& t) const {
    std::vector<const type*> parts = t.parts;
    const bool has_null = std::erase_if(parts, is_null) > 0;
    if (parts.empty()) return std::string(any_json);
    std::array<bool, 5> seen{};
    std::vector<std::string> made;
    if (has_null) made.emplace_back("std::monostate");
    for (const type* each : parts) {
        std::string part = of(*each);
        if (parts.size() == 1 && part == any_json) return part;
        if (parts.size() == 1 && has_null) return "std::optional<" + part + ">";
        const int kind = unions_.contains(each) ? 4 : kind_of(*each);
        if (kind == -1 || seen[static_cast<std::size_t>(kind)] || part == any_json)
            return without_type("several types of one kind");
        seen[static_cast<std::size_t>(kind)] = true;
        made.push_back(std::move(part));
    }
    return "std::variant<" + joined(made) + ">";
}

// An empty optional is absent, so a member that may be null and must be there is no optional.
std::string cpp_types::of_member(const member& m) const {
    const std::string made = of(*m.schema);
    const bool is_null = made.starts_with("std::optional<");
    if (m.required && is_null)
        return "std::variant<std::monostate, " + made.substr(made.find('<') + 1);
    return m.required || is_null ? made : "std::optional<" + made + ">";
}

std::string cpp_types::of_argument(const member& m) const {
    std::string made = of(*m.schema);
    if (made == "std::string") made = "std::string_view";
    const bool is_value = is_scalar(made) || made == "std::string_view" ||
                          m.schema->form == form::choice;
    if (m.required) return is_value && made != any_json ? made : "const " + made + "&";
    if (made.starts_with("std::optional<")) return "const " + made + "&";
    return (is_value ? "std::optional<" : "const std::optional<") + made + (is_value ? ">" : ">&");
}

std::string cpp_types::of_result(const type& t) const {
    return t.form == form::null ? "void" : of(t);
}

std::string cpp_types::declarations() {
    std::string forward, unions;
    for (const type* each : service_.named) {
        if (each->form == form::object) forward += "struct " + named_.at(each) + ";\n";
        if (!unions_.contains(each)) continue;
        std::vector<std::string> parts;
        for (const type* part : each->parts) parts.push_back(named_.at(part));
        unions += "using " + named_.at(each) + " = std::variant<" + joined(parts) + ">;\n";
    }
    if (!forward.empty()) out_ += "\n" + forward;
    out_ += unions;
    for (const type* each : service_.named)
        if (each->form == form::choice && std::ranges::all_of(each->values, is_text))
            declare_choice(*each);
    for (const type* each : service_.named)
        if (each->form == form::object) declare_struct(*each);
    for (const type* each : service_.named) {
        if (each->form == form::object) describe_struct(*each);
        if (unions_.contains(each)) describe_union(*each);
    }
    return std::move(out_);
}

void cpp_types::describe(const type& t, const std::string& as,
                         const std::vector<std::string>& words, const std::string& end) {
    out_ += "constexpr auto describe(callbox::as<" + named_.at(&t) + ">) {\n";
    append_list(out_, "    return callbox::" + as + "{", words, end);
    out_ += "}\n";
}

void cpp_types::declare_choice(const type& t) {
    scope names(cpp_names);
    const std::string& name = named_.at(&t);
    std::vector<std::string> enumerators, words;
    for (const std::string& each : t.values) {
        const std::string text = text_in(each);
        enumerators.push_back(names.claim(snake(words_of(text))));
        words.push_back("callbox::choice{" + name + "::" + enumerators.back() + ", " +
                        cpp_literal(text) + "}");
    }
    out_ += "\n";
    append_comment(out_, 0, "//", t.doc);
    append_list(out_, "enum class " + name + " { ", enumerators, " };");
    describe(t, "choices", words);
}

std::vector<std::string> cpp_types::member_names(const type& t) const {
    scope names(cpp_names);
    std::vector<std::string> all;
    for (const member& m : t.members) all.push_back(names.claim(snake(words_of(m.name))));
    return all;
}

bool cpp_types::is_tag(const type& t, const member& m) const {
    const auto at = tags_.find(&t);
    return at != tags_.end() && at->second == m.name;
}

void cpp_types::declare_struct(const type& t) {
    const std::vector<std::string> names = member_names(t);
    out_ += "\n";
    append_comment(out_, 0, "//", t.doc);
    out_ += "struct " + named_.at(&t) + " {\n";
    for (std::size_t i = 0; i < names.size(); ++i) {
        const member& m = t.members[i];
        if (is_tag(t, m)) continue;
        const std::string type_name = of_member(m);
        const bool is_constant = type_name == "std::string" && m.schema->values.size() == 1;
        append_comment(out_, 4, "//", m.doc);
        out_ += "    " + type_name + " " + names[i] +
                (is_constant ? " = " + cpp_literal(text_in(m.schema->values[0]))
                 : !m.required || is_scalar(type_name) || m.schema->form == form::choice
                     ? " = {}"
                     : "") +
                ";\n";
    }
    std::set<const type*> seen;
    if (!holds(t, t, seen))  // clang 14 would ask for the type's codec before it is whole
        out_ += "    bool operator==(const " + named_.at(&t) + "&) const = default;\n";
    out_ += "};\n";
    whole_.insert(&t);
}

void cpp_types::describe_struct(const type& t) {
    const std::vector<std::string> names = member_names(t);
    std::vector<std::string> words;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (!is_tag(t, t.members[i]))
            words.push_back("callbox::field{" + cpp_literal(t.members[i].name) + ", &" +
                            named_.at(&t) + "::" + names[i] + "}");
    out_ += "\n";
    describe(t, "fields", words);
}

void cpp_types::describe_union(const type& t) {
    std::vector<std::string> words{cpp_literal(t.tag)};
    for (const type* part : t.parts)
        words.push_back("callbox::tagged<" + named_.at(part) + ">(" +
                        cpp_literal(text_in(part->members.front().schema->values.front())) + ")");
    out_ += "\n";
    describe(t, "one_of", words, "}.named(" + cpp_literal(named_.at(&t)) + ");");
}

}  // namespace callbox::openrpc::generate
