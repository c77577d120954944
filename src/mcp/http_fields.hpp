// The fields of an HTTP request that the Model Context Protocol reads.
#pragma once

#include <optional>
#include <string_view>

namespace callbox::mcp {

// As they were sent; nothing where a field is absent.
struct http_fields {
    std::optional<std::string_view> version = {};  // MCP-Protocol-Version
    std::optional<std::string_view> method = {};   // Mcp-Method
    std::optional<std::string_view> name = {};     // Mcp-Name
};

// Whether the value of Mcp-Name names `name`: as it is, or as "=?base64?" Base64 "?=".
bool is_named(std::string_view field, std::string_view name);

}  // namespace callbox::mcp
