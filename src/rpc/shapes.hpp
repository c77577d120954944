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
    static constexpr std::size_t text_at = 16;  // what is before may be read, to be ignored

    // The text of a request is pieces[0] scalar pieces[1] scalar ... pieces[slots].
    struct piece {
        std::uint16_t size;
        kind type;  // of the scalar behind it; an integer is a number too
        bool operator==(const piece&) const = default;
    };
    struct shape {
        const row* method;
        std::uint32_t slots;
        std::uint32_t id;                                   // which of the scalars
        std::array<std::uint8_t, method_params_max> given;  // which of them each parameter is
        std::array<piece, slots_max + 1> pieces;
        std::array<char, text_at + 256> text;               // from text_at on: of all pieces
    };

    struct request {
        const shape* like;
        std::uint32_t first;  // the node of its first scalar
    };

    explicit shapes(const limits& bounds)
        : depth_max_(bounds.json_depth_max), nodes_max_(bounds.json_nodes_max),
          batch_max_(bounds.batch_length_max) {}

    // Whether all of `text` is a request, or a batch of requests, of known shapes. Then the nodes
    // of `into` are their scalars alone. False: the parser may know it.
    [[nodiscard]] bool knows(std::span<char> text, document& into);
    // The same, but it does not try all texts after many that it did not know.
    [[nodiscard]] bool read(std::span<char> text, document& into);
    // Whether requests of the text that read() did not know are to be learnt.
    bool is_learning() const { return to_learn_ != 0; }
    bool is_batch() const { return is_batch_; }
    std::span<const request> requests() const { return {requests_.data(), count_}; }

    static const row& method_of(const request& r) { return *r.like->method; }
    static node* id_node_of(const request& r, document& text) {
        return &text.at(r.first + r.like->id);
    }
    // A JSON token.
    static std::string_view id_of(const request& r, document& text) {
        return value(text, *id_node_of(r, text)).token();
    }
    // Finds what was given for each parameter, as rpc::bind() does.
    static void bind(const request& r, document& text, given_nodes& given) {
        node* const first = &text.at(r.first);
        for (std::size_t i = 0; i < r.like->method->params.count; ++i)
            given[i] = r.like->given[i] == absent ? nullptr : first + r.like->given[i];
    }

    // Remembers the shape of a request that was answered, if it has a usual one and if any batch of
    // its like is within the limits. `given` has a node for each of its method's `params`.
    // Requires: `method` outlives this.
    void learn(value message, const row& method, std::span<const param> params,
               const given_nodes& given, std::string_view id);

private:
    bool is_usual(value message) const;

    static constexpr std::size_t shapes_max = 4;
    static constexpr std::uint8_t absent = UINT8_MAX;

    std::size_t depth_max_;
    std::size_t nodes_max_;
    std::size_t batch_max_;
    std::array<shape, shapes_max> all_;  // only those known are initialized
    std::size_t known_ = 0;              // how many of all_
    std::size_t last_ = 0;               // the one that was seen last
    std::size_t next_ = 0;               // the one that the next is learnt in place of
    std::vector<request> requests_;
    std::size_t count_ = 0;  // how many of requests_
    bool is_batch_ = false;
    unsigned to_learn_ = 0;  // how many requests of this text
    cache_use use_{false};   // there may be no second text
};

}  // namespace callbox::rpc
