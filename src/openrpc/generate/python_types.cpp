// Writes the types of a service in Python.
#include "python_types.hpp"

#include "openrpc/document_reader.hpp"
#include "python_text.hpp"
#include "text.hpp"

#include <algorithm>

namespace callbox::openrpc::generate {

namespace {

using namespace python_text;

// The format of a text, also of one in an array or beside null.
std::string_view format_of(const type& t) {
    if (t.form == form::text) return t.format;
    if (t.form == form::array && !t.element->has_name()) return format_of(*t.element);
    if (t.form == form::either && t.parts.size() == 2 && !t.has_name())
        return format_of(t.parts[0]->form == form::null ? *t.parts[1] : *t.parts[0]);
    return "";
}

// A member with one possible value has it: the tag of an alternative.
std::string only_value(const member& m) {
    if (!m.required || m.schema->form != form::choice || m.schema->values.size() != 1) return "";
    const std::string value = literal_of(m.schema->values[0]);
    return value == "None" ? "" : value;
}

}  // namespace

bool is_nullable(const type& t) {
    if (t.form == form::any || t.form == form::null) return true;
    if (t.form == form::choice) return std::ranges::count(t.values, "null") > 0;
    return t.form == form::either &&
           std::ranges::any_of(t.parts, [](const type* part) { return is_nullable(*part); });
}

python_types::python_types(const service& from, scope& names) : service_(from) {
    for (const type* t : from.named) names_[t] = names.claim(pascal(t->words));
}

std::string python_types::declarations() {
    std::string made;
    for (const type* t : service_.named) {
        made.append("\n\n");
        if (t->form == form::object) {
            write_class(made, *t);
        } else {
            append_comment(made, 0, "#", t->doc);
            is_strict_ = true;
            append_line(made, 0, names_.at(t) + " = " + alias_of(*t));
            is_strict_ = false;
        }
        declared_.insert(t);
    }
    return made;
}

std::string python_types::annotation(const type& t) const {
    if (!t.has_name()) return alias_of(t);
    const std::string& name = names_.at(&t);
    return is_strict_ && !declared_.contains(&t) ? quoted(name) : name;
}

std::string python_types::alias_of(const type& t) const {
    switch (t.form) {
    case form::any:
    case form::object: return "Json";  // an object has a name
    case form::null: return "None";
    case form::boolean: return "bool";
    case form::integer: return "int";
    case form::number: return "float";
    case form::text: return "str";
    case form::choice: {
        std::vector<std::string> values;
        for (const std::string& json : t.values) values.push_back(literal_of(json));
        return "Literal[" + joined(values) + "]";
    }
    case form::array: return "List[" + annotation(*t.element) + "]";
    case form::map: return "Dict[str, " + annotation(*t.element) + "]";
    case form::tuple: {
        std::vector<std::string> parts;
        for (const type* part : t.parts) parts.push_back(annotation(*part));
        return "Tuple[" + joined(parts) + "]";
    }
    case form::either: return union_of(t, false);
    }
    return "";
}

std::string python_types::union_of(const type& t, bool has_marker) const {
    std::vector<std::string> parts;
    const bool is_flat = t.form == form::either && (!has_marker || !t.has_name());
    if (is_flat)
        for (const type* part : t.parts) add_new(parts, annotation(*part));
    if (!is_flat) parts.push_back(annotation(t));
    if (has_marker) parts.push_back("Null");
    if (parts.size() == 1) return parts[0];
    const auto none = std::ranges::find(parts, "None");
    if (parts.size() != 2 || none == parts.end()) return "Union[" + joined(parts) + "]";
    return "Optional[" + parts[none == parts.begin() ? 1 : 0] + "]";
}

std::string python_types::annotation_of(const member& m) const {
    if (m.required) return annotation(*m.schema);
    if (is_nullable(*m.schema)) return union_of(*m.schema, true);
    return "Optional[" + annotation(*m.schema) + "]";
}

std::string python_types::note(const member& m) {
    std::vector<std::string> more;
    if (const auto format = format_of(*m.schema); !format.empty()) more.emplace_back(format);
    if (m.fallback) more.push_back("default: " + *m.fallback);
    if (m.deprecated) more.push_back("deprecated");
    if (more.empty()) return m.doc;
    return m.doc + (m.doc.empty() ? "(" : " (") + joined(more, "; ") + ")";
}

// Those without a default are first, as dataclasses want it.
void python_types::write_class(std::string& to, const type& t) const {
    scope names(reserved_names);
    std::vector<std::string> claimed;
    for (const member& m : t.members) claimed.push_back(names.claim(snake(words_of(m.name))));
    to.append("@dataclasses.dataclass\nclass ").append(names_.at(&t)).append(":\n");
    append_docstring(to, 4, t.doc);
    if (!t.doc.empty() && !t.members.empty()) to.append("\n");
    if (t.doc.empty() && t.members.empty()) to.append("    pass\n");
    for (const bool required : {true, false})
        for (std::size_t i = 0; i < t.members.size(); ++i)
            if (t.members[i].required == required) write_member(to, claimed[i], t.members[i]);
}

void python_types::write_member(std::string& to, const std::string& name, const member& m) const {
    std::string line = name + ": " + annotation_of(m);
    const std::string only = only_value(m);
    std::vector<std::string> options;
    if (!only.empty()) options = {"default=" + only, "init=False"};
    else if (!m.required) options = {"default=None"};
    if (name != m.name) options.push_back("metadata={\"name\": " + quoted(m.name) + "}");
    if (!only.empty() || name != m.name) line += " = dataclasses.field(" + joined(options) + ")";
    else if (!m.required) line += " = None";
    const std::string text = one_line(note(m));
    const bool fits = line.size() + 8 + text.size() <= columns_max;
    if (!fits) append_comment(to, 4, "#", text);
    append_line(to, 4, line + (fits && !text.empty() ? "  # " + text : ""));
}

}  // namespace callbox::openrpc::generate
