// The number that is nearest to a decimal text.
#pragma once

#include <optional>
#include <string_view>

namespace callbox::nearest {

// Reads `token` as the nearest number there is; of two that are equally near, as the one whose
// last binary digit is 0. What is too near to zero is zero, with the sign of the token; what is
// beyond the finite is nothing. That is exact for any number of digits and any exponent, and takes
// time in proportion to the length of the token.
// Requires: `token` is a number as JSON writes it (RFC 8259, 6), and the processor rounds to the
// nearest, as it does unless it was told otherwise.
std::optional<double> read_double(std::string_view token);
std::optional<float> read_float(std::string_view token);

}  // namespace callbox::nearest
