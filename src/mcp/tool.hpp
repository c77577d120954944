// The rows of a table as tools of the Model Context Protocol.
#pragma once

#include "observe/logger.hpp"
#include "rpc/view.hpp"

namespace callbox::mcp {

// The name for models: the row's tool_name, or the method's name with '_' for each '.' and '/', as
// APIs of models accept only letters, digits, '_' and '-'.
std::string tool_name_of(const row& r);

// Why these rows cannot be tools: a clause; empty: they can.
std::string error_in_tools(const table& methods);

// Whether the result is an object that clients can validate against outputSchema unchanged: a
// struct or a map. Any other result is wrapped in {"result": ...}.
bool is_whole_result(const type& t);

// Appends the row as listed by tools/list: {"name": ..., "inputSchema": ..., ...}.
void write_tool(writer& to, const table& methods, const row& r);

// The tools of a table: by name, and as listed by tools/list.
class tool_list {
public:
    // Requires: the targets of `methods`, and `log`, outlive it.
    tool_list(const table& methods, observe::logger& log) : methods_(methods), log_(&log) {}

    // The row of the tool, or else the method, of that name; null if the caller does not see it.
    // `sees` is the view of the caller, null for all.
    const row* find(std::string_view name, const rpc::view* sees) const;
    // The name of the listed tool closest to `name`; empty if none is close.
    std::string nearest(std::string_view name, const rpc::view* sees) const;

    // The tools that a caller sees, except deprecated ones: a JSON array, in table order. It is
    // written on first use and then kept; the text is valid until the next call. Requires: the view
    // lives until clear().
    std::string_view listed(const rpc::view* sees);
    // Drops all lists, before the views are destroyed.
    void clear() { made_.clear(); }

private:
    table methods_;
    observe::logger* log_;
    std::map<const rpc::view*, std::string> made_;
};

}  // namespace callbox::mcp
