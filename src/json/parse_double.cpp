// Converts a number token to the nearest double or float, for value::as_double() and as_float().
#include "decimal.hpp"

#include "base/ascii.hpp"

#include <cassert>
#include <cfloat>
#include <limits>

namespace callbox {

namespace {

// Few digits without an exponent: the digits and the power of ten are both exact in a Real, and the
// processor does not use a wider type, so their quotient is rounded once (W. Clinger, "How to read
// floating point numbers accurately", 1990). Nothing for other tokens. std::from_chars() is slower
// for short tokens, and faster for long ones.
template <class Real> std::optional<Real> quotient_of(std::string_view token) {
    constexpr std::size_t characters_max = 10;
    if (FLT_EVAL_METHOD != 0 || token.size() > characters_max) return std::nullopt;
    const char* at = token.data();
    const char* const end = at + token.size();
    std::uint64_t digits = 0;
    Real power = 1;
    const auto take_digits = [&] {
        const char* const begin = at;
        for (; at != end && ascii::is_digit(*at); ++at)
            digits = digits * 10 + static_cast<std::uint64_t>(*at - '0');
        return at - begin;
    };
    (void)take_digits();
    if (at != end && *at == '.') {
        ++at;
        for (auto places = take_digits(); places > 0; --places) power *= 10;
    }
    if (at != end || digits >> std::numeric_limits<Real>::digits != 0) return std::nullopt;
    return static_cast<Real>(digits) / power;
}

// Requires: not zero.
bool is_less_than_one(std::string_view token) {
    const std::string_view digits = token.substr(0, token.find_first_of("eE"));
    std::string_view power = token.substr(std::min(digits.size() + 1, token.size()));
    const bool is_small = power.starts_with('-');
    if (power.starts_with('+') || is_small) power.remove_prefix(1);
    const std::size_t point = std::min(digits.find('.'), digits.size());
    const std::size_t first = digits.find_first_of("123456789");
    // The exponent of the first digit, and that of the token, which may outweigh any text.
    const std::int64_t place = first < point ? static_cast<std::int64_t>(point - first) - 1
                                             : -static_cast<std::int64_t>(first - point);
    constexpr std::uint64_t most = std::uint64_t{1} << 40;
    const std::uint64_t size = power.empty() ? 0 : read_number<std::uint64_t>(power).value_or(most);
    const auto exponent = static_cast<std::int64_t>(std::min(size, most));
    return place + (is_small ? -exponent : exponent) < 0;
}

template <class Real> std::optional<Real> read(std::string_view token) {
    static_assert(std::numeric_limits<Real>::is_iec559);
    const bool is_negative = token.starts_with('-');
    if (const auto size = quotient_of<Real>(token.substr(is_negative)))
        return is_negative ? -*size : *size;
    Real number{};
    const char* const end = token.data() + token.size();
    const auto [at, problem] = std::from_chars(token.data(), end, number);
    assert(at == end);
    if (problem == std::errc{}) return number;
    if (!is_less_than_one(token)) return std::nullopt;
    return is_negative ? -Real{0} : Real{0};
}

}  // namespace

std::optional<double> parse_double(std::string_view token) { return read<double>(token); }

std::optional<float> parse_float(std::string_view token) { return read<float>(token); }

}  // namespace callbox
