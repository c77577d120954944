// callbox/detail/fixed_string.hpp - text as a template argument: method names, patterns.
#pragma once

#include <callbox/detail/language.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace callbox {

// A string literal that can be a template argument.
template <std::size_t N> struct fixed_string {
    char chars[N]{};
    consteval fixed_string(const char (&literal)[N]) { std::copy_n(literal, N, chars); }
    constexpr std::string_view view() const { return {chars, N - 1}; }
};

}  // namespace callbox
