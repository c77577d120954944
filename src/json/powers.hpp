// Powers of ten in binary, for the decimal text of numbers. A table of all powers would take 10 KB;
// here each is the product of entries of two small tables.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace callbox::powers {

// A 128-bit number.
struct wide {
    std::uint64_t high, low;
    bool operator==(const wide&) const = default;
};

inline constexpr int exponent_min = -292;
inline constexpr int exponent_max = 324;

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

// The first 192 binary digits of a power of ten, from the leading 1.
struct power {
    std::uint64_t high, middle, low;
};

// The first digits of the product. The leading bit of `factor` must be 1, too.
constexpr power times(const power& number, std::uint64_t factor) {
    const wide low = multiply(number.low, factor);
    wide middle = multiply(number.middle, factor);
    middle.low += low.high;
    middle.high += middle.low < low.high;
    wide high = multiply(number.high, factor);
    high.low += middle.high;
    high.high += high.low < middle.high;
    if (high.high >> 63 != 0) return {high.high, high.low, middle.low};
    return {high.high << 1 | high.low >> 63, high.low << 1 | middle.low >> 63,
            middle.low << 1 | low.low >> 63};
}

inline constexpr int stride = 27;  // 5^27 is the last power that fits 64 bits
inline constexpr int least = -11;
inline constexpr int most = 12;
static_assert(least * stride <= exponent_min && exponent_max < (most + 1) * stride);

// The first 64 binary digits of 10^0 to 10^27, which are those of 5^0 to 5^27.
inline constexpr auto small_powers = [] {
    std::array<std::uint64_t, stride + 1> powers{};
    std::uint64_t five = 1;
    for (auto& power : powers) {
        power = five << std::countl_zero(five);
        five *= 5;
    }
    return powers;
}();

// 10^-297, 10^-270 ... 10^324, multiplied from the first and from 10^0, which is exact.
inline constexpr auto large_powers = [] {
    std::array<power, most - least + 1> powers{};
    constexpr std::size_t one = -least;
    powers[0] = {0xa76c582338ed2621, 0xaf2af2b80af6f24e, 0x657c8f4d43323a36};
    powers[one] = {std::uint64_t{1} << 63, 0, 0};
    for (std::size_t i = 1; i != powers.size(); ++i)
        if (i != one) powers[i] = times(powers[i - 1], small_powers[stride]);
    return powers;
}();

// The first 128 binary digits of 10^exponent, from the leading 1, truncated. A test verifies for
// every exponent that the product of the truncated powers has correct digits.
// Requires: exponent_min <= exponent <= exponent_max.
constexpr wide of_ten(int exponent) {
    assert(exponent >= exponent_min && exponent <= exponent_max);
    const auto i = static_cast<std::size_t>(exponent - least * stride);
    const power ten = times(large_powers[i / stride], small_powers[i % stride]);
    return {ten.high, ten.middle};
}

// The exponent of the first digit: floor(log2(10^exponent)). Same requirement.
constexpr int floor_log2_of_ten_to(int exponent) { return (exponent * 217706) >> 16; }

}  // namespace callbox::powers
