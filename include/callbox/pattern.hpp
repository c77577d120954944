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

#include <callbox/detail/positions.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace callbox {

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
