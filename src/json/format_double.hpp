// Binary number to the shortest decimal text.
#pragma once

#include <cstddef>

namespace callbox::shortest {

inline constexpr std::size_t length_max = 24;  // -1.7976931348623157e+308

// Writes the fewest digits that read back as the same number, and of these the nearest to it; with
// an exponent if that is shorter. Writes the same bytes as std::to_chars(to, to + length_max,
// number), in 5 KB of program instead of 128. Returns the length.
// Requires: `number` is finite, and there is room for length_max at `to`.
std::size_t write(double number, char* to);
std::size_t write(float number, char* to);

}  // namespace callbox::shortest
