// Takes any bytes. As text they are the token of a number, which must be read as by the C library;
// as memory they are numbers, whose text must be the shortest that reads back unchanged.
#include <callbox/json.hpp>

#include "input.hpp"
#include "json_model.hpp"

#include <bit>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace {

using callbox::bytes;
using callbox::document;
using callbox::value;
using callbox::writer;
using fuzz::expect;

// Replaces bytes that occur in no number with digits, so most inputs are almost numbers.
std::string token_of(std::string_view text) {
    std::string token(text);
    for (char& c : token)
        if (std::string_view("0123456789+-.eE").find(c) == std::string_view::npos)
            c = static_cast<char>('0' + static_cast<unsigned char>(c) % 10);
    return token;
}

// The value according to the C library; empty if it does not fit.
std::optional<std::int64_t> int64_of(const std::string& token) {
    errno = 0;
    const long long number = std::strtoll(token.c_str(), nullptr, 10);
    return errno == 0 ? std::optional<std::int64_t>(number) : std::nullopt;
}
std::optional<std::uint64_t> uint64_of(const std::string& token) {
    errno = 0;
    const unsigned long long number = std::strtoull(token.c_str(), nullptr, 10);
    if (token[0] == '-' && token != "-0") return std::nullopt;  // it would accept these modulo 2^64
    return errno == 0 ? std::optional<std::uint64_t>(number) : std::nullopt;
}
template <class Real> std::optional<Real> finite(Real number) {
    return std::isfinite(number) ? std::optional<Real>(number) : std::nullopt;
}
// Compares signs too: -0 differs from 0.
template <class Real> bool are_same(std::optional<Real> a, std::optional<Real> b) {
    return a.has_value() == b.has_value() &&
           (!a || (*a == *b && std::signbit(*a) == std::signbit(*b)));
}

void check_token(const std::string& token) {
    fuzz::json_tree tree;
    const bool right = fuzz::json_reader(token).read(tree);
    fuzz::exact text(token, 1);
    document notes;
    expect(notes.parse(text.span()) == right, "a number follows the grammar", token);
    if (!right) return;
    const value number = notes.root();
    expect(are_same(number.as_double(), finite(std::strtod(token.c_str(), nullptr))),
           "a double is correctly rounded", token);
    expect(are_same(number.as_float(), finite(std::strtof(token.c_str(), nullptr))),
           "a float is correctly rounded", token);
    const bool integer = token.find_first_of(".eE") == std::string::npos;
    expect(number.is(callbox::kind::integer) == integer, "integers are known by form", token);
    if (!integer) return;
    expect(number.as_int64() == int64_of(token), "signed 64 bits are exact", token);
    expect(number.as_uint64() == uint64_of(token), "unsigned 64 bits are exact", token);
}

void write(writer& to, std::uint64_t number) { to.natural(number); }
void write(writer& to, std::int64_t number) { to.integer(number); }

template <class Integer> void check_integer(Integer number) {
    bytes out;
    writer to(out);
    write(to, number);
    expect(out.view() == std::to_string(number), "an integer is written exactly", out.view());
    check_token(std::string(out.view()));
}

template <class Real> void check_real(Real number) {
    bytes out;
    writer to(out);
    to.number(number);
    const std::string text(out.view());
    if (!std::isfinite(number)) {
        expect(text == "null", "a number that is not finite is null", text);
        return expect(to.misused() == writer::misuse::not_finite, "and misuse");
    }
    char shortest[64];
    const auto made = std::to_chars(shortest, shortest + sizeof shortest, number);
    const std::string_view wanted(shortest, static_cast<std::size_t>(made.ptr - shortest));
    expect(text == wanted, "a number is written in the shortest form", text, wanted);
    std::string token = text;
    document notes;
    expect(notes.parse(token), "a written number is JSON", text);
    std::optional<Real> back;
    if constexpr (sizeof(Real) == sizeof(double)) back = notes.root().as_double();
    else back = notes.root().as_float();
    expect(are_same(back, std::optional(number)), "a number reads back unchanged", text);
}

// Checks where rounding is decided: half-way to the next number, exactly as in a type of more
// digits, slightly below and above, and rounded to `digits` digits.
template <class Wider, class Real> void check_half_way(Real number, int digits) {
    static_assert(std::numeric_limits<Wider>::digits > std::numeric_limits<Real>::digits);
    const Real next = std::nextafter(number, std::numeric_limits<Real>::infinity());
    if (!std::isfinite(number) || !std::isfinite(next)) return;
    const auto half = static_cast<long double>((Wider{number} + Wider{next}) / 2);
    char text[1500];
    std::snprintf(text, sizeof text, "%.*Le", digits, half);
    check_token(text);
    std::snprintf(text, sizeof text, "%.1100Lf", half);
    check_token(text);
    std::snprintf(text, sizeof text, "%.800Le", half);  // no double has more
    const std::string all(text);
    const std::size_t exponent = all.find('e');
    const std::string power = all.substr(exponent);
    std::string exact = all.substr(0, all.find_last_not_of('0', exponent - 1) + 1);
    if (exact.back() == '.') return;
    check_token(exact + power);
    check_token(exact + "0000000000000000000001" + power);
    --exact.back();
    check_token(exact + "9999999999999999999999" + power);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    check_token(token_of(fuzz::whole(data, size)));
    for (std::size_t at = 0; at + 8 <= size && at < 32; at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, data + at, sizeof word);
        check_integer(word);
        check_integer(static_cast<std::int64_t>(word));
        check_real(std::bit_cast<double>(word));
        check_real(std::bit_cast<float>(static_cast<std::uint32_t>(word)));
        check_real(static_cast<double>(word));
    }
    if (size < 9) return 0;
    std::uint64_t word = 0;
    std::memcpy(&word, data, sizeof word);
    check_half_way<long double>(std::bit_cast<double>(word), data[8] % 64);
    check_half_way<double>(std::bit_cast<float>(static_cast<std::uint32_t>(word)), data[8] % 64);
    return 0;
}
