// A row of the table as a tool of the Model Context Protocol.
#pragma once

#include <callbox/table.hpp>

namespace callbox::mcp {

// The name for models: the row's tool_name, or the method's name with '_' for each '.', since APIs
// of models accept only letters, digits, '_' and '-'.
std::string tool_name_of(const row& r);
// Whether tool_name_of(r) == name.
bool is_tool_name_of(std::string_view name, const row& r);

// Whether the result is an object that clients can validate against outputSchema unchanged: a
// struct or a map. Any other result is wrapped in {"result": ...}.
bool is_whole_result(const type& t);

// Writes the JSON Schema of the arguments, and of structuredContent.
void write_input_schema(writer& to, std::span<const param> params);
void write_output_schema(writer& to, const row& r);

// Appends the row as listed by tools/list: {"name": ..., "inputSchema": ..., ...}.
void write_tool(writer& to, const table& methods, const row& r);

}  // namespace callbox::mcp
