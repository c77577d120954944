// SHA-1 and SHA-256 (FIPS 180-4), base64 and hexadecimal.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace callbox {

// Only for the handshake of WebSockets.
std::array<std::uint8_t, 20> sha1(std::string_view message);
std::array<std::uint8_t, 32> sha256(std::string_view message);

// With padding: RFC 4648, 4.
std::string base64(std::span<const std::uint8_t> from);
constexpr std::size_t base64_length(std::size_t bytes) { return (bytes + 2) / 3 * 4; }
// Requires: room for base64_length(from.size()) characters at `to`.
void encode_base64(std::span<const std::uint8_t> from, char* to);
// In lower case.
std::string hex(std::span<const std::uint8_t> from);

}  // namespace callbox
