// In comes the token of a number, out goes a C++ number: exact or correctly rounded, or nothing
// when it does not fit. Codecs ask for it.
#include <callbox/json.hpp>

#include "base/ascii.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>

namespace callbox {

namespace {

template <class Integer> std::optional<Integer> integer_of(std::string_view token);
template <class Real> std::optional<Real> real_of(std::string_view token);
bool is_near_zero(std::string_view token);
std::int64_t exponent_of(std::string_view digits);

}  // namespace

std::optional<std::int64_t> value::long_int64() const {
    return integer_of<std::int64_t>(plain_text());
}

std::optional<std::uint64_t> value::as_uint64() const {
    assert(is(kind::integer));
    const std::string_view digits = plain_text();
    return digits == "-0" ? 0 : integer_of<std::uint64_t>(digits);
}

std::optional<double> value::as_double() const {
    assert(is(kind::integer) || is(kind::number));
    return real_of<double>(plain_text());
}

std::optional<float> value::as_float() const {
    assert(is(kind::integer) || is(kind::number));
    return real_of<float>(plain_text());
}

namespace {

// An unsigned Integer has no minus: then from_chars takes nothing and says so.
template <class Integer> std::optional<Integer> integer_of(std::string_view token) {
    Integer number{};
    const auto result = std::from_chars(token.data(), token.data() + token.size(), number);
    if (result.ec != std::errc{}) return std::nullopt;
    assert(result.ptr == token.data() + token.size());
    return number;
}

// "Out of range" is both too large and too near to zero: the former does not fit, the latter is
// rounded to zero, as every other number is rounded to the nearest.
template <class Real> std::optional<Real> real_of(std::string_view token) {
    Real number{};
    const auto result = std::from_chars(token.data(), token.data() + token.size(), number);
    assert(result.ptr == token.data() + token.size());
    if (result.ec == std::errc{}) return number;
    if (!is_near_zero(token)) return std::nullopt;
    return token.front() == '-' ? -Real{} : Real{};
}

// Whether the number is on the side of zero and not of infinity: by where its first digit but
// 0 stands. Requires: it is far from one, since this may be off by a factor of ten.
bool is_near_zero(std::string_view token) {
    if (token.front() == '-') token.remove_prefix(1);
    const std::size_t digits = std::min(token.find_first_of("eE"), token.size());
    const std::string_view mantissa = token.substr(0, digits);
    const std::size_t point = std::min(mantissa.find('.'), digits);
    const std::size_t first = mantissa.find_first_not_of("0.");
    if (first == std::string_view::npos) return true;
    const auto places = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
    const std::int64_t exponent = digits < token.size() ? exponent_of(token.substr(digits + 1)) : 0;
    return places + exponent <= 0;
}

// The number behind the "e"; so large a one as no text is long is as good as any larger.
std::int64_t exponent_of(std::string_view digits) {
    constexpr std::int64_t most = std::int64_t{1} << 40;
    const bool is_negative = digits.front() == '-';
    std::int64_t exponent = 0;
    for (const char c : digits)
        if (ascii::is_digit(c)) exponent = std::min(exponent * 10 + (c - '0'), most);
    return is_negative ? -exponent : exponent;
}

}  // namespace

}  // namespace callbox
