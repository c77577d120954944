// callbox/detail/positions.hpp - sets of positions in a pattern, and the characters of a text. Part
// of pattern.hpp.
#pragma once

#include <callbox/detail/language.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace callbox::detail {

// A set of positions in a pattern, its states.
struct positions {
    static constexpr std::size_t max = 256;
    std::uint64_t words[max / 64]{};

    constexpr bool has(std::size_t at) const { return (words[at / 64] >> at % 64 & 1) != 0; }
    constexpr void add(std::size_t at) { words[at / 64] |= std::uint64_t{1} << at % 64; }
    constexpr bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t word : words) all |= word;
        return all != 0;
    }
    constexpr positions& operator|=(const positions& other) {
        for (std::size_t i = 0; i < std::size(words); ++i) words[i] |= other.words[i];
        return *this;
    }
    constexpr positions operator&(positions other) const {
        for (std::size_t i = 0; i < std::size(words); ++i) other.words[i] &= words[i];
        return other;
    }
    // The same positions, each `by` later. Those beyond the last are lost.
    constexpr positions later(std::size_t by) const {
        positions moved;
        const std::size_t whole = by / 64, part = by % 64;
        for (std::size_t i = whole; i < std::size(words); ++i) {
            moved.words[i] = words[i - whole] << part;
            if (part != 0 && i != whole) moved.words[i] |= words[i - whole - 1] >> (64 - part);
        }
        return moved;
    }
    template <class Do> constexpr void for_each(Do act) const {
        for (std::size_t i = 0; i < std::size(words); ++i)
            for (std::uint64_t rest = words[i]; rest != 0; rest &= rest - 1)
                act(i * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    }
};

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

}  // namespace callbox::detail
