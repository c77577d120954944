// callbox/detail/hex.hpp - hexadecimal digits. Part of formats.hpp and pattern.hpp.
#pragma once

#include <callbox/detail/language.hpp>

namespace callbox::detail {

// The value of a hexadecimal digit, -1 for any other character.
constexpr int hex_value(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

}  // namespace callbox::detail
