// The text of a request without the scalars that are its arguments and id.
#pragma once

#include "base/block.hpp"
#include "rpc/bind.hpp"
#include "scalars.hpp"

#include <callbox/json.hpp>
#include <callbox/table.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace callbox::rpc::fast {

inline constexpr std::size_t scalars_max = method_params_max + 1;

// A text with the same bytes around other scalars is the same request with other values, since JSON
// is unambiguous. Its method and the places of its arguments are therefore found without parsing.
// The text of a request is all[0] scalar all[1] scalar ... all[count].
struct pieces {
    struct piece {
        std::uint16_t size;
        kind type;  // of the scalar after it; `number` includes integers
        bool operator==(const piece&) const = default;
    };

    const row* method;
    const param* params;                                // the method's
    std::uint32_t count;                                // of scalars
    std::uint32_t id;                                   // the index of its scalar
    std::array<std::uint8_t, method_params_max> given;  // the index for each parameter
    std::array<piece, scalars_max + 1> all;
    std::array<char, 256> text;                         // of all pieces

    // The pieces of a request with that id. `given_` has a node or null for each of `params_`, the
    // method's parameters. False: an argument is a list, an object or null, or the text is long.
    [[nodiscard]] bool cut(value message, const row& method_, std::span<const param> params_,
                           const given_nodes& given_, std::string_view id_);

    // Whether the text contains the end of the first piece, which in most requests has the method's
    // name. Cheaper than match().
    [[gnu::always_inline]] bool may_match(std::span<const char> text_) const {
        constexpr std::size_t size = 2 * sizeof(block);
        const std::size_t end = all[0].size;
        if (end < size || text_.size() < end) return end < size;
        const char* const kept = text.data() + end - size;
        const char* const sent = text_.data() + end - size;
        return is_zero((block_at(kept) ^ block_at(sent)) |
                       (block_at(kept + sizeof(block)) ^ block_at(sent + sizeof(block))));
    }

    // The size of the request with these pieces at the start of `text_`; 0 if there is none.
    // Requires: `nodes` has room for its scalars; the last byte before `end` is a bracket.
    std::size_t match(const char* text_, std::size_t end, node* nodes) const;

    // The argument for each parameter, if the scalars are at `first`.
    void place(node* first, given_nodes& to) const;

    bool same_text(const pieces& other) const { return all == other.all && text == other.text; }
};

[[gnu::always_inline]] inline std::size_t pieces::match(const char* text_, std::size_t end,
                                                        node* nodes) const {
    const char* kept = text.data();
    const piece* each = all.data();
    std::size_t at = 0;
    for (const piece* const last = each + count;; ++each, ++nodes) {
        const std::size_t after = at + each->size;
        if (after > end) return 0;
        if (std::memcmp(text_ + at, kept, each->size) != 0) return 0;
        if (each == last) return after;
        kept += each->size;
        at = take_scalar(each->type, text_, after, end, *nodes);
        if (at == 0) return 0;
    }
}

}  // namespace callbox::rpc::fast
