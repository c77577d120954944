// Finds the end of a number after its first digits. Requires a terminator that is not a digit: the
// parser's NUL, a bracket.
#pragma once

#include "base/ascii.hpp"

namespace callbox::number_scan {

// 1*DIGIT. Advances `at` past the digits; false if there are none.
inline bool take_digits(const char*& at) {
    if (!ascii::is_digit(*at)) return false;
    do ++at;
    while (ascii::is_digit(*at));
    return true;
}

inline bool at_fraction(const char* at) { return *at == '.' || (*at | 0x20) == 'e'; }

// [ frac ] [ exp ]                                                     RFC 8259, 6
// frac = decimal-point 1*DIGIT
// exp = e [ minus / plus ] 1*DIGIT
// Advances `at` from the end of the integer past its fraction and exponent. False if a digit is
// missing at `at`.
inline bool take_fraction(const char*& at) {
    if (*at == '.' && !take_digits(++at)) return false;
    if ((*at | 0x20) != 'e') return true;
    ++at;
    if (*at == '+' || *at == '-') ++at;
    return take_digits(at);
}

}  // namespace callbox::number_scan
