// Answers messages that resemble earlier ones, without parsing them.
#pragma once

#include "known_requests.hpp"
#include "rpc/call_runner.hpp"
#include "rpc/request.hpp"
#include "rpc/view.hpp"

#include <callbox/bytes.hpp>
#include <callbox/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <span>

namespace callbox::rpc::fast {

class fast_path {
public:
    // A hit: the whole message is answered. A miss: only its first `answered` requests are, usually
    // none. Invalid arguments are a miss: explaining them requires the parsed message.
    struct result {
        bool is_hit = false;
        std::uint32_t answered = 0;
        std::optional<int> error_code = {};  // of a single request
    };

    explicit fast_path(const limits& bounds) : known_(bounds) {}

    // Makes every message a miss.
    void disable() { is_on_ = false; }

    // Answers the message if all its requests are known and their methods are visible to `sees`.
    // Misses all messages while calls are logged: the log needs the parsed message.
    result answer(std::span<char> message, document& text, call_runner& runner, const view* sees,
                  bytes& out);

    // Learns an answered call, after a miss. See known_requests::learn().
    void learn(const request& r, const row& method, std::span<const param> params,
               const given_nodes& given) {
        if (known_.is_learning()) [[unlikely]]
            known_.learn(r.message(), method, params, given, r.id());
    }

private:
    known_requests known_;
    bool is_on_ = true;
};

// A request with invalid arguments is not called.
[[gnu::always_inline]] inline fast_path::result fast_path::answer(
    std::span<char> message, document& text, call_runner& runner, const view* sees, bytes& out) {
    if (!is_on_ || runner.is_logged() || !known_.read(message, text)) return {};
    const std::span<const known_requests::request> all = known_.all();
    if (sees != nullptr &&
        !std::ranges::all_of(all, [&](const auto& r) { return sees->has(*r.like->method); }))
        return {};
    out.limit(runner.results_end());
    const bool is_batch = message.front() == '[';
    given_nodes given;
    call c = runner.prepare(given);
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        const row& method = *all[i].like->method;
        const std::size_t before = out.size();
        if (is_batch) out.append_beyond(i == 0 ? '[' : ',');
        const known_requests::parts found = known_requests::bind(all[i], text, given);
        c.given = found.given;
        c.params = all[i].like->params;
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
