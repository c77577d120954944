#include "json/decimal.hpp"

#include <criterion/criterion.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace format_double_test { namespace {

template <class Real> std::string text_of(Real number) {
    std::string text(callbox::double_text_max, '#');
    text.resize(callbox::format_double(number, text.data()));
    return text;
}

// The text of std::to_chars() if it differs from ours, else empty.
template <class Real> std::string other_text_of(Real number) {
    if (!std::isfinite(number)) return {};
    char text[64];
    const auto result = std::to_chars(text, text + sizeof text, number);
    const std::string_view other{text, result.ptr};
    return text_of(number) == other ? std::string() : std::string(other);
}

template <class Real> void compare(Real number) {
    for (const Real each : {number, -number}) {
        const std::string other = other_text_of(each);
        cr_assert(other.empty(), "%a: ours %s, theirs %s", static_cast<double>(each),
                  text_of(each).c_str(), other.c_str());
    }
}

// Compares `number` and so many neighbours on both sides.
template <class Real> void compare_around(Real number, std::uint32_t neighbours) {
    using bits = std::conditional_t<sizeof(Real) == 8, std::uint64_t, std::uint32_t>;
    for (std::uint32_t i = 0; i <= neighbours; ++i) {
        compare(std::bit_cast<Real>(std::bit_cast<bits>(number) + i));
        compare(std::bit_cast<Real>(std::bit_cast<bits>(number) - i));
    }
}

void expect(std::initializer_list<std::pair<double, std::string_view>> rows) {
    for (const auto& [number, text] : rows)
        cr_expect(text_of(number) == text, "%a: %s", number, text_of(number).c_str());
}

Test(json_format_double, a_number_has_the_fewest_digits_that_read_back_as_it) {
    expect({{0.0, "0"}, {-0.0, "-0"}, {1.0, "1"}, {0.1, "0.1"}, {-2.5, "-2.5"},
            {0.1 + 0.2, "0.30000000000000004"}, {1.0 / 3, "0.3333333333333333"},
            {9007199254740993.0, "9007199254740992"}, {5e-324, "5e-324"}, {1e-323, "1e-323"},
            {2.2250738585072014e-308, "2.2250738585072014e-308"},
            {-1.7976931348623157e308, "-1.7976931348623157e+308"},
            {9007199254740992e7, "9.007199254740992e+22"}, {2e-44, "2e-44"}});
}

Test(json_format_double, an_exponent_is_written_only_where_that_is_shorter) {
    expect({{10000, "10000"}, {100000, "1e+05"}, {120000, "120000"}, {1200000, "1200000"},
            {12000000, "1.2e+07"}, {0.001, "0.001"}, {0.0001, "1e-04"}, {0.00012, "0.00012"},
            {0.000012, "1.2e-05"}});
}

Test(json_format_double, a_whole_number_without_exponent_shows_all_its_digits) {
    cr_expect(text_of(12345678901234568e4) == "123456789012345683968");
    cr_expect(text_of(std::ldexp(1.0, 70)) == "1180591620717411303424");
    cr_expect(text_of(16777218e3f) == "16777218048");
}

Test(json_format_double, a_float_has_the_digits_of_a_float) {
    cr_expect(text_of(0.1f) == "0.1");
    cr_expect(text_of(16777216.0f) == "16777216");
    cr_expect(text_of(1e-45f) == "1e-45");
    cr_expect(text_of(3.4028235e38f) == "3.4028235e+38");
}

Test(json_format_double, around_every_power_of_two_it_is_the_text_of_to_chars) {
    for (int exponent = -1074; exponent <= 1023; ++exponent)
        compare_around(std::ldexp(1.0, exponent), 10);
    for (int exponent = -149; exponent <= 127; ++exponent)
        compare_around(std::ldexp(1.0f, exponent), 100);
}

Test(json_format_double, around_every_short_decimal_it_is_the_text_of_to_chars) {
    for (int exponent = -326; exponent <= 308; ++exponent)
        for (const char* digits : {"1", "2", "5", "9", "15", "99", "123", "9007199254740993"}) {
            const std::string text = std::string(digits) + "e" + std::to_string(exponent);
            compare_around(std::strtod(text.c_str(), nullptr), 2);
            compare_around(std::strtof(text.c_str(), nullptr), 2);
        }
}

Test(json_format_double, where_the_exponent_begins_it_is_the_text_of_to_chars) {
    std::mt19937_64 random(1);
    for (int i = 0; i != 20000; ++i) {
        const double number = static_cast<double>(random() >> random() % 64);
        compare(number);
        compare(static_cast<float>(number));
        compare(std::ldexp(number, static_cast<int>(random() % 12)));
        compare(number / 1e12);
    }
}

Test(json_format_double, for_random_bits_it_is_the_text_of_to_chars) {
    std::mt19937_64 random(2);
    for (int i = 0; i != 50000; ++i) {
        compare(std::bit_cast<double>(random()));
        compare(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
    }
}

}}  // namespace format_double_test
