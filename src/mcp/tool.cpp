// Input: a row of the table. Output: the tool for tools/list.
#include "tool.hpp"

#include "openrpc/document.hpp"
#include "rpc/members.hpp"
#include "schema.hpp"

#include <callbox/tool.hpp>

#include <algorithm>

namespace callbox::mcp {

namespace {

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

}  // namespace

std::string tool_name_of(const row& r) {
    std::string name(detail::raw_tool_name(r));
    for (char& c : name) c = detail::tool_character(c);
    return name;
}

bool is_tool_name_of(std::string_view name, const row& r) {
    return std::ranges::equal(name, detail::raw_tool_name(r), {}, {}, detail::tool_character);
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
    schema(to).write_input(methods.params_of(r));
    to.key("outputSchema");
    schema(to).write_output(r);
    openrpc::write_annotations(to, r.tool);
    to.end_object();
}

}  // namespace callbox::mcp
