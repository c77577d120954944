// Writes the types of a service in Python.
#include "python_types.hpp"

#include "read/document_reader.hpp"
#include "python_text.hpp"
#include "reserved.hpp"
#include "text.hpp"

#include <algorithm>
#include <utility>

namespace callbox::openrpc::generate::python {

namespace {

constant class_of(std::string_view format) {
    if (format == "date") return "Date";
    if (format == "date-time") return "DateTime";
    if (format == "uuid") return "UUID";
    return pick(format == "base64", "bytes", "str");
}

// The format of text without a class for it, also in an array or a union with null.
std::string_view format_of(const type& t) {
    if (t.form == form::text) return has_class(t) ? std::string_view() : std::string_view(t.format);
    if (t.form == form::array && !t.element->has_name()) return format_of(*t.element);
    if (t.form == form::either && t.parts.size() == 2 && !t.has_name())
        return format_of(t.parts[0]->form == form::null ? *t.parts[1] : *t.parts[0]);
    return "";
}

// The value of a required member with only one possible value, such as the tag of a union.
code only_value(const member& m) {
    if (!m.required || m.schema->form != form::choice || m.schema->values.size() != 1) return {};
    return literal(m.schema->values[0]);
}

}  // namespace

bool has_class(const type& t) {
    return t.form == form::text && class_of(t.format).view() != "str";
}

python_types::python_types(const service& from, scope& names) : service_(from) {
    for (const type* t : from.named) names_[t] = names.claim(pascal(t->words));
}

code python_types::declarations() {
    code made;
    for (const type* t : service_.named) {
        made += "\n\n";
        if (t->form == form::object) {
            write_class(made, *t);
        } else {
            append_comment(made, 0, t->doc);
            is_strict_ = true;
            append_line(made, 0, names_.at(t) + " = " + alias_of(*t));
            is_strict_ = false;
        }
        declared_.insert(t);
    }
    return made;
}

code python_types::annotation(const type& t) const {
    if (!t.has_name()) return alias_of(t);
    const code& name = names_.at(&t);
    return is_strict_ && !declared_.contains(&t) ? "\"" + name + "\"" : name;
}

code python_types::alias_of(const type& t) const {
    switch (t.form) {
    case form::any:
    case form::object: break;  // an object has a name
    case form::null: return code("None");
    case form::boolean: return code("bool");
    case form::integer: return code("int");
    case form::number: return code("float");
    case form::text: return code(class_of(t.format));
    case form::choice: {
        std::vector<code> values;
        for (const scalar& each : t.values) values.push_back(literal(each));
        return "Literal[" + joined(values) + "]";
    }
    case form::array: return "List[" + annotation(*t.element) + "]";
    case form::map: return "Dict[str, " + annotation(*t.element) + "]";
    case form::tuple: {
        std::vector<code> parts;
        for (const type* part : t.parts) parts.push_back(annotation(*part));
        return "Tuple[" + joined(parts) + "]";
    }
    case form::either: return union_of(t, false);
    }
    return code("Json");
}

code python_types::union_of(const type& t, bool has_marker) const {
    std::vector<code> parts;
    const bool is_flat = t.form == form::either && (!has_marker || !t.has_name());
    if (is_flat)
        for (const type* part : t.parts) parts.push_back(annotation(*part));
    if (!is_flat) parts.push_back(annotation(t));
    parts = unique(std::move(parts));
    if (has_marker) parts.push_back(code("Null"));
    if (parts.size() == 1) return parts[0];
    const auto none = std::ranges::find(parts, code("None"));
    if (parts.size() != 2 || none == parts.end()) return "Union[" + joined(parts) + "]";
    return "Optional[" + parts[none == parts.begin() ? 1 : 0] + "]";
}

code python_types::annotation_of(const member& m) const {
    if (m.required) return annotation(*m.schema);
    if (m.schema->is_nullable) return union_of(*m.schema, true);
    return "Optional[" + annotation(*m.schema) + "]";
}

std::string python_types::note(const member& m) {
    std::vector<std::string> more;
    if (const auto format = format_of(*m.schema); !format.empty()) more.emplace_back(format);
    if (m.fallback) more.push_back("default: " + *m.fallback);
    if (m.deprecated) more.push_back("deprecated");
    if (more.empty()) return m.doc;
    return m.doc + (m.doc.empty() ? "(" : " (") + openrpc::joined(more, "; ") + ")";
}

// Members without a default come first, as dataclasses require.
void python_types::write_class(code& to, const type& t) const {
    scope names({reserved::python});
    std::vector<code> claimed;
    for (const member& m : t.members) claimed.push_back(names.claim(snake(words_of(m.name))));
    code fields;
    std::string listed, noted;
    for (const bool required : {true, false}) {
        for (std::size_t i = 0; i < t.members.size(); ++i) {
            if (t.members[i].required != required) continue;
            write_member(fields, claimed[i], t.members[i]);
            listed.append(listed.empty() ? "Members: " : ", ").append(claimed[i].view());
            if (const std::string text = note(t.members[i]); !text.empty())
                append_entry(noted, entry_of(claimed[i].view(), text));
        }
    }
    std::string doc = sentence(t.doc);
    if (lines_of(doc).empty()) doc = sentence(listed.empty() ? "No members" : listed);
    if (!noted.empty()) doc.append(doc.ends_with('\n') ? "\n" : "\n\n").append(noted);
    to += "@dataclasses.dataclass\nclass " + names_.at(&t) + ":\n";
    append_docstring(to, 4, doc);
    if (!fields.empty()) to += "\n" + fields;
}

void python_types::write_member(code& to, const code& name, const member& m) const {
    code line = name + ": " + annotation_of(m);
    const code only = only_value(m);
    const bool is_renamed = name.view() != m.name;
    std::vector<code> options;
    if (!only.empty()) options = {"default=" + only, code("init=False")};
    else if (!m.required) options = {code("default=None")};
    if (is_renamed) options.push_back("metadata={\"name\": " + literal(m.name) + "}");
    if (!only.empty() || is_renamed) line += " = dataclasses.field(" + joined(options) + ")";
    else if (!m.required) line += " = None";
    append_line(to, 4, line);
}

}  // namespace callbox::openrpc::generate::python
