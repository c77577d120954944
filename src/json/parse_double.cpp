// Converts a number token to the nearest double or float, for value::as_double() and as_float().
//
// A token of few digits is one product or quotient (W. Clinger, "How to read floating point numbers
// accurately", 1990). For other tokens the digits are multiplied by 128 bits of the power of ten,
// which yields two close bounds of the number (D. Lemire, "Number parsing at a gigabyte per
// second", 2021, who credits M. Eisel). If the bounds round differently, the token is compared with
// the midpoint in integers of arbitrary length.
#include "decimal.hpp"

#include "base/ascii.hpp"
#include "powers.hpp"

#include <bit>
#include <cassert>
#include <cfloat>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

namespace callbox {

namespace {

using powers::wide;

constexpr int digits_max = 19;  // any 19 decimal digits fit into 64 bits

// The number is digits * 10^exponent. If digits were cut, it may be greater, but is less than
// (digits + 1) * 10^exponent.
struct decimal_token {
    std::uint64_t digits;
    std::int64_t exponent;
    bool is_cut;
    bool is_negative;
    std::string_view text;  // the digits of the token, with its decimal point if any
};

// An IEEE 754 format: integers of `digits` bits times a power of two from 2^exponent_min up.
struct format {
    int digits;
    int exponent_min;
    std::uint64_t infinity;  // its bit pattern
};

template <class Real>
constexpr format format_of{
    std::numeric_limits<Real>::digits,
    std::numeric_limits<Real>::min_exponent - std::numeric_limits<Real>::digits,
    sizeof(Real) == 8 ? std::uint64_t{0x7ff} << 52 : std::uint64_t{0xff} << 23,
};

// The reading position, and the digits so far as one number.
struct place {
    const char* at;
    std::uint64_t digits;
};

// Reads eight digits at a time; the first is the lowest byte. Pairs of digits are combined into
// two-digit numbers, then into four-digit numbers and one eight-digit number.
[[gnu::noinline]] place take_eights(place from, const char* end) {
    for (; end - from.at >= 8; from.at += 8) {
        std::uint64_t digits;
        std::memcpy(&digits, from.at, sizeof digits);
        digits ^= 0x3030303030303030;
        if (((digits | (digits + 0x7676767676767676)) & 0x8080808080808080) != 0) break;
        digits = digits * 10 + (digits >> 8);
        digits = (digits & 0x00ff00ff00ff00ff) * ((std::uint64_t{100} << 16) + 1) >> 16;
        digits = (digits & 0x0000ffff0000ffff) * ((std::uint64_t{10000} << 32) + 1) >> 32;
        from.digits = from.digits * 100000000 + digits;
    }
    return from;
}

[[gnu::always_inline]] inline place take_digits(place from, const char* end) {
    if (std::endian::native == std::endian::little && end - from.at >= 8)
        from = take_eights(from, end);
    for (; from.at != end; ++from.at) {
        const unsigned digit = static_cast<unsigned char>(*from.at) - unsigned{'0'};
        if (digit > 9) break;
        from.digits = from.digits * 10 + digit;
    }
    return from;
}

// The number after the "e". It stops growing once it exceeds the length of any text.
std::int64_t exponent_of(std::string_view digits) {
    constexpr std::int64_t enough = std::int64_t{1} << 40;
    const char sign = digits.front();
    if (!ascii::is_digit(sign)) digits.remove_prefix(1);
    std::int64_t exponent = 0;
    for (const char c : digits)
        if (exponent < enough) exponent = exponent * 10 + (c - '0');
    return sign == '-' ? -exponent : exponent;
}

std::string_view without_first_zeros(std::string_view digits) {
    return digits.substr(std::min(digits.find_first_not_of("0."), digits.size()));
}

// Keeps only the first digits_max digits of a number, not counting leading zeros.
[[gnu::cold]] void take_first_digits(decimal_token& number) {
    std::string_view rest = without_first_zeros(number.text);
    number.digits = 0;
    for (int left = digits_max; left != 0 && !rest.empty(); rest.remove_prefix(1)) {
        if (rest.front() == '.') continue;
        number.digits = number.digits * 10 + static_cast<std::uint64_t>(rest.front() - '0');
        --left;
    }
    const std::size_t cut = rest.size() - (rest.find('.') != rest.npos);
    number.exponent += static_cast<std::int64_t>(cut);
    number.is_cut = cut != 0;
}

// number = [ minus ] int [ frac ] [ exp ]                          RFC 8259, 6
decimal_token decimal_of(std::string_view token) {
    assert(!token.empty());
    const bool is_negative = token.front() == '-';
    const char* const end = token.data() + token.size();
    const char* const first = token.data() + is_negative;
    place next = take_digits({first, 0}, end);
    std::int64_t exponent = 0;
    if (next.at != end && *next.at == '.') {
        const char* const fraction = next.at + 1;
        next = take_digits({fraction, next.digits}, end);
        exponent = fraction - next.at;
    }
    const std::string_view text{first, next.at};
    if (next.at != end) exponent += exponent_of({next.at + 1, end});
    decimal_token number{next.digits, exponent, false, is_negative, text};
    if (text.size() > digits_max) take_first_digits(number);
    return number;
}

// The powers of ten that are exact in a Real: 5^n has no more binary digits than Real.
template <class Real> constexpr auto tens = [] {
    std::array<Real, sizeof(Real) == 8 ? 23 : 11> powers{};
    Real power = 1;
    for (Real& ten : powers) {
        ten = power;
        power *= 10;
    }
    return powers;
}();

// Whether the digits and the power of ten are both exact in a Real, and the processor does not use
// a wider type: their product or quotient is then rounded once.
template <class Real> bool is_exact(const decimal_token& number) {
    constexpr std::int64_t most = tens<Real>.size() - 1;
    return FLT_EVAL_METHOD == 0 && number.digits >> std::numeric_limits<Real>::digits == 0 &&
           number.exponent <= most && -number.exponent <= most && !number.is_cut;
}

template <class Real> Real exact(const decimal_token& number) {
    const Real digits = static_cast<Real>(number.digits);
    const Real size = number.exponent < 0
                          ? digits / tens<Real>[static_cast<std::size_t>(-number.exponent)]
                          : digits * tens<Real>[static_cast<std::size_t>(number.exponent)];
    return number.is_negative ? -size : size;
}

wide sum(const wide& a, const wide& b) {
    const std::uint64_t low = a.low + b.low;
    return {a.high + b.high + (low < a.low), low};
}

// The first 128 of 192 bits.
wide wide_product(const wide& ten, std::uint64_t number) {
    return sum(powers::multiply(ten.high, number), {0, powers::multiply(ten.low, number).high});
}

// The first 63 bits; the last is also set if any lower bit is, so the result rounds like `number`.
std::uint64_t upper(const wide& number) {
    return number.high >> 1 | (number.high & 1) | (number.low != 0);
}

// number / 2^shift, ties to even.
std::uint64_t rounded(std::uint64_t number, int shift) {
    assert(shift > 0);
    const std::uint64_t half = std::uint64_t{1} << (shift - 1);
    return (number + (half - 1) + (number >> shift & 1)) >> shift;
}

// A big integer, large enough for this file: the 769 digits of a decimal have 2,555 bits, and its
// counterpart in a comparison has hardly more.
class natural {
public:
    explicit natural(std::uint64_t number) : size_(1) { words_[0] = number; }

    // this * factor + more
    void multiply(std::uint64_t factor, std::uint64_t more = 0) {
        for (std::size_t i = 0; i != size_; ++i) {
            const wide word = sum(powers::multiply(words_[i], factor), {0, more});
            words_[i] = word.low;
            more = word.high;
        }
        if (more != 0) push(more);
    }

    void multiply_by_power_of_five(int exponent) {
        constexpr int most = 27;
        for (; exponent >= most; exponent -= most) multiply(7450580596923828125);  // 5^27
        std::uint64_t rest = 1;
        for (; exponent > 0; --exponent) rest *= 5;
        multiply(rest);
    }

    void multiply_by_power_of_two(int exponent) {
        multiply(std::uint64_t{1} << exponent % 64);
        const auto zeros = static_cast<std::size_t>(exponent / 64);
        assert(size_ + zeros <= words_.size());
        std::copy_backward(words_.data(), words_.data() + size_, words_.data() + size_ + zeros);
        std::fill_n(words_.data(), zeros, 0);
        size_ += zeros;
    }

    // Negative, zero or positive if this is less than, equal to or greater than `other`.
    int compare(const natural& other) const {
        if (size_ != other.size_) return size_ < other.size_ ? -1 : 1;
        for (std::size_t i = size_; i-- != 0;)
            if (words_[i] != other.words_[i]) return words_[i] < other.words_[i] ? -1 : 1;
        return 0;
    }

private:
    void push(std::uint64_t word) {
        assert(size_ != words_.size());
        words_[size_++] = word;
    }

    std::array<std::uint64_t, 42> words_;  // the lowest first; the last is not 0
    std::size_t size_;
};

// Returns the exponent of the last digit taken. The midpoint of two doubles has at most 768 digits;
// if any later digit is not 0, a single 1 replaces them.
int take_all_digits(const decimal_token& number, natural& out) {
    constexpr int most = 768;
    int taken = 0;
    std::uint64_t digits = 0;
    std::uint64_t unit = 1;
    for (const char c : without_first_zeros(number.text)) {
        if (c == '.' || (taken == most && c == '0')) continue;
        digits = digits * 10 + static_cast<std::uint64_t>(taken == most ? 1 : c - '0');
        unit *= 10;
        if (++taken > most) break;
        if (taken % digits_max != 0) continue;
        out.multiply(unit, std::exchange(digits, 0));
        unit = 1;
    }
    out.multiply(unit, digits);
    return static_cast<int>(number.exponent) - (number.is_cut ? taken - digits_max : 0);
}

// Whether the number, which is more than digits * 2^exponent, rounds up: it is more than half a
// step above, or exactly half and `digits` is odd. To compare integers, the number and the midpoint
// are both multiplied by the powers of two and five in their denominators.
[[gnu::cold]] bool is_beyond(const decimal_token& number, std::uint64_t digits, int exponent) {
    natural left{0};
    natural right{digits * 2 + 1};
    const int ten = take_all_digits(number, left);
    const int two = ten - (exponent - 1);
    (ten < 0 ? right : left).multiply_by_power_of_five(std::abs(ten));
    (two < 0 ? right : left).multiply_by_power_of_two(std::abs(two));
    const int order = left.compare(right);
    return order > 0 || (order == 0 && digits % 2 != 0);
}

// The bit pattern of the nearest number; at least that of infinity if it is not finite.
std::uint64_t bits_of(const decimal_token& number, const format& to) {
    if (number.digits == 0 || number.exponent < powers::exponent_min) return 0;  // below 10^-324
    if (number.exponent > 308) return to.infinity;

    // The number is between `low` and `high`, times 2^exponent. Truncating the power of ten and the
    // product loses less than two units, truncating the digits less than one of their units.
    const auto ten = static_cast<int>(number.exponent);
    const int zeros = std::countl_zero(number.digits);
    const wide least = wide_product(powers::of_ten(ten), number.digits << zeros);
    const wide cut{std::uint64_t{number.is_cut} << zeros, 2};
    const std::uint64_t low = upper(least);
    const std::uint64_t high = upper(sum(least, cut));
    const int exponent = powers::floor_log2_of_ten_to(ten) - zeros + 2;

    const int width = 64 - std::countl_zero(low);
    const int shift = std::max(width - to.digits, to.exponent_min - exponent);
    if (shift > 63) return 0;
    std::uint64_t digits = rounded(low, shift);
    if (digits != rounded(high, shift)) digits += is_beyond(number, digits, exponent + shift);

    // IEEE 754, 3.4: the leading digit is not stored but adds one to the exponent, which is 0 for
    // subnormal numbers. A carry into one more digit, followed by zeros, does the same.
    const auto steps = static_cast<std::uint64_t>(exponent + shift - to.exponent_min);
    return (steps << (to.digits - 1)) + digits;
}

template <class Real, class Bits> std::optional<Real> read(std::string_view token) {
    static_assert(std::numeric_limits<Real>::is_iec559 && sizeof(Bits) == sizeof(Real));
    const decimal_token number = decimal_of(token);
    if (is_exact<Real>(number)) return exact<Real>(number);
    const std::uint64_t bits = bits_of(number, format_of<Real>);
    if (bits >= format_of<Real>.infinity) return std::nullopt;
    const Real size = std::bit_cast<Real>(static_cast<Bits>(bits));
    return number.is_negative ? -size : size;
}

}  // namespace

std::optional<double> parse_double(std::string_view token) {
    return read<double, std::uint64_t>(token);
}

std::optional<float> parse_float(std::string_view token) {
    return read<float, std::uint32_t>(token);
}

}  // namespace callbox
