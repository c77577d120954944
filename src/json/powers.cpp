// The first binary digits of a power of ten. A table of all powers would take 10 KB; here each is
// the product of entries of two small tables computed at compile time.
#include "powers.hpp"

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>

namespace callbox::powers {

namespace {

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

// The first digits of the quotient, by long division.
constexpr power over(const power& number, std::uint64_t divisor) {
    const std::array<std::uint64_t, 4> digits{number.high, number.middle, number.low, 0};
    std::array<std::uint64_t, 4> quotient{};
    std::uint64_t rest = 0;
    for (std::size_t i = 0; i != 256; ++i) {
        const bool is_longer = rest >> 63 != 0;
        rest = rest << 1 | (digits[i / 64] >> (63 - i % 64) & 1);
        if (!is_longer && rest < divisor) continue;
        rest -= divisor;
        quotient[i / 64] |= std::uint64_t{1} << (63 - i % 64);
    }
    const auto [first, high, middle, low] = quotient;
    if (first == 0) return {high, middle, low};
    return {first << 63 | high >> 1, high << 63 | middle >> 1, middle << 63 | low >> 1};
}

constexpr int stride = 27;  // 5^27 is the last power that fits 64 bits
constexpr int least = -13;
constexpr int most = 12;
static_assert(least * stride <= exponent_min && exponent_max < (most + 1) * stride);

// The first 64 binary digits of 10^0 to 10^27, which are those of 5^0 to 5^27.
constexpr auto small_powers = [] {
    std::array<std::uint64_t, stride + 1> powers{};
    std::uint64_t five = 1;
    for (auto& power : powers) {
        power = five << std::countl_zero(five);
        five *= 5;
    }
    return powers;
}();

// 10^-351, 10^-324 ... 10^324.
constexpr auto large_powers = [] {
    std::array<power, most - least + 1> powers{};
    constexpr std::size_t one = -least;
    powers[one] = {std::uint64_t{1} << 63, 0, 0};
    for (std::size_t i = one; i != 0; --i) powers[i - 1] = over(powers[i], small_powers[stride]);
    for (std::size_t i = one; i + 1 != powers.size(); ++i)
        powers[i + 1] = times(powers[i], small_powers[stride]);
    return powers;
}();

}  // namespace

// A test verifies for every exponent that the product of the truncated powers has correct digits.
wide of_ten(int exponent) {
    assert(exponent >= exponent_min && exponent <= exponent_max);
    const auto i = static_cast<std::size_t>(exponent - least * stride);
    const power ten = times(large_powers[i / stride], small_powers[i % stride]);
    return {ten.high, ten.middle};
}

}  // namespace callbox::powers
