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

bool contains_itself(const type& t) {
    bool found = false;
    openrpc::visit_parts(t, [&](const type& part) {
        found = found || openrpc::is_made_of(part, [&](const type& each) { return &each == &t; });
    });
    return found;
}

// C++ types as JSON Schema 2020-12, in the subset that clients of models support: inline types,
// `type` is a string, the root is an object, no "$schema". The server checks everything.
class schema final : public openrpc::schema_writer {
public:
    using side = openrpc::components::side;
    schema(writer& to, side user) : schema_writer(to, user, audience::models) {}

    // The schema of the arguments, which are passed by name: by_name_only has no effect.
    void write_input(std::span<const param> params) {
        to_->begin_object();
        write_struct(params);
        write_definitions();
        to_->end_object();
    }

    // The schema of structuredContent.
    void write_output(const row& r) {
        const type& t = *r.returns;
        to_->begin_object();
        if (is_whole_result(t)) {
            if (!r.returns_doc.empty()) rpc::write_member(*to_, "description", r.returns_doc);
            if (t.form == type_form::object) write_struct(t.members);
            else write_content(t, {});
        } else {
            const member result{.name = "result", .doc = r.returns_doc, .type = &t};
            write_struct({&result, 1});
        }
        write_definitions();
        to_->end_object();
    }

private:
    bool write_reference(const type& t, const bounds&) override {
        if (t.form != type_form::object || !contains_itself(t)) return false;
        if (std::ranges::find(definitions_, &t) == definitions_.end()) definitions_.push_back(&t);
        rpc::write_member(*to_, "$ref", "#/$defs/" + definition_name(t));
        return true;
    }

    // Writing a definition may add further ones.
    void write_definitions() {
        if (definitions_.empty()) return;
        rpc::begin_object(*to_, "$defs");
        for (std::size_t i = 0; i < definitions_.size(); ++i) {
            const type& t = *definitions_[i];
            rpc::begin_object(*to_, definition_name(t));
            write_struct(t.members);
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

void write_tool(writer& to, const table& methods, const row& r) {
    const std::string name = tool_name_of(r);
    const std::string_view title = r.tool.title.empty() ? r.name : r.tool.title;
    to.begin_object();
    rpc::write_member(to, "name", name);
    if (title != name) rpc::write_member(to, "title", title);
    if (const std::string text = description_of(methods, r); !text.empty())
        rpc::write_member(to, "description", text);
    to.key("inputSchema");
    schema(to, schema::side::param).write_input(methods.params_of(r));
    to.key("outputSchema");
    schema(to, schema::side::result).write_output(r);
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
