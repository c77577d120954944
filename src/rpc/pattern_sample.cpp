// Runs the automaton of a pattern forward, with a set of positions for each character, until one of
// them is accepting; then walks back and picks one position of each set.
#include "sample.hpp"

#include "base/utf8.hpp"

#include <algorithm>
#include <vector>

namespace callbox::rpc {

namespace {

using detail::positions;

constexpr std::size_t characters_max = 4096;

// The characters accepted at a position: the usual ones, or else one of the first interval.
std::vector<char32_t> characters_at(const automaton& pattern, std::size_t at) {
    constexpr std::string_view usual =
        "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::vector<char32_t> all;
    for (const char c : usual)
        if (pattern.taking(static_cast<unsigned char>(c)).has(at))
            all.push_back(static_cast<unsigned char>(c));
    for (const char32_t begin : pattern.begins)
        for (const char32_t c : {std::max<char32_t>(begin, ' '), begin})
            if (all.empty() && c <= 0x10ffff && pattern.taking(c).has(at)) all.push_back(c);
    return all;
}

std::size_t first_of(const positions& all) {
    std::size_t first = positions::max;
    all.for_each([&](std::size_t at) { first = std::min(first, at); });
    return first;
}

// One position for each character of the shortest match of at least `least` characters.
std::vector<std::size_t> way(const automaton& pattern, std::size_t least) {
    std::vector<positions> sets{pattern.first};
    while (sets.size() < least || !(sets.back() & pattern.last).any()) {
        if (!sets.back().any() || sets.size() == characters_max) return {};
        sets.push_back(pattern.after(sets.back()));
    }
    std::vector<std::size_t> back{first_of(sets.back() & pattern.last)};
    for (std::size_t i = sets.size() - 1; i > 0; --i) {
        positions before;
        sets[i - 1].for_each([&](std::size_t at) {
            if (pattern.follow[at].has(back.back())) before.add(at);
        });
        back.push_back(first_of(before));
    }
    std::ranges::reverse(back);
    return back;
}

}  // namespace

std::string matching_text(const bounds& range, std::size_t nth) {
    const automaton& pattern = *range.pattern;
    const std::size_t least = range.what == bounds::on::length ? range.count_least : 0;
    if (pattern.takes_nothing && least == 0 && nth == 0) return {};
    std::vector<std::size_t> found = way(pattern, least);
    if (found.empty()) found = way(pattern, 0);
    std::string text;
    for (const std::size_t at : found) {
        const auto all = characters_at(pattern, at);
        if (all.empty()) continue;
        char character[4];
        text.append(character, utf8::encode(all[nth % all.size()], character));
    }
    return text;
}

}  // namespace callbox::rpc
