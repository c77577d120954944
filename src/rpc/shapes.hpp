// The fast path for requests that differ from earlier ones only in their arguments and id.
#pragma once

#include "base/cache_use.hpp"
#include "bind.hpp"

#include <callbox/json.hpp>
#include <callbox/limits.hpp>
#include <callbox/table.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace callbox::rpc {

// Remembers the layouts of a few requests that were answered: their text without the scalars that
// are their arguments and id. A text with the same bytes around other scalars is the same request
// with other values, since JSON is unambiguous. Its method and the places of its arguments are
// therefore found without parsing. The thunk checks the arguments, as always.
//
// Only usual requests take the fast path. The parser handles null, escapes, characters beyond
// ASCII, arguments that are lists or objects, notifications, and white space around a message or
// around the members of a batch.
class shapes {
public:
    static constexpr std::size_t slots_max = method_params_max + 1;

    // The text of a request is pieces[0] scalar pieces[1] scalar ... pieces[slots].
    struct piece {
        std::uint16_t size;
        kind type;  // of the scalar after it; `number` includes integers
        bool operator==(const piece&) const = default;
    };
    struct shape {
        const row* method;
        const param* params;  // the method's
        std::uint32_t slots;
        std::uint32_t id;                                   // the index of its scalar
        std::array<std::uint8_t, method_params_max> given;  // the index for each parameter
        std::array<piece, slots_max + 1> pieces;
        std::array<char, 256> text;                         // of all pieces
    };

    // The nodes of the id and the arguments of a request, as a call takes them.
    struct parts {
        node* id;
        node* const* given;
    };

    // The exact layout of a text. A text of the same size, with each byte within these bounds, has
    // scalars of the same kinds in the same places and therefore the same nodes. (Strings must be
    // checked separately.)
    struct layout {
        static constexpr std::size_t size_max = 256, none = SIZE_MAX;
        std::size_t size = none;
        bool has_strings;
        // As unsigned characters. They differ for digits and in strings.
        std::array<char, size_max> least, most;
        std::array<node, slots_max> nodes;  // of the scalars
        given_nodes given;
        cache_use use{true};
        std::uint64_t used_in = 0;          // the last message that uses its nodes
    };

    struct request {
        const shape* like;
        layout* alike;        // the owner of its nodes; null: the document
        char* text;           // the base of its nodes' offsets
        std::uint32_t size;   // of the text
        std::uint32_t first;  // the node of its first scalar, if they are in the document
    };

    explicit shapes(const limits& bounds)
        : depth_max_(bounds.json_depth_max), nodes_max_(bounds.json_nodes_max),
          batch_max_(bounds.batch_length_max) {}
    shapes(const shapes&) = delete;  // layouts point into themselves
    shapes& operator=(const shapes&) = delete;

    // Whether `text` is exactly a request, or a batch of requests, with known layouts. If not, the
    // message must be parsed. requests() returns them until the next text; some have their nodes
    // in `target`.
    [[nodiscard]] bool knows(std::span<char> text, document& target);
    // The same, but skips some texts after many misses.
    [[nodiscard]] [[gnu::always_inline]] bool read(std::span<char> text, document& target) {
        to_learn_ = 0;
        if (!use_.asks()) return false;
        if (!knows(text, target)) [[unlikely]] {
            to_learn_ = use_.miss() ? learnt_max : 0;
            return false;
        }
        use_.hit();
        return true;
    }
    // Whether the layouts of requests in the current text should be learnt, after a miss of read().
    bool is_learning() const { return to_learn_ != 0; }
    std::span<const request> requests() const { return {requests_.data(), count_}; }

    // Makes the request the text of `target`, and finds its id and the argument for each parameter,
    // as rpc::bind() does. May use `memory` for the result.
    static parts bind(const request& r, document& target, given_nodes& memory) {
        const std::span text(r.text, r.size);
        if (r.alike != nullptr) [[likely]] {
            target.borrow(text, r.alike->nodes.data());
            return {&r.alike->nodes[r.like->id], r.alike->given.data()};
        }
        node* const first = target.nodes(0) + r.first;
        target.borrow(text, first);
        place(*r.like, first, memory);
        return {first + r.like->id, memory.data()};
    }

    // Remembers the layout of a request that was answered, if it is a usual one and every batch of
    // such requests is within the limits. `given` has a node or null for each of `params`, the
    // method's parameters. Requires: `method` outlives this.
    void learn(value message, const row& method, std::span<const param> params,
               const given_nodes& given, std::string_view id);

private:
    struct known_shape {
        shape like;
        layout last;
        known_shape* follower = this;  // the one that followed it last
    };

    bool is_usual(value message) const;
    static void place(const shape& like, node* first, given_nodes& given);
    static void keep(const request& r, const node* nodes, layout& out);
    std::size_t take(known_shape& known, std::span<char> text, document& target, request& out);
    std::size_t take_uncached(known_shape& known, bool is_asked, std::span<char> text,
                              document& target, request& out);

    static constexpr std::size_t shapes_max = 4;
    static constexpr unsigned learnt_max = 4;  // for each text
    static constexpr std::uint8_t absent = UINT8_MAX;

    std::size_t depth_max_;
    std::size_t nodes_max_;
    std::size_t batch_max_;
    std::array<known_shape, shapes_max> all_;
    std::size_t known_ = 0;         // number of all_ in use
    known_shape* last_ = &all_[0];  // the one that matched last
    std::size_t next_ = 0;          // the one to be replaced next
    std::vector<request> requests_;
    std::size_t count_ = 0;         // number of requests_ in use
    std::uint64_t message_ = 0;     // number of the current text
    std::uint32_t nodes_used_ = 0;  // of the document's, by requests without a layout
    unsigned to_learn_ = 0;         // number of requests of the current text
    cache_use use_{false};          // there may be no second text
};

}  // namespace callbox::rpc
