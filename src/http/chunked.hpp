// The chunked transfer coding (RFC 9112, 7.1), decoded in place.
#pragma once

#include "parse.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace callbox::http {

// Decodes one body. feed() takes the bytes that follow those of the last feed(), cut anywhere, and
// moves the data in them to the front of the same bytes.
//     more   needs more bytes; all were used
//     bad    status() says why: 400; 413 as soon as a chunk's size takes the body over the limit;
//            431 for trailers over header_bytes_max or header_count_max
//     done   the last chunk and its trailers are read; used() tells where the next message begins
// Extensions and trailers are checked against the grammar and dropped; header_bytes_max bounds all
// of them together.
class chunked {
public:
    explicit chunked(const limits& bounds) : bounds_(&bounds) {}

    progress feed(std::span<char> bytes);

    std::size_t data() const { return data_; }  // bytes of data at the front, of the last feed()
    std::size_t used() const { return used_; }  // bytes read, of the last feed()
    std::size_t total() const { return total_; }  // bytes of data in the body so far
    int status() const { return status_; }
    const char* reason() const { return reason_; }  // a literal, one clause for a person

private:
    // What the next byte is.
    enum class place : std::uint8_t {
        size_first,       // a chunk-size's first digit
        size,             // another digit, or what may follow the chunk-size
        extension_blank,  // behind white space, before ";"
        name_first,       // behind ";": white space, or a name's first character
        name,
        name_blank,       // behind a name and white space: "=" or ";"
        value_first,      // behind "=": white space, or a value's first character
        value,
        quoted,
        quoted_pair,      // behind a backslash
        quoted_end,       // behind the closing quote
        size_lf,
        data,
        data_cr,
        data_lf,
        trailer_first,    // a line's first character
        trailer_name,
        trailer_value,
        trailer_lf,
        last_lf,
        done,
        bad,
    };

    place step(char c);
    place chunk_size(char c);
    place extension(char c);
    place after_extension(char c);
    place trailer(char c);
    place line_feed(char c);
    bool is_within_bounds();
    place refuse(int status, const char* reason);

    const limits* bounds_;
    std::size_t total_ = 0;
    std::uint64_t chunk_ = 0;  // the chunk-size, then how much of the chunk is missing
    std::size_t data_ = 0;
    std::size_t used_ = 0;
    std::uint32_t overhead_ = 0;  // bytes of extensions and trailers
    std::uint32_t trailers_ = 0;
    const char* reason_ = "";
    int status_ = 0;
    std::uint8_t digits_ = 0;
    place at_ = place::size_first;
};

}  // namespace callbox::http
