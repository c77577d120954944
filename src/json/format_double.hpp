// Formats floating-point numbers as the shortest decimal.
#pragma once

#include <cstddef>

namespace callbox {

inline constexpr std::size_t double_text_max = 24;  // -1.7976931348623157e+308

// Writes the shortest decimal that reads back as the same number, the nearest one if there are
// several, with an exponent if that is shorter. Writes the same bytes as std::to_chars(to, to +
// double_text_max, number), with 5 KB of code instead of 128 KB. Returns the length.
// Requires: `number` is finite, and `to` has room for double_text_max characters.
std::size_t format_double(double number, char* to);
std::size_t format_double(float number, char* to);

}  // namespace callbox
