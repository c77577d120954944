// Binary number to the shortest decimal text.
#pragma once

#include <cstddef>

namespace callbox {

inline constexpr std::size_t double_text_max = 24;  // -1.7976931348623157e+308

// Writes the fewest digits that read back as the same number, and of these the nearest to it; with
// an exponent if that is shorter. Writes the same bytes as std::to_chars(to, to + double_text_max,
// number), in 5 KB of program instead of 128. Returns the length.
// Requires: `number` is finite, and there is room for double_text_max at `to`.
std::size_t format_double(double number, char* to);
std::size_t format_double(float number, char* to);

}  // namespace callbox
