// Decimal text to the nearest binary number.
#pragma once

#include <optional>
#include <string_view>

namespace callbox {

// Reads `token` as the nearest number; of two equally near ones, the one whose last binary digit is
// 0. A number too near to zero becomes zero, with the token's sign; one too large to be finite
// gives nothing. The result is exact for any number of digits and any exponent; time is
// proportional to the token's length.
// Requires: `token` is a number as JSON writes it (RFC 8259, 6), and the processor rounds to the
// nearest, as it does unless it was told otherwise.
std::optional<double> parse_double(std::string_view token);
std::optional<float> parse_float(std::string_view token);

}  // namespace callbox
