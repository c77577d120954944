// Answers requests that differ from earlier ones only in their arguments and id, without parsing.
#pragma once

#include "base/cache_use.hpp"
#include "pieces.hpp"
#include "rpc/call_runner.hpp"
#include "rpc/view.hpp"

namespace callbox::rpc::fast {

// The exact layout of a request: where each of its scalars begins and ends.
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

// Remembers answered requests. Two caches find a request: the pieces of its text, and for each of
// these the exact layouts seen last, which are cheaper than reading the scalars.
//
// Only usual requests are known. The parser handles null, escapes, characters beyond ASCII,
// arguments that are lists or objects, notifications, and white space around a message or around
// the members of a batch. The thunk checks the arguments, as always.
class known_requests {
public:
    static constexpr std::size_t known_max = 16;

    struct request {
        const pieces* like;
        layout* alike;        // the owner of its nodes; null: the document
        char* text;           // the base of its nodes' offsets
        std::uint32_t size;   // of the text
        std::uint32_t first;  // the node of its first scalar, if they are in the document
    };

    // The nodes of the id and of the arguments of a request, for a call.
    struct parts {
        node* id;
        node* const* given;
    };

    explicit known_requests(const limits& bounds)
        : depth_max_(bounds.json_depth_max), nodes_max_(bounds.json_nodes_max),
          batch_max_(bounds.batch_length_max) {}
    known_requests(const known_requests&) = delete;  // layouts point into themselves

    // Makes every message a miss.
    void disable() { is_on_ = false; }

    // A hit: the whole message is answered. A miss: only its first `answered` requests are, usually
    // none. Invalid arguments are a miss: explaining them requires the parsed message.
    struct result {
        bool is_hit = false;
        std::uint32_t answered = 0;
        std::optional<int> error_code = {};  // of a single request
    };

    // Answers the message if all its requests are known and their methods are visible to `sees`.
    // Misses all messages while calls are logged: the log needs the parsed message.
    result answer(std::span<char> message, document& text, call_runner& runner, const view* sees,
                  bytes& out);

    // Whether `text` is exactly a known request, or a batch of them. If not, the message must be
    // parsed. all() returns them until the next text; some have their nodes in `target`.
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
    // Whether requests in the current text should be learnt, after a miss of read().
    bool is_learning() const { return to_learn_ != 0; }
    std::span<const request> all() const { return {requests_.data(), count_}; }

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
        r.like->place(first, memory);
        return {first + r.like->id, memory.data()};
    }

    // Remembers a request that was answered, if it is a usual one and every batch of such requests
    // is within the limits. `given` has a node or null for each of `params`, the method's
    // parameters. Requires: `method` outlives this.
    void learn(value message, const row& method, std::span<const param> params,
               const given_nodes& given, std::string_view id);

private:
    // Requests whose ids or arguments count upwards alternate between few layouts.
    struct known {
        pieces like;
        std::array<layout, 2> layouts;
        layout* last;         // the one that matched last
        cache_use use{true};  // of the layouts
        known* follower;      // the request that followed it last

        layout& other() { return layouts[last == &layouts[0]]; }
    };

    bool is_usual(value message) const;
    std::size_t take(known& one, std::span<char> text, document& target, request& out);
    std::size_t search(std::span<char> text, document& target, request& out);
    std::size_t take_slowly(known& one, bool is_asked, std::span<char> text, document& target,
                            request& out);
    std::size_t take_as(layout& which, known& one, request& out);

    static constexpr unsigned learnt_max = 4;  // for each text

    std::size_t depth_max_;
    std::size_t nodes_max_;
    std::size_t batch_max_;
    known* last_ = nullptr;         // the last match
    std::vector<request> requests_;
    std::size_t count_ = 0;         // number of requests_ in use
    std::uint64_t message_ = 0;     // number of the current text
    std::uint32_t nodes_used_ = 0;  // of the document's, by requests without a layout
    unsigned to_learn_ = 0;         // number of requests of the current text
    bool is_on_ = true;
    cache_use use_{false, 1};       // of the pieces; the first text may be the only one
    std::size_t learnt_ = 0;        // number of requests, including those replaced
    std::vector<std::unique_ptr<known>> known_;  // at most known_max
};

// A request with invalid arguments is not called.
[[gnu::always_inline]] inline known_requests::result known_requests::answer(
    std::span<char> message, document& text, call_runner& runner, const view* sees, bytes& out) {
    if (!is_on_ || runner.is_logged() || !read(message, text)) return {};
    const std::span<const request> requests = all();
    if (sees != nullptr &&
        !std::ranges::all_of(requests, [&](const auto& r) { return sees->has(*r.like->method); }))
        return {};
    out.limit(runner.results_end());
    const bool is_batch = message.front() == '[';
    given_nodes given;
    call c = runner.prepare(given);
    for (std::uint32_t i = 0; i < requests.size(); ++i) {
        const row& method = *requests[i].like->method;
        const std::size_t before = out.size();
        if (is_batch) out.append_beyond(i == 0 ? '[' : ',');
        const parts found = bind(requests[i], text, given);
        c.given = found.given;
        c.params = requests[i].like->params;
        const std::size_t begin = out.size();
        const outcome what = runner.run(method, found.id, c, out);
        if (what == outcome::refused) [[unlikely]] {
            out.truncate(before);
            return {.answered = i};
        }
        const std::optional<int> code =
            runner.complete(method, value(text, *found.id).token(), what, begin, out);
        if (!is_batch) return {.is_hit = true, .error_code = code};
        if (out.overflowed()) throw std::bad_alloc();
    }
    out.append_beyond(']');
    return {.is_hit = true};
}

}  // namespace callbox::rpc::fast
