// Parses decimal text as the nearest floating-point number.
#pragma once

#include <optional>
#include <string_view>

namespace callbox {

// Returns the number nearest to `token`, ties to even. Underflow yields zero with the sign of the
// token, overflow yields nothing. The result is correctly rounded for any number of digits and any
// exponent, in time proportional to the token's length.
// Requires: `token` is a JSON number (RFC 8259, 6), and the processor is in its default rounding
// mode, to nearest.
std::optional<double> parse_double(std::string_view token);
std::optional<float> parse_float(std::string_view token);

}  // namespace callbox
