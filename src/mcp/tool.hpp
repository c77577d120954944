// A row of the table as a tool of the Model Context Protocol.
#pragma once

#include <callbox/json.hpp>
#include <callbox/table.hpp>

#include <string>
#include <string_view>

namespace callbox::mcp {

// The name by which models call it: as the row says, or the method's with each '.' as '_', since
// what stands behind clients takes letters, digits, '_' and '-' alone.
std::string tool_name_of(const row& r);
// Whether that is it.
bool is_tool_name_of(std::string_view name, const row& r);

// Whether the result is an object that clients may hold against outputSchema as it is: a struct or
// a map. Any other stands in {"result": ...}.
bool is_whole_result(const type& t);

// Appends the row as tools/list shows it: {"name": ..., "inputSchema": ..., ...}.
void write_tool(writer& to, const table& methods, const row& r);

}  // namespace callbox::mcp
