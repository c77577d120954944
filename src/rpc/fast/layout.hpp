// The exact layout of a request: where each of its scalars begins and ends.
#pragma once

#include "pieces.hpp"

namespace callbox::rpc::fast {

// A text of the same size, with each byte within these bounds, has scalars of the same kinds in the
// same places and therefore the same nodes. (Strings must be checked separately.)
struct layout {
    static constexpr std::size_t size_max = 256, none = SIZE_MAX;
    std::size_t size = none;
    bool has_strings;
    // As unsigned characters. They differ for digits and in strings.
    std::array<char, size_max> least, most;
    std::array<node, scalars_max> nodes;  // of the scalars
    given_nodes given;
    std::uint64_t used_in = 0;            // the last message with a request that uses its nodes

    // Takes the layout of a request with these pieces and scalars.
    void take(std::span<const char> text, const pieces& known, const node* scalars);

    // Whether the text begins with a request of that layout. `count`: of its scalars.
    [[gnu::always_inline]] bool matches(std::span<char> text, std::size_t count) const {
        if (size > text.size() || !is_within(text.data())) return false;
        const auto is_plain = [&](const node& each) {
            const char* const first = text.data() + each.at;
            const char* const last = first + each.length;
            return each.type != kind::string || string_scan::end_of_run(first, last) == last;
        };
        return !has_strings || std::ranges::all_of(std::span(nodes).first(count), is_plain);
    }

private:
    // Whether each byte is within its bounds. Requires: at least 16 bytes.
    [[gnu::always_inline]] bool is_within(const char* text) const {
        block outside{};
        const auto compare = [&](std::size_t at) {
            const block given_ = block_at(text + at);
            const block low = block_at(&least[at]), high = block_at(&most[at]);
            const block raised = given_ < low ? low : given_;
            outside |= given_ ^ (raised > high ? high : raised);
        };
        for (std::size_t at = 0; at + 16 < size; at += 16) compare(at);
        compare(size - 16);
        return is_zero(outside);
    }
};

}  // namespace callbox::rpc::fast
