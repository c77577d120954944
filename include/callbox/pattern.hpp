// callbox/pattern.hpp - regular expressions for strings, by pattern<"...">() in constraints.hpp:
//
//     arg("sku").pattern<"^[A-Z]{2}-[0-9]+$">()
//
// The language is a subset of ECMA-262's regular expressions, with the flag u, that matches a
// string of n characters in O(n), without allocation. The document has the pattern unchanged, as
// "pattern".
//
//     ^ $                required as the first and last character, and not allowed elsewhere:
//                        a pattern matches the whole string
//     a                  itself, in UTF-8, unless it is one of ^ $ \ . * + ? ( ) [ ] { } |
//     \. \/ ...          one of these, or a slash; in a class also \-
//     \n \r \t \f \v     control characters
//     \u00e4             the character with that number, four hexadecimal digits; not a surrogate
//     .                  any character except line ends: \n \r \u2028 \u2029
//     \d \D \w \W        [0-9] [^0-9] [A-Za-z0-9_] [^A-Za-z0-9_]
//     [a-z_] [^a-z_]     a class: one of, or any but, these characters, ranges and \d \D \w \W
//     ( ) (?: )          groups; they may be empty
//     a|b                alternatives, within a group; they may be empty
//     * + ? {2} {2,} {2,4}   quantifiers
//
// The compiler rejects everything else, and patterns with more than 256 positions (characters,
// classes and dots, multiplied by their counts) or more than 256 ranges in their classes.
#pragma once

#include <callbox/detail/text.hpp>

#include <bit>
#include <cstdint>
#include <iterator>
#include <span>

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

}  // namespace detail

// The Glushkov automaton of a pattern. Code points are divided into intervals that no class splits.
struct automaton {
    std::string_view text;                      // of the pattern
    std::span<const char32_t> begins;           // of each interval, ascending; the first is 0
    std::span<const detail::positions> takes;   // of each interval: those that match its characters
    std::span<const detail::positions> follow;  // of each position: its successors
    detail::positions first, last;              // where a text may begin and end
    detail::positions steps;                    // those followed by the next position
    detail::positions jumps;                    // those followed by others
    bool takes_nothing;                         // matches the empty text

    constexpr const detail::positions& taking(char32_t c) const {
        const auto end = std::upper_bound(begins.begin(), begins.end(), c);
        return takes[static_cast<std::size_t>(end - begins.begin()) - 1];
    }
    constexpr detail::positions after(const detail::positions& now) const {
        detail::positions next = (now & steps).later(1);
        (now & jumps).for_each([&](std::size_t at) { next |= follow[at]; });
        return next;
    }

    // Whether the pattern matches the whole text. Takes time for each character and for each of the
    // `jumps` that are active: loops and alternatives, not counts.
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
