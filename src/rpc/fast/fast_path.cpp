// Input: the text of a message, from rpc/dispatch. Output: its answer, or a miss.
#include "fast_path.hpp"

#include <algorithm>
#include <new>

namespace callbox::rpc::fast {

// A request with invalid arguments is not called.
fast_path::result fast_path::answer(std::span<char> message, document& text, call_runner& runner,
                                    const view* sees, bytes& out) {
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
