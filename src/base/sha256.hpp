// SHA-256 (FIPS 180-4) and base64 (RFC 4648, 4), to name a script in a Content-Security-Policy.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace callbox {

std::array<std::uint8_t, 32> sha256(std::string_view message);

// With padding.
std::string base64(std::span<const std::uint8_t> from);

}  // namespace callbox
