// Heads that are like one before them but for the length of the body.
#pragma once

#include "base/cache_use.hpp"
#include "parse.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace callbox::http {

// Reads heads for many connections, and remembers a few that the parser has read. Bytes that begin
// with the same head, but for the digits of Content-Length, as many as before, are the same request
// with another length: what else a head means does not depend on these. Such a head is not parsed.
// The limits must be the same for all that is read.
//
// It learns only what clients send again: heads of HTTP/1.1 that came in one piece, up to 512
// bytes, all of whose fields callbox or this class knows, without traceparent and Expect.
//
// Some hold a token. So each comparison looks at every byte, and its time tells the length of what
// was compared, no more. The text stays in memory, and in its dumps, until four others were learnt;
// in a buffer of input it stays until the next request.
class known_heads {
public:
    static constexpr std::size_t heads_max = 4;

    // `is_on` false: it leaves all to the parser.
    explicit known_heads(bool is_on = true) : is_on_(is_on) {}

    // Whether heads with a field of that name may be known. Requires: it is a token.
    static bool knows_field(std::string_view name);

    // What out.feed(bytes) does, sooner where the head is known.
    progress feed(parser& out, std::string_view bytes);

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
    bool read(std::string_view bytes, parser& out);
    static bool is_usual(std::string_view head, const request& r);
    void learn(std::string_view bytes, const request& r);

    std::array<kept_head, heads_max> all_;
    std::uint64_t learnt_ = 0;    // the next is learnt into all_[learnt_ % heads_max]
    std::size_t last_ = 0;        // the one that was seen last
    cache_use use_{true};
    bool is_on_;
};

}  // namespace callbox::http
