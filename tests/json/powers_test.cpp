#include "json/powers.hpp"

#include <criterion/criterion.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace powers_test { namespace {

namespace powers = callbox::powers;

// A big integer: words of 32 bits, least significant first.
using natural = std::vector<std::uint32_t>;

void multiply(natural& number, std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& word : number) {
        carry += std::uint64_t{word} * factor;
        word = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    if (carry != 0) number.push_back(static_cast<std::uint32_t>(carry));
}

void add(natural& number, const natural& more) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < more.size() || carry != 0; ++i) {
        if (i == number.size()) number.push_back(0);
        carry += std::uint64_t{number[i]} + (i < more.size() ? more[i] : 0);
        number[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
}

natural product(const powers::wide& a, const natural& b) {
    natural sum{0};
    for (const std::uint64_t half : {a.high, a.low})
        for (const std::uint64_t word : {half >> 32, half & 0xffffffff}) {
            sum.insert(sum.begin(), 0);
            natural part = b;
            multiply(part, static_cast<std::uint32_t>(word));
            add(sum, part);
        }
    while (sum.back() == 0) sum.pop_back();
    return sum;
}

int length_of(const natural& number) {
    return static_cast<int>(number.size() * 32) - std::countl_zero(number.back());
}

// The first 128 binary digits of a number.
powers::wide first_digits(const natural& number) {
    powers::wide digits{0, 0};
    for (int i = 0; i != 128; ++i) {
        const int at = length_of(number) - 1 - i;
        if (at < 0) break;
        const std::uint64_t digit = number[static_cast<std::size_t>(at / 32)] >> at % 32 & 1;
        (i < 64 ? digits.high : digits.low) |= digit << (63 - i % 64);
    }
    return digits;
}

Test(json_powers, every_power_of_ten_has_its_true_digits) {
    natural five{1};  // 10^n is 5^n * 2^n, so the digits are those of 5^n
    for (int n = 0; n <= powers::exponent_max; ++n, multiply(five, 5)) {
        const powers::wide ten = powers::of_ten(n);
        cr_expect(ten == first_digits(five), "%d", n);
        cr_expect(powers::floor_log2_of_ten_to(n) == n + length_of(five) - 1, "%d", n);
    }
}

// The digits times 5^n are less than a power of two, (digits + 1) times 5^n are more.
Test(json_powers, every_power_of_a_tenth_has_its_true_digits) {
    natural five{5};
    for (int n = 1; n <= -powers::exponent_min; ++n, multiply(five, 5)) {
        const powers::wide tenth = powers::of_ten(-n);
        natural whole = product(tenth, five);
        cr_expect(tenth.high >> 63 == 1, "%d", n);
        cr_expect(length_of(whole) == 127 + length_of(five), "%d", n);
        add(whole, five);
        cr_expect(length_of(whole) == 128 + length_of(five), "%d", n);
        cr_expect(powers::floor_log2_of_ten_to(-n) == -n - length_of(five), "%d", n);
    }
}

}}  // namespace powers_test
