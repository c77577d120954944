// The HTTP request fields that the Model Context Protocol uses.
#pragma once

#include <optional>
#include <string_view>

namespace callbox::mcp {

// As sent; nothing for an absent field.
struct http_fields {
    std::optional<std::string_view> version = {};  // MCP-Protocol-Version
    std::optional<std::string_view> method = {};   // Mcp-Method
    std::optional<std::string_view> name = {};     // Mcp-Name
};

// Whether the value of Mcp-Name denotes `name`: unchanged, or as "=?base64?" Base64 "?=".
bool is_named(std::string_view field, std::string_view name);

}  // namespace callbox::mcp
