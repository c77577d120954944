// callbox/pattern.hpp - patterns of texts, the argument of pattern<"...">() in constraints.hpp:
//
//     arg("sku").pattern<"^[A-Z]{2}-[0-9]+$">()
//
// The language is a part of ECMA-262's regular expressions, with the flag u, in which a text of n
// characters is matched in O(n), without allocation. The document has the same text as "pattern".
//
//     ^ $                the first and last character of the pattern, and nowhere else: it is
//                        matched with the whole text
//     a                  itself, in UTF-8, if it is none of ^ $ \ . * + ? ( ) [ ] { } |
//     \. \/ ...          one of these, or a slash; in a class \- too
//     \n \r \t \f \v     control characters
//     \u00e4             the character of that number, in four hexadecimal digits; no surrogate
//     .                  any character but the ends of lines: \n \r \u2028 \u2029
//     \d \D \w \W        [0-9] [^0-9] [A-Za-z0-9_] [^A-Za-z0-9_]
//     [a-z_] [^a-z_]     a class: one of, or none of, these characters, ranges and \d \D \w \W
//     ( ) (?: )          groups; they may be empty
//     a|b                alternatives, within a group; they may be empty
//     * + ? {2} {2,} {2,4}   quantifiers
//
// The compiler refuses all else, and patterns of more than 256 positions: characters, classes and
// dots, as often as their counts repeat them; or of more than 256 ranges in their classes.
#pragma once

#include <callbox/language.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>

namespace callbox {

namespace detail {

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

// Takes a character off UTF-8 text. Returns no_character where there is none, and takes one byte.
// Requires: not empty.
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

// Glushkov's automaton of a pattern. Code points are cut into intervals that no class divides.
struct automaton {
    std::string_view text;                      // of the pattern
    std::span<const char32_t> begins;           // of each interval, ascending; the first is 0
    std::span<const detail::positions> takes;   // of each interval: those that take its characters
    std::span<const detail::positions> follow;  // of each position: those that may come next
    detail::positions first, last;              // where a text may begin and end
    detail::positions steps;                    // those that the next position follows
    detail::positions jumps;                    // those that others follow
    bool takes_nothing;                         // the empty text

    constexpr const detail::positions& taking(char32_t c) const {
        const auto behind = std::upper_bound(begins.begin(), begins.end(), c);
        return takes[static_cast<std::size_t>(behind - begins.begin()) - 1];
    }
    constexpr detail::positions after(const detail::positions& now) const {
        detail::positions next = (now & steps).later(1);
        (now & jumps).for_each([&](std::size_t at) { next |= follow[at]; });
        return next;
    }

    // Whether the pattern matches the text, all of it. Takes time for each character and for each
    // of the `jumps` that it may be in: loops and alternatives, not counts.
    constexpr bool matches(std::string_view given) const {
        if (given.empty()) return takes_nothing;
        detail::positions now, next = first;
        while (!given.empty()) {
            const char32_t c = detail::take_character(given);
            if (c == detail::no_character) return false;
            now = next & taking(c);
            if (!now.any()) return false;
            next = after(now);
        }
        return (now & last).any();
    }
};

}  // namespace callbox
