// Powers of ten in binary, for conversion between numbers and decimal text.
#pragma once

#include <cstdint>

namespace callbox::powers {

// A 128-bit number.
struct wide {
    std::uint64_t high, low;
    bool operator==(const wide&) const = default;
};

inline constexpr int exponent_min = -342;
inline constexpr int exponent_max = 324;

// The first 128 binary digits of 10^exponent, from the leading 1, truncated.
// Requires: exponent_min <= exponent <= exponent_max.
wide of_ten(int exponent);

// The exponent of the first digit: floor(log2(10^exponent)). Same requirement.
constexpr int floor_log2_of_ten_to(int exponent) { return (exponent * 217706) >> 16; }

constexpr wide multiply_halves(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t half = 0xffffffff;
    const std::uint64_t low = (a & half) * (b & half);
    const std::uint64_t left = (a >> 32) * (b & half) + (low >> 32);
    const std::uint64_t right = (a & half) * (b >> 32) + (left & half);
    return {(a >> 32) * (b >> 32) + (left >> 32) + (right >> 32), right << 32 | (low & half)};
}

constexpr wide multiply(std::uint64_t a, std::uint64_t b) {
#ifdef __SIZEOF_INT128__
    __extension__ using integer = unsigned __int128;
    const integer result = static_cast<integer>(a) * b;
    return {static_cast<std::uint64_t>(result >> 64), static_cast<std::uint64_t>(result)};
#else
    return multiply_halves(a, b);
#endif
}

static_assert(multiply(~0ull, ~1ull) == multiply_halves(~0ull, ~1ull));
static_assert(multiply(1ull << 32, ~1ull) == multiply_halves(1ull << 32, ~1ull));

}  // namespace callbox::powers
