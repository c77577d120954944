// callbox/detail/text.hpp - text at compile time: template arguments, characters.
#pragma once

#include <callbox/detail/language.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace callbox {

// A string literal that can be a template argument: a method's name, a pattern.
template <std::size_t N> struct fixed_string {
    char chars[N]{};
    consteval fixed_string(const char (&literal)[N]) { std::copy_n(literal, N, chars); }
    constexpr std::string_view view() const { return {chars, N - 1}; }
};

namespace detail {

// The value of a hexadecimal digit, -1 for any other character.
constexpr int hex_value(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Whether a name is not empty and consists of letters, digits and these marks.
constexpr bool is_name_of(std::string_view name, std::string_view marks) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               marks.find(c) != marks.npos;
    });
}

constexpr char32_t no_character = 0xffffffff;

// Removes a character from UTF-8 text and returns it. If there is none, removes one byte and
// returns no_character. Requires: not empty.
constexpr char32_t take_character(std::string_view& rest) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
    char32_t c = byte(0);
    if (c < 0x80) {
        rest.remove_prefix(1);
        return c;
    }
    const std::size_t size = c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
    bool right = c >= 0xc2 && c < 0xf5 && size <= rest.size();
    c &= 0x7fu >> size;
    for (std::size_t i = 1; right && i < size; ++i) {
        right = (byte(i) & 0xc0) == 0x80;
        c = c << 6 | (byte(i) & 0x3f);
    }
    constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
    right = right && c >= least[size] && c <= 0x10ffff && (c < 0xd800 || c > 0xdfff);
    rest.remove_prefix(right ? size : 1);
    return right ? c : no_character;
}

}  // namespace detail

}  // namespace callbox
