// Floating-point numbers as decimal text.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace callbox {

inline constexpr std::size_t double_text_max = 24;  // -1.7976931348623157e+308

// Writes the shortest decimal that reads back as the same number, the nearest one if there are
// several, with an exponent if that is shorter. Writes the same bytes as std::to_chars(to, to +
// double_text_max, number), with 5 KB of code instead of 128 KB. Returns the length.
// Requires: `number` is finite, and `to` has room for double_text_max characters.
std::size_t format_double(double number, char* to);
std::size_t format_double(float number, char* to);

// Returns the number nearest to `token`, ties to even. Underflow yields zero with the sign of the
// token, overflow yields nothing. The result is correctly rounded for any number of digits and any
// exponent, in time proportional to the token's length.
// Requires: `token` is a JSON number (RFC 8259, 6), and the processor is in its default rounding
// mode, to nearest.
std::optional<double> parse_double(std::string_view token);
std::optional<float> parse_float(std::string_view token);

}  // namespace callbox
