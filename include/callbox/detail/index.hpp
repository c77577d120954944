// callbox/detail/index.hpp - finds a method's row by its name: a hash table of row numbers, built
// at compile time.
#pragma once

#include <callbox/detail/text.hpp>

#include <span>

namespace callbox::detail {

// Hashes the length and up to 24 characters: the first eight, the last and the middle ones. The
// names are the program's own: clients cannot make them collide.
constexpr std::uint32_t hash_of(std::string_view name) {
    std::uint64_t hash = name.size();
    if (name.size() >= 8) {
        hash = (hash ^ word_at(name.data())) * 0x9e3779b97f4a7c15;
        hash ^= word_at(name.data() + name.size() - 8) * 0xc2b2ae3d27d4eb4f;
        hash ^= word_at(name.data() + name.size() / 2 - 4) * 0x165667b19e3779f9;
    } else {
        for (const char c : name) hash = hash << 8 ^ static_cast<unsigned char>(c);
        hash *= 0x9e3779b97f4a7c15;
    }
    hash ^= hash >> 32;  // a product mixes upwards only: the last characters are at the top
    return static_cast<std::uint32_t>(hash * 0x9e3779b97f4a7c15 >> 32);
}

// The same as ==, but faster for names, most of which are short.
constexpr bool is_same_name(std::string_view a, std::string_view b) {
    if (a.size() != b.size()) return false;
    if (a.size() < 8 || a.size() > 16) return a == b;
    const std::size_t last = a.size() - 8;
    return word_at(a.data()) == word_at(b.data()) &&
           word_at(a.data() + last) == word_at(b.data() + last);
}

// The content of a slot: the number of a row, or `no_row` if the slot is free.
using row_number = std::uint16_t;
inline constexpr row_number no_row = UINT16_MAX;

// The number of the row with that name, or no_row. `slots` belong to an index of `rows`.
template <class Row>
constexpr row_number find_row(std::span<const row_number> slots, const Row* rows,
                              std::string_view name) {
    std::size_t at = hash_of(name);
    for (;; ++at) {
        const row_number number = slots[at & (slots.size() - 1)];
        if (number == no_row || is_same_name(rows[number].name, name)) [[likely]] return number;
    }
}

// At least half of the slots of an index are free, which keeps searches short.
constexpr std::size_t slots_of(std::size_t rows) { return std::bit_ceil(rows * 2 + 1); }

// Makes the index of these rows.
template <class Row>
constexpr void fill_slots(std::span<row_number> slots, std::span<const Row> rows) {
    std::fill(slots.begin(), slots.end(), no_row);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::size_t at = hash_of(rows[i].name);
        while (slots[at & (slots.size() - 1)] != no_row) ++at;
        slots[at & (slots.size() - 1)] = static_cast<row_number>(i);
    }
}

}  // namespace callbox::detail
