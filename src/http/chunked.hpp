// The chunked transfer coding (RFC 9112, 7.1), decoded in place.
#pragma once

#include "parse.hpp"

#include <span>

namespace callbox::http {

// Decodes one body. feed() takes the next bytes, split anywhere, and moves the data in them to
// their front.
//     more   needs more bytes; all were used
//     bad    see status(): 400; 413 as soon as a chunk-size takes the body over the limit; 431 for
//            trailers over header_bytes_max or header_count_max
//     done   the last chunk and the trailers were read; the next message begins at used()
// Extensions and trailers are checked against the grammar and dropped; header_bytes_max limits all
// of them together.
class chunked {
public:
    explicit chunked(const limits& bounds) : bounds_(&bounds) {}

    // Requires: less than 4 GiB.
    progress feed(std::span<char> bytes);

    std::size_t data() const { return data_; }  // bytes of data at the front, from the last feed()
    std::size_t used() const { return used_; }  // bytes read by the last feed()
    std::size_t total() const { return total_; }  // bytes of data in the body so far
    int status() const { return status_; }
    const char* reason() const { return reason_; }  // a string literal, one clause

private:
    // The expected next byte. dropped() has the grammar of extensions and trailers.
    enum class place : std::uint8_t {
        size_first, size,  // a chunk-size: its first digit; another one, or the end
        extension_blank, name_first, name, name_blank, value_first, value,
        quoted, quoted_pair, quoted_end,
        size_lf, data, data_cr, data_lf,
        trailer_first, trailer_name, trailer_value, trailer_lf, last_lf,
        done, bad,
    };

    place step(char c);
    place chunk_size(char c);
    place dropped(char c);
    place line_feed(char c, place next);
    place refuse(int status, const char* reason);

    const limits* bounds_;
    std::size_t total_ = 0;
    std::uint64_t chunk_ = 0;  // the chunk-size, then the remaining bytes of the chunk
    const char* reason_ = "";
    std::uint32_t data_ = 0;
    std::uint32_t used_ = 0;
    std::uint32_t overhead_ = 0;  // bytes of extensions and trailers
    std::uint16_t trailers_ = 0;
    std::int16_t status_ = 0;
    std::uint8_t digits_ = 0;
    place at_ = place::size_first;
};

}  // namespace callbox::http
