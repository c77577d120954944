#include <callbox/json.hpp>

#include "support/guard.hpp"

#include <criterion/criterion.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace number_test { namespace {

using callbox::document;
using callbox::support::guarded;
using callbox::value;

// Parses `token` before a guard page and calls `what` on it.
template <class T>
std::optional<T> read(std::string_view token, std::optional<T> (value::*what)() const) {
    const guarded at(token, 1);
    document notes;
    const bool parsed = notes.parse(at.span());
    cr_assert(parsed, "refused: %.*s", static_cast<int>(token.size()), token.data());
    return (notes.root().*what)();
}

auto as_int64(std::string_view token) { return read(token, &value::as_int64); }
auto as_uint64(std::string_view token) { return read(token, &value::as_uint64); }
auto as_double(std::string_view token) { return read(token, &value::as_double); }
auto as_float(std::string_view token) { return read(token, &value::as_float); }

bool is_plus_zero(std::optional<double> number) {
    return number.has_value() and *number == 0 and not std::signbit(*number);
}
bool is_minus_zero(std::optional<double> number) {
    return number.has_value() and *number == 0 and std::signbit(*number);
}

std::string zeros(std::size_t count) { return std::string(count, '0'); }

Test(json_number, signed_integers_are_exact_to_both_borders) {
    cr_expect(as_int64("0") == 0);
    cr_expect(as_int64("-0") == 0);
    cr_expect(as_int64("-1") == -1);
    cr_expect(as_int64("9007199254740993") == 9007199254740993);
    cr_expect(as_int64("9223372036854775807") == INT64_MAX);
    cr_expect(as_int64("-9223372036854775808") == INT64_MIN);
    cr_expect(not as_int64("9223372036854775808").has_value());
    cr_expect(not as_int64("-9223372036854775809").has_value());
    cr_expect(not as_int64("18446744073709551615").has_value());
    cr_expect(not as_int64("1" + zeros(400)).has_value());
}

Test(json_number, unsigned_integers_are_exact_to_both_borders) {
    cr_expect(as_uint64("0") == 0u);
    cr_expect(as_uint64("-0") == 0u);
    cr_expect(as_uint64("18446744073709551615") == UINT64_MAX);
    cr_expect(as_uint64("9223372036854775808") == std::uint64_t{1} << 63);
    cr_expect(not as_uint64("18446744073709551616").has_value());
    cr_expect(not as_uint64("-1").has_value());
    cr_expect(not as_uint64("-18446744073709551615").has_value());
    cr_expect(not as_uint64("1" + zeros(400)).has_value());
}

Test(json_number, integers_at_the_borders_of_each_width_read_back) {
    for (int bits = 1; bits < 64; ++bits)
        for (const std::int64_t off : {-1, 0, 1}) {
            if (off == 1 and bits == 63) continue;
            const auto border = static_cast<std::int64_t>((std::uint64_t{1} << bits) - 1) + off;
            cr_expect(as_int64(std::to_string(border)) == border, "%d", bits);
            cr_expect(as_int64(std::to_string(-border)) == -border, "%d", bits);
            cr_expect(as_uint64(std::to_string(border)) == static_cast<std::uint64_t>(border));
        }
}

Test(json_number, doubles_are_correctly_rounded) {
    cr_expect(as_double("-1.5E+3") == -1500.0);
    cr_expect(as_double("9007199254740993") == 9007199254740992.0, "half to even");
    cr_expect(as_double("1.7976931348623157e308") == std::numeric_limits<double>::max());
    cr_expect(as_double("18446744073709551615") == 18446744073709551616.0);
    cr_expect(as_double("1" + zeros(308)) == 1e308);
    cr_expect(as_double("0." + zeros(70) + "1e70") == 0.1);
    cr_expect(as_double("-5e-324") == -5e-324);
}

Test(json_number, what_is_beyond_the_finite_is_nothing) {
    const std::string rows[] = {"1e309",
                                "-1e309",
                                "1.7976931348623159e308",
                                "1" + zeros(309),
                                "-1" + zeros(309) + ".5",
                                "1" + zeros(400) + "e-5",
                                "0." + zeros(50) + "1e400",
                                "1e99999999999999999999",
                                "1.0e+99999999999999999999"};
    for (const std::string& token : rows)
        cr_expect(not as_double(token).has_value(), "%s", token.c_str());
}

Test(json_number, what_is_too_near_to_zero_is_zero) {
    const std::string rows[] = {"1e-400",  "2e-324",
                                "0." + zeros(400) + "1",
                                "1" + zeros(50) + "e-500",
                                "1e-99999999999999999999",
                                "0e99999999999999999999",
                                "0.0e400"};
    for (const std::string& token : rows) {
        cr_expect(is_plus_zero(as_double(token)), "%s", token.c_str());
        cr_expect(is_minus_zero(as_double("-" + token)), "%s", token.c_str());
    }
}

Test(json_number, minus_zero_keeps_its_sign) {
    cr_expect(is_minus_zero(as_double("-0")));
    cr_expect(is_minus_zero(as_double("-0.0")));
    cr_expect(is_minus_zero(as_double("-0e5")));
    cr_expect(is_plus_zero(as_double("0")));
}

Test(json_number, floats_are_rounded_once) {
    cr_expect(as_float("0.1") == 0.1f);
    cr_expect(as_float("1e-40") == 1e-40f);
    // Rounded to double first, this would become 1: half to even, twice.
    cr_expect(as_float("1.000000059604644775390626") == std::nextafter(1.0f, 2.0f));
    cr_expect(as_float("3.4028235e38") == std::numeric_limits<float>::max());
    cr_expect(not as_float("3.5e38").has_value());
    cr_expect(not as_float("-1e300").has_value());
    cr_expect(as_float("1e-300") == 0.0f);
    cr_expect(std::signbit(as_float("-1e-300").value_or(1)));
}

}}  // namespace number_test
