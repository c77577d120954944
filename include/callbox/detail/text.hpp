// callbox/detail/text.hpp - text at compile time: template arguments, characters.
#pragma once

#include <callbox/detail/language.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace callbox {

// A string literal that can be a template argument: a method's name, a pattern.
template <std::size_t N> struct fixed_string {
    char chars[N]{};
    consteval fixed_string(const char (&literal)[N]) { std::copy_n(literal, N, chars); }
    constexpr std::string_view view() const { return {chars, N - 1}; }
};

namespace detail {

// The first bytes, in memory order, as one number.
template <class Word = std::uint64_t> constexpr Word word_at(const char* text) {
    std::array<char, sizeof(Word)> bytes{};
    if (std::is_constant_evaluated()) std::copy_n(text, bytes.size(), bytes.data());
    else std::memcpy(bytes.data(), text, bytes.size());
    return std::bit_cast<Word>(bytes);
}

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

// Removes `wanted` from the front of the text. False: the text does not begin with it.
[[gnu::always_inline]] constexpr bool take_prefix(std::string_view& text, std::string_view wanted) {
    if (!text.starts_with(wanted)) return false;
    text.remove_prefix(wanted.size());
    return true;
}

// Whether the text begins with a digit.
constexpr bool is_decimal(std::string_view text) {
    return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

// Removes a number of that many digits from the front of the text.
constexpr bool take_digits(std::string_view& text, int count, int& out) {
    for (out = 0; count > 0; --count) {
        if (!is_decimal(text)) return false;
        out = out * 10 + (text.front() - '0');
        text.remove_prefix(1);
    }
    return true;
}

// UTF8-tail = %x80-BF                                                             RFC 3629, 4
constexpr bool is_tail(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// UTF8-2 = %xC2-DF UTF8-tail                                                      RFC 3629, 4
// UTF8-3 = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) /
//          %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
// UTF8-4 = %xF0 %x90-BF 2( UTF8-tail ) / %xF1-F3 3( UTF8-tail ) / %xF4 %x80-8F 2( UTF8-tail )
// The length of the character at `at`; 0 if it is ASCII or invalid. Requires: `at` != `end`.
constexpr std::size_t character_length(const char* at, const char* end) {
    const auto lead = static_cast<unsigned char>(*at);
    const auto left = end - at;
    const auto is_second = [&](unsigned low, unsigned high) {
        const unsigned byte = static_cast<unsigned char>(at[1]);
        return byte >= low && byte <= high;
    };
    if (lead < 0xc2 || lead > 0xf4) return 0;
    if (lead < 0xe0) return left >= 2 && is_tail(at[1]) ? 2 : 0;
    if (lead < 0xf0) {
        const bool right = left >= 3 && is_second(lead == 0xe0 ? 0xa0u : 0x80u,
                                                  lead == 0xed ? 0x9fu : 0xbfu);
        return right && is_tail(at[2]) ? 3 : 0;
    }
    const bool right = left >= 4 && is_second(lead == 0xf0 ? 0x90u : 0x80u,
                                              lead == 0xf4 ? 0x8fu : 0xbfu);
    return right && is_tail(at[2]) && is_tail(at[3]) ? 4 : 0;
}

constexpr char32_t no_character = 0xffffffff;

// Removes a character from UTF-8 text and returns it. If there is none, removes one byte and
// returns no_character. Requires: not empty.
constexpr char32_t take_character(std::string_view& rest) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(rest[i]); };
    char32_t c = byte(0);
    const std::size_t size =
        c < 0x80 ? 1 : character_length(rest.data(), rest.data() + rest.size());
    if (size > 1) c &= 0x7fu >> size;
    for (std::size_t i = 1; i < size; ++i) c = c << 6 | (byte(i) & 0x3f);
    rest.remove_prefix(std::max<std::size_t>(size, 1));
    return size != 0 ? c : no_character;
}

}  // namespace detail

}  // namespace callbox
