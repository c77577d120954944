// Formats a finite number as its shortest decimal, for the JSON writer.
//
// Implements Raffaello Giulietti, "The Schubfach way to render doubles" (2020), with the powers of
// ten of powers.hpp instead of the paper's table.
#include "decimal.hpp"

#include "powers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace callbox {

namespace {

struct binary {
    std::uint64_t digits;  // the number is digits * 2^exponent
    int exponent;
    bool is_lopsided;  // the neighbour towards zero is half as far away as the other one
};

struct decimal {
    std::uint64_t digits;  // the number is digits * 10^exponent; the last digit is not 0
    int exponent;
};

char* copy(std::string_view text, char* to) { return std::copy(text.begin(), text.end(), to); }

// IEEE 754, 3.4: a sign, the biased exponent, and all digits but the first, which is 0 for the
// lowest exponent and 1 otherwise.
template <class Bits, class Real> binary binary_of(Real number) {
    using limits = std::numeric_limits<Real>;
    static_assert(limits::is_iec559 && sizeof(Bits) == sizeof(Real));
    constexpr int width = limits::digits - 1;
    constexpr int exponent_min = limits::min_exponent - limits::digits;
    constexpr Bits first = Bits{1} << width;
    const Bits bits = std::bit_cast<Bits>(std::abs(number));
    const Bits digits = bits & (first - 1);
    const int exponent = static_cast<int>(bits >> width);
    if (exponent == 0) return {digits, exponent_min, false};
    return {digits | first, exponent_min + exponent - 1, digits == 0 && exponent > 1};
}

using powers::wide;

template <unsigned Power, int Zeros> void drop(decimal& number) {
    for (; number.digits % Power == 0; number.exponent += Zeros) number.digits /= Power;
}

decimal without_zeros(decimal number) {
    drop<100000000, 8>(number);
    drop<10000, 4>(number);
    drop<100, 2>(number);
    drop<10, 1>(number);
    return number;
}

// floor(log10(2^exponent)), or of 3/4 of that for a lopsided number. Exact from -1074 to 971.
int floor_log10(const binary& number) {
    return (number.exponent * 315653 - (number.is_lopsided ? 131008 : 0)) >> 20;
}

// The upper 64 bits; the last one is also set if the product is not an integer. `ten` is too large
// by at most one, so exactly the integer products leave a remainder of 0 or 1, as the paper proves.
std::uint64_t product(const wide& ten, std::uint64_t number) {
    const wide upper = powers::multiply(ten.high, number);
    const std::uint64_t rest = upper.low + powers::multiply(ten.low, number).high;
    return (upper.high + (rest < upper.low)) | (rest > 1);
}

// In units of a quarter of 10^exponent, `at` is the number, and all values between `low` and `high`
// read back as it. Both ends are included if the last binary digit is 0, since ties go to even.
decimal shortest_of(const binary& number) {
    const int exponent = floor_log10(number);
    wide ten = powers::of_ten(-exponent);
    if (++ten.low == 0) ++ten.high;  // too large by at most one
    const int shift = number.exponent + powers::floor_log2_of_ten_to(-exponent) + 1;
    assert(shift >= 1 && shift <= 4);

    const std::uint64_t quarters = number.digits * 4;
    const std::uint64_t below = number.is_lopsided ? 1 : 2;
    const std::uint64_t is_odd = number.digits & 1;
    const std::uint64_t low = product(ten, (quarters - below) << shift) + is_odd;
    const std::uint64_t at = product(ten, quarters << shift);
    const std::uint64_t high = product(ten, (quarters + 2) << shift) - is_odd;

    // Use one digit less if a neighbour of that length fits; at most one of the two does.
    const std::uint64_t all = at / 4;
    const std::uint64_t less = all / 10;
    const bool less_fits = less * 40 >= low;
    const bool next_less_fits = less * 40 + 40 <= high;
    if (less != 0 && less_fits != next_less_fits)
        return without_zeros({less + next_less_fits, exponent + 1});

    const bool all_fit = all * 4 >= low;
    const bool next_fits = all * 4 + 4 <= high;
    const std::uint64_t half = all * 4 + 2;
    const bool next_is_nearer = at > half || (at == half && (all & 1) != 0);
    return without_zeros({all + (all_fit != next_fits ? next_fits : next_is_nearer), exponent});
}

// 00, 01 ... 99
constexpr auto pairs = [] {
    std::array<char, 200> text{};
    for (std::size_t i = 0; i != text.size(); ++i)
        text[i] = static_cast<char>('0' + (i % 2 == 0 ? i / 20 : i / 2 % 10));
    return text;
}();

// Writes `digits` right-aligned before `end`; returns their start.
char* put(std::uint64_t digits, char* end) {
    for (; digits >= 10; digits /= 100) {
        const auto two = static_cast<std::size_t>(digits % 100 * 2);
        end = std::copy_n(&pairs[two], 2, end - 2) - 2;
    }
    if (digits != 0) *--end = static_cast<char>('0' + digits);
    return end;
}

// 1.5e+300
char* scientific(std::string_view digits, int exponent, char* to) {
    exponent += static_cast<int>(digits.size()) - 1;
    *to++ = digits.front();
    if (digits.size() > 1) *to++ = '.';
    to = copy(digits.substr(1), to);
    *to++ = 'e';
    *to++ = exponent < 0 ? '-' : '+';
    char scratch[4];
    char* const end = scratch + sizeof scratch;
    const auto size = static_cast<unsigned>(std::abs(exponent));
    if (size < 10) *to++ = '0';
    return copy({put(size, end), end}, to);
}

// 0.0015 or 1.5
char* fraction(std::string_view digits, int exponent, char* to) {
    const int before = static_cast<int>(digits.size()) + exponent;
    if (before > 0) {
        const auto point = static_cast<std::size_t>(before);
        to = copy(digits.substr(0, point), to);
        *to++ = '.';
        return copy(digits.substr(point), to);
    }
    to = std::fill_n(copy("0.", to), -before, '0');
    return copy(digits, to);
}

// 1200, and 123456789012345683968, which has all digits of the exact number although its shortest
// decimal is 12345678901234568e4. The two differ by less than one unit of its last digit.
char* whole(decimal shortest, const binary& exact, char* to) {
    std::uint64_t place = 1;
    for (int i = 0; i != shortest.exponent; ++i) place *= 10;
    std::uint64_t rest = 0;
    if (exact.exponent > 0) rest = (exact.digits << exact.exponent) - shortest.digits * place;
    if (rest >> 63 != 0) {  // negative
        --shortest.digits;
        rest += place;
    }
    assert(rest < place);
    char scratch[20];
    char* const end = scratch + sizeof scratch;
    to = copy({put(shortest.digits, end), end}, to);
    return copy({put(place + rest, end) + 1, end}, to);  // skips the leading 1 of `place`
}

template <class Bits, class Real> std::size_t text_of(Real number, char* to) {
    assert(std::isfinite(number));
    char* at = to;
    if (std::signbit(number)) *at++ = '-';
    if (number == 0) {
        *at++ = '0';
        return static_cast<std::size_t>(at - to);
    }
    const binary exact = binary_of<Bits>(number);
    const decimal shortest = shortest_of(exact);
    char scratch[20];
    char* const end = scratch + sizeof scratch;
    const std::string_view digits{put(shortest.digits, end), end};
    // "e+20" takes four characters, five with the point that several digits need. As many trailing
    // zeros are no longer; of leading zeros two less, as they also need "0.".
    const int length = static_cast<int>(digits.size());
    const int point = length > 1;
    if (shortest.exponent > 4 + point || shortest.exponent < -(length + 2 + point))
        at = scientific(digits, shortest.exponent, at);
    else
        at = shortest.exponent < 0 ? fraction(digits, shortest.exponent, at)
                                   : whole(shortest, exact, at);
    return static_cast<std::size_t>(at - to);
}

}  // namespace

std::size_t format_double(double number, char* to) { return text_of<std::uint64_t>(number, to); }

std::size_t format_double(float number, char* to) { return text_of<std::uint32_t>(number, to); }

}  // namespace callbox
