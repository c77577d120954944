// Finds the end of a number behind its first digits. Reads on as long as there are digits, so that
// something else must stand behind them: the parser's NUL, a bracket.
#pragma once

#include "base/ascii.hpp"

namespace callbox::number_scan {

// 1*DIGIT. False: there is none at `at`. Else goes behind the last one.
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
// Goes behind the fraction and exponent of an integer that ends at `at`. False: there `at` lacks a
// digit.
inline bool take_fraction(const char*& at) {
    if (*at == '.' && !take_digits(++at)) return false;
    if ((*at | 0x20) != 'e') return true;
    ++at;
    if (*at == '+' || *at == '-') ++at;
    return take_digits(at);
}

}  // namespace callbox::number_scan
