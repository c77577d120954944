// The text of a request without the scalars that are its arguments and id.
#pragma once

#include "base/block.hpp"
#include "json/scan.hpp"
#include "rpc/request.hpp"

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

// Scalars of JSON (RFC 8259) outside of a document, for comparison with known texts.

inline void note(node& to, kind type, std::size_t at, std::size_t end) {
    const node made{.type = type, .escaped = false, .rewritten = false, .truth = false,
                    .at = static_cast<std::uint32_t>(at),
                    .length = static_cast<std::uint32_t>(end - at), .count = 1};
    std::memcpy(&to, &made, sizeof made);  // two stores; an assignment takes six
}

// Each of these reads a scalar at `at` and returns the position after it, or 0 to leave it to the
// parser. Requires: the last byte before `end` is a bracket, which ends any number.

// An integer, RFC 8259, 6. The text after it is compared with the pieces, which have no digit or
// fraction there.
[[gnu::always_inline]] inline std::size_t take_integer(const char* text, std::size_t at, node& to) {
    const std::size_t first = at;
    if (!ascii::is_digit(text[at]) && (text[at] != '-' || !ascii::is_digit(text[++at]))) return 0;
    if (text[at] == '0') ++at;
    else while (ascii::is_digit(text[++at])) {}
    note(to, kind::integer, first, at);
    return at;
}

// A string without escapes, RFC 8259, 7.
[[gnu::always_inline]] inline std::size_t take_string(const char* text, std::size_t at,
                                                      std::size_t end, node& to) {
    if (text[at] != '"') return 0;
    const char* const last = string_scan::end_of_run(text + at + 1, text + end);
    if (last == text + end || *last != '"') return 0;
    note(to, kind::string, at + 1, static_cast<std::size_t>(last - text));
    return to.at + to.length + 1;
}

[[gnu::noinline]] inline std::size_t take_boolean(const char* text, std::size_t at,
                                                  std::size_t end, node& to) {
    const std::string_view word = text[at] == 't' ? "true" : "false";
    if (!std::string_view(text + at, end - at).starts_with(word)) return 0;
    note(to, kind::boolean, at, at + word.size());
    to.truth = word[0] == 't';
    return at + word.size();
}

// Any number.
[[gnu::noinline]] inline std::size_t take_number(const char* text, std::size_t at, node& to) {
    const std::size_t integer = take_integer(text, at, to);
    const char* last = text + integer;
    if (integer == 0 || !number_scan::take_fraction(last)) return 0;
    const auto after = static_cast<std::size_t>(last - text);
    if (after != integer) note(to, kind::number, at, after);
    return after;
}

[[gnu::always_inline]] inline std::size_t take_scalar(kind type, const char* text, std::size_t at,
                                                      std::size_t end, node& to) {
    if (type == kind::integer) return take_integer(text, at, to);
    if (type == kind::string) return take_string(text, at, end, to);
    return type == kind::number ? take_number(text, at, to) : take_boolean(text, at, end, to);
}

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
