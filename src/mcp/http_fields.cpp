#include "http_fields.hpp"

#include "base/sha256.hpp"

#include <cstdint>
#include <span>

namespace callbox::mcp {

// Base64 has one spelling of each text (RFC 4648, 3.5), so invalid Base64 matches nothing.
bool is_named(std::string_view field, std::string_view name) {
    constexpr std::string_view before = "=?base64?";
    constexpr std::string_view after = "?=";
    const bool is_coded = field.size() >= before.size() + after.size() &&
                          field.starts_with(before) && field.ends_with(after);
    if (!is_coded) return field == name;
    field = field.substr(before.size(), field.size() - before.size() - after.size());
    if (field.size() != base64_length(name.size())) return false;
    return field == base64({reinterpret_cast<const std::uint8_t*>(name.data()), name.size()});
}

}  // namespace callbox::mcp
