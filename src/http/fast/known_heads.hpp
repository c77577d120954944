// Heads that equal an earlier one except for the length of the body.
#pragma once

#include "base/cache_use.hpp"
#include "http/parse.hpp"

namespace callbox::http::fast {

// Remembers a few heads that the parser has read. Bytes that begin with the same head, except for
// the digits of Content-Length (the same number of them), are the same request with another length,
// since nothing else in a head depends on these digits. Such a head is not parsed.
//
// Learns only heads that clients are likely to repeat: HTTP/1.1, received in one piece, up to 512
// bytes, all fields either read by callbox or common (names.hpp), no traceparent and no Expect.
//
// Some heads contain a token. Each comparison therefore examines every byte, and its time reveals
// only the length compared. The text stays in memory, and in memory dumps, until four other heads
// are learnt; in an input buffer it stays until the next request.
class known_heads {
public:
    static constexpr std::size_t heads_max = 4;

    // Whether the bytes begin with a known head. If so, sets `out` as if it had read the head;
    // otherwise leaves it unchanged. Skips some lookups after many misses. Requires:
    // out.untouched().
    [[nodiscard]] bool read(std::string_view bytes, parser& out);

    // Learns the head at the start of `bytes`, which the parser has read after a miss.
    void learn(std::string_view bytes, const request& r);

private:
    static constexpr std::size_t head_bytes_max = 512;

    struct kept_head {
        request what;
        std::size_t digits_at;  // of its Content-Length
        std::size_t digits;     // 0: it has none
        std::array<char, head_bytes_max> text;
        std::array<char, head_bytes_max> mask;  // 0 for these digits, 0xff for all other bytes
    };

    static bool is_like(const kept_head& head, const char* bytes);
    static bool is_usual(std::string_view head, const request& r);

    std::array<kept_head, heads_max> all_;
    std::uint64_t learnt_ = 0;    // the next head is learnt into all_[learnt_ % heads_max]
    std::size_t last_ = 0;        // the last match
    cache_use use_{true};
    bool is_asked_ = false;       // by the last read()
};

}  // namespace callbox::http::fast
