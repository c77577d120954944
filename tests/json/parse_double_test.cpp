#include "json/decimal.hpp"

#include "support/guard.hpp"

#include <criterion/criterion.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>

namespace parse_double_test { namespace {

using callbox::support::guarded;

template <class Real> std::optional<Real> read(std::string_view token) {
    if constexpr (sizeof(Real) == 8) return callbox::parse_double(token);
    else return callbox::parse_float(token);
}

// The result of the C library, which is correctly rounded, too.
template <class Real> std::optional<Real> other(const std::string& token) {
    Real number;
    if constexpr (sizeof(Real) == 8) number = std::strtod(token.c_str(), nullptr);
    else number = std::strtof(token.c_str(), nullptr);
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

// -0 is not 0.
template <class Real> bool are_same(std::optional<Real> a, std::optional<Real> b) {
    if (!a || !b) return a.has_value() == b.has_value();
    return *a == *b && std::signbit(*a) == std::signbit(*b);
}

template <class Real> void expect(const std::string& token, std::optional<Real> wanted) {
    const std::optional<Real> number = read<Real>(token);
    cr_assert(are_same(number, wanted), "%s: %a is not %a", token.substr(0, 900).c_str(),
              static_cast<double>(number.value_or(INFINITY)),
              static_cast<double>(wanted.value_or(INFINITY)));
}

void compare(const std::string& token) {
    expect(token, other<double>(token));
    expect(token, other<float>(token));
}

std::mt19937_64 dice(1);

int throw_dice(int sides) { return static_cast<int>(dice() % static_cast<unsigned>(sides)); }

std::string random_digits(int count) {
    std::string digits;
    while (count-- != 0) digits += static_cast<char>('0' + throw_dice(10));
    if (digits.front() == '0') digits.front() = '7';
    return digits;
}

// Multiplies a decimal, least significant digit first, by `factor` to that power.
void multiply(std::string& digits, unsigned factor, int power) {
    for (; power > 0; power -= 8) {
        unsigned part = 1;
        for (int i = 0; i != std::min(power, 8); ++i) part *= factor;
        unsigned carry = 0;
        for (char& digit : digits) {
            carry += static_cast<unsigned>(digit - '0') * part;
            digit = static_cast<char>('0' + carry % 10);
            carry /= 10;
        }
        for (; carry != 0; carry /= 10) digits += static_cast<char>('0' + carry % 10);
    }
}

struct half {
    std::string digits;    // all of them
    std::string exponent;  // "e-1075"
};

// The midpoint of `number` and its successor in the type with `width` binary digits.
half half_beyond(double number, int width, int exponent_min) {
    int exponent = std::max(std::ilogb(number) - (width - 1), exponent_min) - 1;
    const auto whole = static_cast<std::uint64_t>(std::ldexp(number, -exponent)) + 1;
    std::string digits = std::to_string(whole);
    std::reverse(digits.begin(), digits.end());
    multiply(digits, 2, exponent);
    exponent = std::min(exponent, 0);
    multiply(digits, 5, -exponent);
    std::reverse(digits.begin(), digits.end());
    return {digits, "e" + std::to_string(exponent)};
}
half half_beyond(double number) { return half_beyond(number, 53, -1074); }
half half_beyond(float number) { return half_beyond(number, 24, -149); }

template <class Bits, class Real> void expect_around_half(Real number) {
    const auto bits = std::bit_cast<Bits>(number);
    const Real next = std::bit_cast<Real>(bits + 1);
    const std::optional<Real> beyond = std::isfinite(next) ? std::optional(next) : std::nullopt;
    const auto [digits, exponent] = half_beyond(number);
    std::string below = digits;
    const std::size_t last = below.find_last_not_of('0');
    below[last] = static_cast<char>(below[last] - 1);
    std::fill(below.begin() + static_cast<std::ptrdiff_t>(last) + 1, below.end(), '9');
    expect<Real>(digits + exponent, bits % 2 == 0 ? number : beyond);
    expect<Real>(digits + ".000" + exponent, bits % 2 == 0 ? number : beyond);
    expect<Real>(digits + ".0001" + exponent, beyond);
    expect<Real>(digits + "." + std::string(1000, '0') + "1" + exponent, beyond);
    expect<Real>(below + exponent, number);
    expect<Real>(below + ".9999" + exponent, number);
    expect<Real>(below + "." + std::string(1000, '9') + exponent, number);
}

template <class Bits, class Real> void expect_around_random_halves(int count) {
    constexpr auto infinity = std::bit_cast<Bits>(std::numeric_limits<Real>::infinity());
    constexpr int width = std::numeric_limits<Real>::digits;
    while (count-- != 0) {
        const auto any = static_cast<Bits>(1 + dice() % (infinity - 1));
        const auto near_zero = static_cast<Bits>(1 + (dice() >> (65 - width)));
        expect_around_half<Bits>(std::bit_cast<Real>(any));
        expect_around_half<Bits>(std::bit_cast<Real>(near_zero));
    }
}

template <class Real> void expect_back(Real number) {
    if (!std::isfinite(number)) return;
    char text[callbox::double_text_max];
    expect<Real>({text, callbox::format_double(number, text)}, number);
}

Test(json_parse_double, hard_cases_are_right_to_the_last_binary_digit) {
    const struct {
        std::string token;
        double number;
    } rows[] = {
        {"9007199254740993", 0x1p53},
        {"9007199254740993.000000000000000000000000000000001", 0x1.0000000000001p53},
        {"9007199254740991.4999999999999999999999999999999995", 0x1.fffffffffffffp52},
        {"1.00000000000000011102230246251565404236316680908203124", 1},
        {"1.00000000000000011102230246251565404236316680908203125", 1},
        {"1.00000000000000011102230246251565404236316680908203126", 0x1.0000000000001p0},
        {"0.500000000000000166533453693773481063544750213623046875", 0x1.0000000000002p-1},
        {"3.518437208883201171875e13", 0x1.0000000000002p45},
        {"62.5364939768271845828", 0x1.f44abd5aa7ca4p5},
        {"8.10109172351e-10", 0x1.bd5cbaef0fd0cp-31},
        {"6929495644600919.5", 0x1.89e56ee5e7a58p52},
        {"3.7455744005952583e15", 0x1.a9d28ff412a75p51},
        {"1e23", 0x1.52d02c7e14af6p76},
        {"8.5e22", 0x1.1ffdbf6b2b2ebp76},
        {"104110013277974872254e-225", 0x1.0b661a31987aep-681},
        {"89255e-22", 0x1.494af6ce5221fp-57},
        {"36167929443327e-159", 0x1.ce77c2b3328fcp-484},
        {"5708990770823839207320493820740630171355185151999e-3", 0x1.fffffffffffffp151},
        {"2.2250738585072011e-308", 0x0.fffffffffffffp-1022},
        {"2.2250738585072012e-308", 0x1p-1022},
        {"4.9406564584124654e-324", 0x1p-1074},
        {"2.4703282292062327e-324", 0},
        {"2.4703282292062328e-324", 0x1p-1074},
        {"1.7976931348623158e308", 0x1.fffffffffffffp1023},
        {"1.797693134862315807e308", 0x1.fffffffffffffp1023},
        // Times 10^192 it exceeds 2^512; the midpoint just below it does not.
        {"134078079299425970996" + std::string(134, '0') + "e-192", 0x1.23ff06eea847ap-126},
    };
    for (const auto& [token, number] : rows) expect<double>(token, number);
}

Test(json_parse_double, floats_are_rounded_once_and_never_via_double) {
    const struct {
        std::string token;
        std::optional<float> number;
    } rows[] = {
        {"8388608.5", 0x1p23f},
        {"8388609.5", 0x1.000004p23f},
        {"1.000000059604644775390625", 1.0f},
        {"1.000000059604644775390626", 0x1.000002p0f},
        {"1.4012984643248170e-45", 0x1p-149f},
        {"7.0064923216240853e-46", 0.0f},
        {"7.0064923216240854e-46", 0x1p-149f},
        {"1.175494280757364e-38", 0x0.fffffep-126f},
        {"1.175494280757365e-38", 0x1p-126f},
        {"340282356779733661637539395458142568447", 0x1.fffffep127f},
        {"340282356779733661637539395458142568448", std::nullopt},
    };
    for (const auto& [token, number] : rows) expect<float>(token, number);
}

Test(json_parse_double, only_exact_midpoints_are_rounded_to_even) {
    expect_around_random_halves<std::uint64_t, double>(50);
    expect_around_random_halves<std::uint32_t, float>(500);
}

Test(json_parse_double, midpoints_at_both_ends_of_the_range_are_rounded_to_even) {
    for (const double number :
         {0x1p-1074, 0x0.fffffffffffffp-1022, 0x1p-1022, 0x1.8p-1022, 0x1.ffffffffffffep1023,
          0x1.fffffffffffffp1023, 0x1.fffffffffffffp0})
        expect_around_half<std::uint64_t>(number);
    for (const float number : {0x1p-149f, 0x0.fffffep-126f, 0x1p-126f, 0x1.fffffep127f})
        expect_around_half<std::uint32_t>(number);
    expect<double>(half_beyond(0x1.fffffffffffffp1023).digits, std::nullopt);
}

Test(json_parse_double, the_shortest_text_reads_back) {
    for (int i = 0; i != 50000; ++i) {
        expect_back(std::bit_cast<double>(dice()));
        expect_back(std::bit_cast<float>(static_cast<std::uint32_t>(dice())));
        expect_back(std::bit_cast<double>(dice() >> (12 + i % 50)));  // near zero
        expect_back(static_cast<double>(dice() >> i % 64) / 100);
    }
}

Test(json_parse_double, the_text_of_every_power_of_two_reads_back) {
    for (int exponent = -1074; exponent <= 1023; ++exponent) expect_back(std::ldexp(1.0, exponent));
    for (int exponent = -149; exponent <= 127; ++exponent) expect_back(std::ldexp(1.0f, exponent));
}

Test(json_parse_double, around_every_power_of_ten_it_is_the_number_of_strtod) {
    for (int exponent = -370; exponent <= 330; ++exponent)
        for (const char* digits :
             {"1", "2", "9", "1.5", "0.000123456789", "9999999999999999999", "10000000000000000001",
              "99999999999999999999", "18446744073709551615", "18446744073709551616",
              "100000000000000000000000000000000000001"})
            compare(digits + ("e" + std::to_string(exponent)));
}

Test(json_parse_double, for_random_digits_it_is_the_number_of_strtod) {
    for (int i = 0; i != 40000; ++i) {
        const std::string digits = random_digits(1 + throw_dice(40));
        compare(digits + "e" + std::to_string(throw_dice(700) - 360));
        compare("-" + digits + "E-" + std::to_string(throw_dice(60)));
        compare(random_digits(1 + throw_dice(19)) + "." + random_digits(1 + throw_dice(9)));
    }
    for (int i = 0; i != 500; ++i)
        compare("0." + random_digits(700 + throw_dice(1300)) + "e" +
                std::to_string(throw_dice(700) - 360));
}

Test(json_parse_double, the_point_may_stand_anywhere) {
    for (int count = 1; count != 45; ++count)
        for (int before = 1; before <= count; ++before) {
            const std::string digits = random_digits(count);
            const std::string fraction = digits.substr(static_cast<std::size_t>(before)) + "0";
            compare(digits.substr(0, static_cast<std::size_t>(before)) + "." + fraction);
            compare("0." + std::string(static_cast<std::size_t>(before), '0') + digits);
        }
}

Test(json_parse_double, nothing_after_the_token_is_read) {
    const std::string token = "-12345678901234567.12345678901234567e-0012";
    for (const std::size_t end : {2, 8, 9, 10, 18, 20, 26, 27, 36, 40, 42}) {
        const std::string part = token.substr(0, end);
        const guarded at(part);
        cr_expect(are_same(read<double>(at.view()), other<double>(part)), "%s", part.c_str());
    }
}

Test(json_parse_double, zeros_matter_only_for_the_exponent) {
    for (const std::size_t count : {1, 18, 19, 20, 400, 100000}) {
        const std::string zeros(count, '0');
        const std::string places = std::to_string(count);
        expect<double>("-0." + zeros, -0.0);
        expect<double>("0e" + zeros + "9", 0.0);
        expect<double>("1." + zeros, 1.0);
        expect<double>("125" + zeros + "e-" + places, 125.0);
        expect<double>("0." + zeros + "125e+" + places, 0.125);
        expect<double>("7e-" + zeros + "1", 0.7);
        expect<double>("1" + zeros + "1e-" + places, count > 15 ? 10.0 : 10.1);
    }
}

Test(json_parse_double, a_million_digits_are_one_number) {
    const std::string threes(1 << 20, '3');
    expect<double>("0." + threes, 1.0 / 3);
    expect<double>(threes, std::nullopt);
    expect<double>(threes + "e-1048576", 1.0 / 3);
    expect<double>("-" + threes + "e-2000000", -0.0);
    const std::string zeros(1 << 20, '0');
    const half odd = half_beyond(0x1p-1074);
    const half even = half_beyond(0x1p-1073);
    expect<double>(odd.digits + "." + zeros + odd.exponent, 0x1p-1073);
    expect<double>(even.digits + "." + zeros + even.exponent, 0x1p-1073);
    expect<double>(even.digits + "." + zeros + "1" + even.exponent, 0x1.8p-1073);
}

}}  // namespace parse_double_test
