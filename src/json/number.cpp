// Converts number tokens to C++ numbers for the codecs: exact or correctly rounded, or nothing if
// out of range.
#include <callbox/json.hpp>

#include "parse_double.hpp"

#include <cassert>
#include <charconv>

namespace callbox {

namespace {

// from_chars reports an error for a minus sign if Integer is unsigned.
template <class Integer> std::optional<Integer> integer_of(std::string_view token) {
    Integer number{};
    const auto result = std::from_chars(token.data(), token.data() + token.size(), number);
    if (result.ec != std::errc{}) return std::nullopt;
    assert(result.ptr == token.data() + token.size());
    return number;
}

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
    return parse_double(plain_text());
}

std::optional<float> value::as_float() const {
    assert(is(kind::integer) || is(kind::number));
    return parse_float(plain_text());
}

}  // namespace callbox
