// Requests that are like one before them but for their arguments and id.
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

// Remembers the text of a few requests that were answered, without the scalars that are their
// arguments and id. A text with the same bytes around other scalars is the same request with other
// values: JSON has no second reading of it. So its method and where its arguments are is known
// without parsing it. The thunk checks the arguments, as always.
//
// It knows only what is usual. Null, escapes, characters beyond ASCII, arguments that are lists or
// objects, notifications, and space around a message or the members of a batch are the parser's.
class shapes {
public:
    static constexpr std::size_t slots_max = method_params_max + 1;

    // The text of a request is pieces[0] scalar pieces[1] scalar ... pieces[slots].
    struct piece {
        std::uint16_t size;
        kind type;  // of the scalar behind it; an integer is a number too
        bool operator==(const piece&) const = default;
    };
    struct shape {
        const row* method;
        const param* params;  // the method's
        std::uint32_t slots;
        std::uint32_t id;                                   // which of the scalars
        std::array<std::uint8_t, method_params_max> given;  // which of them each parameter is
        std::array<piece, slots_max + 1> pieces;
        std::array<char, 256> text;                         // of all pieces
    };

    // Where the id and the arguments of a request are, in the form that a call takes.
    struct parts {
        node* id;
        node* const* given;
    };

    // How a text of a shape was laid out. A text of the same size, each byte of which is within
    // these bounds, has scalars of the same kinds in the same places, so that the nodes are its
    // nodes too. (But a string must be looked at.)
    struct layout {
        static constexpr std::size_t size_max = 256, none = SIZE_MAX;
        std::size_t size = none;
        bool has_strings;
        // As unsigned characters. They differ where a digit is, and in strings.
        std::array<char, size_max> least, most;
        std::array<node, slots_max> nodes;  // of the scalars
        given_nodes given;
        cache_use use{true};
        std::uint64_t used_in = 0;          // the last message that it has nodes of
    };

    struct request {
        const shape* like;
        layout* alike;        // that has its nodes; null: the document has
        char* text;           // where its nodes count from
        std::uint32_t size;   // of the text
        std::uint32_t first;  // the node of its first scalar in the document, if that has them
    };

    explicit shapes(const limits& bounds)
        : depth_max_(bounds.json_depth_max), nodes_max_(bounds.json_nodes_max),
          batch_max_(bounds.batch_length_max) {}
    shapes(const shapes&) = delete;  // layouts point into themselves
    shapes& operator=(const shapes&) = delete;

    // Whether all of `text` is a request, or a batch of requests, of known shapes. False: the
    // parser may know it. Until the next text, requests() are these; some have their nodes in
    // `target`.
    [[nodiscard]] bool knows(std::span<char> text, document& target);
    // The same, but it does not try all texts after many that it did not know.
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
    // Whether requests of the text that read() did not know are to be learnt.
    bool is_learning() const { return to_learn_ != 0; }
    std::span<const request> requests() const { return {requests_.data(), count_}; }

    // Makes it the text of `target`, and finds its id and what was given for each parameter,
    // as rpc::bind() does. The parts may be in `memory`.
    static parts bind(const request& r, document& target, given_nodes& memory) {
        const std::span whole(r.text, r.size);
        if (r.alike != nullptr) [[likely]] {
            target.borrow(whole, r.alike->nodes.data());
            return {&r.alike->nodes[r.like->id], r.alike->given.data()};
        }
        node* const first = target.nodes(0) + r.first;
        target.borrow(whole, first);
        place(*r.like, first, memory);
        return {first + r.like->id, memory.data()};
    }

    // Remembers the shape of a request that was answered, if it has a usual one and if any batch of
    // its like is within the limits. `given` has a node or null for each of its method's `params`.
    // Requires: `method` outlives this.
    void learn(value message, const row& method, std::span<const param> params,
               const given_nodes& given, std::string_view id);

private:
    struct known_shape {
        shape like;
        layout last;
        known_shape* follower = this;  // the one that was seen behind it
    };

    bool is_usual(value message) const;
    static void place(const shape& like, node* first, given_nodes& given);
    static void keep(const request& r, const node* nodes, layout& out);
    std::size_t take(known_shape& known, std::span<char> text, document& target, request& out);
    std::size_t take_anew(known_shape& known, bool is_asked, std::span<char> text,
                          document& target, request& out);

    static constexpr std::size_t shapes_max = 4;
    static constexpr unsigned learnt_max = 4;  // of one text
    static constexpr std::uint8_t absent = UINT8_MAX;

    std::size_t depth_max_;
    std::size_t nodes_max_;
    std::size_t batch_max_;
    std::array<known_shape, shapes_max> all_;
    std::size_t known_ = 0;         // how many of all_
    known_shape* last_ = &all_[0];  // the one that was seen last
    std::size_t next_ = 0;          // the one that the next is learnt in place of
    std::vector<request> requests_;
    std::size_t count_ = 0;  // how many of requests_
    std::uint64_t message_ = 0;  // the number of this text
    std::uint32_t nodes_used_ = 0;  // of the document's, by requests without a layout
    unsigned to_learn_ = 0;      // how many requests of this text
    cache_use use_{false};       // there may be no second text
};

}  // namespace callbox::rpc
