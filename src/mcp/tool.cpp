// Input: rows of the table. Output: tools for tools/list, and the tools that a caller sees.
#include "tool.hpp"

#include "base/sha256.hpp"
#include "openrpc/document.hpp"
#include "openrpc/schema.hpp"
#include "rpc/members.hpp"
#include "rpc/sample.hpp"
#include "rpc/suggestion.hpp"

#include <callbox/tool.hpp>

namespace callbox::mcp {

namespace {

constexpr std::uint64_t safe_integer_max = (std::uint64_t{1} << 53) - 1;

bool contains_itself(const type& t) {
    bool found = false;
    openrpc::visit_parts(t, [&](const type& part) {
        found = found || openrpc::is_made_of(part, [&](const type& each) { return &each == &t; });
    });
    return found;
}

// C++ types as JSON Schema 2020-12, in the subset that clients of models support: inline types,
// `type` is a string, the root is an object, no "$schema". Omits bounds of integers beyond 2^53,
// which JavaScript cannot represent, and formats that validators do not support. The server checks
// everything.
class schema {
public:
    explicit schema(writer& to) : to_(&to) {}

    // The schema of the arguments, which are passed by name: by_name_only has no effect.
    void write_input(std::span<const param> params) {
        to_->begin_object();
        write_object(params);
        write_definitions();
        to_->end_object();
    }

    // The schema of structuredContent.
    void write_output(const row& r) {
        is_input_ = false;
        const type& t = *r.returns;
        to_->begin_object();
        if (is_whole_result(t)) {
            if (!r.returns_doc.empty()) rpc::write_member(*to_, "description", r.returns_doc);
            if (t.form == type_form::object) write_object(t.members);
            else write_content(t, {});
        } else {
            const member result{.name = "result", .doc = r.returns_doc, .type = &t};
            write_object({&result, 1});
        }
        write_definitions();
        to_->end_object();
    }

private:
    void write(const type& t, const bounds& range = {}) {
        to_->begin_object();
        write_content(t, range);
        to_->end_object();
    }

    // An argument that may be null may also be absent, so null is never needed.
    void write_member(const member& m) {
        const bool may_be_absent = is_input_ && m.type->form == type_form::optional;
        to_->begin_object();
        if (!m.doc.empty()) rpc::write_member(*to_, "description", m.doc);
        write_content(may_be_absent ? *m.type->element : *m.type, m.constraints);
        if (is_input_ && m.has_default()) {
            to_->key("default");
            rpc::write_default(*to_, m);
        }
        to_->end_object();
    }

    void write_content(const type& t, const bounds& range) {
        switch (t.form) {
        case type_form::any: return;
        case type_form::null: return rpc::write_member(*to_, "type", "null");
        case type_form::boolean: return rpc::write_member(*to_, "type", "boolean");
        case type_form::integer:
            rpc::write_member(*to_, "type", "integer");
            return openrpc::write_integer_bounds(*to_, t, range, safe_integer_max);
        case type_form::number: rpc::write_member(*to_, "type", "number"); break;
        case type_form::string:
            rpc::write_member(*to_, "type", "string");
            if (t.format == "base64") rpc::write_member(*to_, "contentEncoding", t.format);
            else if (openrpc::is_known_format(t.format))
                rpc::write_member(*to_, "format", t.format);
            break;
        case type_form::choice:
            rpc::write_member(*to_, "type", "string");
            rpc::begin_array(*to_, "enum");
            for (const std::string_view name : t.names.first(t.tag.empty() ? t.names.size() : 1))
                to_->string(name);
            return to_->end_array();
        case type_form::array:
        case type_form::map:
            openrpc::begin_elements(*to_, t);
            write(*t.element, range.each != nullptr ? *range.each : bounds{});
            return openrpc::end_elements(*to_, t, range);
        case type_form::tuple: return write_tuple(t);
        case type_form::object:
            if (!contains_itself(t)) return write_object(t.members, t.ignores_others);
            if (std::ranges::find(definitions_, &t) == definitions_.end())
                definitions_.push_back(&t);
            return rpc::write_member(*to_, "$ref", "#/$defs/" + definition_name(t));
        case type_form::optional:
            rpc::begin_array(*to_, "anyOf");
            write(*t.element, range);
            write(null_type);
            return to_->end_array();
        case type_form::either: return write_any_of(t.parts);
        }
        openrpc::write_bounds(*to_, t, range);
    }

    void write_object(std::span<const member> members, bool is_open = false) {
        rpc::write_member(*to_, "type", "object");
        rpc::begin_object(*to_, "properties");
        for (const member& m : members) {
            to_->key(m.name);
            write_member(m);
        }
        to_->end_object();
        openrpc::write_required(*to_, members, !is_input_, is_open);
    }

    // "items" with several types is for readers without support for "prefixItems".
    void write_tuple(const type& t) {
        const bool is_of_one = std::ranges::all_of(
            t.parts, [&](const type* part) { return part == t.parts.front(); });
        rpc::write_member(*to_, "type", "array");
        if (!is_of_one) {
            rpc::begin_array(*to_, "prefixItems");
            for (const type* part : t.parts) write(*part);
            to_->end_array();
        }
        if (!t.parts.empty()) {
            to_->key("items");
            if (is_of_one) write(*t.parts.front());
            else {
                to_->begin_object();
                write_any_of(t.parts);
                to_->end_object();
            }
        }
        rpc::write_member(*to_, "minItems", t.parts.size());
        rpc::write_member(*to_, "maxItems", t.parts.size());
    }

    void write_any_of(std::span<const type* const> parts) {
        rpc::begin_array(*to_, "anyOf");
        for (const type* part : parts) write(*part);
        to_->end_array();
    }

    // Writing a definition may add further ones.
    void write_definitions() {
        if (definitions_.empty()) return;
        rpc::begin_object(*to_, "$defs");
        for (std::size_t i = 0; i < definitions_.size(); ++i) {
            const type& t = *definitions_[i];
            rpc::begin_object(*to_, definition_name(t));
            write_object(t.members);
            to_->end_object();
        }
        to_->end_object();
    }

    // Further types of the same name are numbered. Requires: the type is among the definitions.
    std::string definition_name(const type& t) const {
        const auto name_of = [](const type& each) {
            return openrpc::component_name(each.component.empty() ? each.name : each.component);
        };
        std::string name = name_of(t);
        std::size_t namesakes = 1;
        for (const type* each : definitions_) {
            if (each == &t) break;
            if (name_of(*each) == name) ++namesakes;
        }
        return namesakes == 1 ? name : name + "_" + std::to_string(namesakes);
    }

    writer* to_;
    bool is_input_ = true;
    std::vector<const type*> definitions_;  // of recursive types, in order of their first use
};

void append_paragraph(std::string& to, std::string_view before, std::string_view text) {
    if (text.empty()) return;
    if (!to.empty()) to += "\n\n";
    to.append(before).append(text);
}

std::string description_of(const table& methods, const row& r) {
    std::string text;
    append_paragraph(text, "", r.summary);
    append_paragraph(text, "", r.details);
    append_paragraph(text, "Returns: ", r.returns_doc);
    std::string errors;
    for (const declared_error& e : methods.errors_of(r))
        errors.append(errors.empty() ? "" : "; ").append(e.message);
    append_paragraph(text, "Fails: ", errors);
    return text;
}

// The name of a row's tool, before tool_character() is applied.
std::string_view raw_name_of(const row& r) { return r.tool.name.empty() ? r.name : r.tool.name; }
char tool_character(char c) { return c == '.' || c == '/' ? '_' : c; }

bool is_offered(const row& r, const rpc::view* sees) {
    return !r.tool.hidden && !r.deprecated && rpc::is_seen(r, sees);
}

}  // namespace

std::string tool_name_of(const row& r) {
    std::string name(raw_name_of(r));
    for (char& c : name) c = tool_character(c);
    return name;
}

// APIs of models refuse a tool with other names; clients then drop all tools.
std::string error_in_tools(const table& methods) {
    std::map<std::string, std::string_view, std::less<>> methods_by_name;
    for (const row& r : methods.rows) {
        if (r.tool.hidden) continue;
        const std::string method(r.name);
        const std::string name = tool_name_of(r);
        if (!detail::is_tool_name(name))
            return "method " + method + ": a tool's name has at most 64 characters: give it a "
                   "tool_name, or no_tool";
        for (const param& p : methods.params_of(r))
            if (!detail::is_tool_parameter(p.name))
                return "method " + method + ": a tool's parameter has a name of 1 to 64 letters, "
                       "digits, '_', '-' and '.', not \"" + std::string(p.name) + '"';
        const auto [other, is_new] = methods_by_name.emplace(name, r.name);
        if (!is_new)
            return "methods " + std::string(other->second) + " and " + method + " are both the "
                   "tool " + name + ": give one another tool_name";
    }
    for (const row& r : methods.rows) {
        const auto other = methods_by_name.find(r.name);
        if (!r.tool.hidden && other != methods_by_name.end() && other->second != r.name)
            return "method " + std::string(other->second) + " is a tool with the name of method " +
                   std::string(r.name) + ": give it another tool_name";
    }
    return "";
}

bool is_whole_result(const type& t) {
    return t.form == type_form::object || t.form == type_form::map;
}

void write_input_schema(writer& to, std::span<const param> params) {
    schema(to).write_input(params);
}

void write_output_schema(writer& to, const row& r) { schema(to).write_output(r); }

void write_tool(writer& to, const table& methods, const row& r) {
    const std::string name = tool_name_of(r);
    const std::string_view title = r.tool.title.empty() ? r.name : r.tool.title;
    to.begin_object();
    rpc::write_member(to, "name", name);
    if (title != name) rpc::write_member(to, "title", title);
    if (const std::string text = description_of(methods, r); !text.empty())
        rpc::write_member(to, "description", text);
    to.key("inputSchema");
    write_input_schema(to, methods.params_of(r));
    to.key("outputSchema");
    write_output_schema(to, r);
    openrpc::write_annotations(to, r.tool);
    to.end_object();
}

// Tools take precedence: a tool may have the name of a method that is hidden from models.
const row* tool_list::find(std::string_view name, const rpc::view* sees) const {
    const auto at = std::ranges::find_if(methods_.rows, [&](const row& r) {
        return !r.tool.hidden &&
               std::ranges::equal(name, raw_name_of(r), {}, {}, tool_character);
    });
    const row* const found = at != methods_.rows.end() ? &*at : methods_.find(name);
    return found != nullptr && !found->tool.hidden && rpc::is_seen(*found, sees) ? found : nullptr;
}

std::string tool_list::nearest(std::string_view name, const rpc::view* sees) const {
    std::vector<std::string> names;
    for (const row& r : methods_.rows)
        if (is_offered(r, sees)) names.push_back(tool_name_of(r));
    rpc::suggestion near(name);
    for (const std::string& each : names) near.offer(each);
    return std::string(near.best());
}

std::string_view tool_list::listed(const rpc::view* sees) {
    if (const auto at = made_.find(sees); at != made_.end()) return at->second;
    bytes text;
    writer to(text);
    std::int64_t count = 0;
    to.begin_array();
    for (const row& r : methods_.rows) {
        if (!is_offered(r, sees)) continue;
        write_tool(to, methods_, r);
        ++count;
    }
    to.end_array();
    const std::string& made = made_.emplace(sees, rpc::whole(text)).first->second;
    const auto hash = sha256(made);
    log_->event(log_level::info, "tools listed",
                {{"tools", count}, {"hash", hex(std::span(hash).first(8))}});
    return made;
}

}  // namespace callbox::mcp
