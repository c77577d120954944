// Decodes a body with "Transfer-Encoding: chunked" in place. The data is passed to site/ when the
// body is complete.
#include "chunked.hpp"

#include "characters.hpp"

#include <cstring>

namespace callbox::http {

constexpr std::uint8_t size_digits_max = 16;  // every chunk-size fits its integer

// chunked-body = *chunk last-chunk trailer-section CRLF            RFC 9112, 7.1
// chunk = chunk-size [ chunk-ext ] CRLF chunk-data CRLF
// Data is moved in runs; everything else is read byte by byte.
progress chunked::feed(std::span<char> bytes) {
    data_ = used_ = 0;
    while (used_ < bytes.size() && at_ != place::done && at_ != place::bad) {
        if (at_ != place::data) {
            at_ = step(bytes[used_++]);
            continue;
        }
        const auto run =
            static_cast<std::size_t>(std::min<std::uint64_t>(chunk_, bytes.size() - used_));
        std::memmove(bytes.data() + data_, bytes.data() + used_, run);
        data_ += static_cast<std::uint32_t>(run);
        used_ += static_cast<std::uint32_t>(run);
        chunk_ -= run;
        total_ += run;
        if (chunk_ == 0) at_ = place::data_cr;
    }
    if (at_ == place::bad) return progress::bad;
    return at_ == place::done ? progress::done : progress::more;
}

chunked::place chunked::step(char c) {
    switch (at_) {
    case place::size_first:
    case place::size: return chunk_size(c);
    case place::data_cr:
        return c == '\r' ? place::data_lf : refuse(400, "a chunk is longer than its size");
    case place::size_lf: return line_feed(c, chunk_ == 0 ? place::trailer_first : place::data);
    case place::data_lf: return line_feed(c, place::size_first);
    case place::trailer_lf: return line_feed(c, place::trailer_first);
    case place::last_lf: return line_feed(c, place::done);
    case place::trailer_first:
    case place::trailer_name:
    case place::trailer_value: return is_within_bounds() ? trailer(c) : place::bad;
    default: return is_within_bounds() ? extension(c) : place::bad;
    }
}

// chunk-size = 1*HEXDIG                                            RFC 9112, 7.1
chunked::place chunked::chunk_size(char c) {
    const int digit = ascii::hex_value(c);
    if (digit >= 0) {
        if (digits_ == size_digits_max) return refuse(400, "a chunk's size has too many digits");
        chunk_ = chunk_ * 16 + static_cast<unsigned>(digit);
        ++digits_;
        assert(total_ <= bounds_->request_bytes_max);
        if (chunk_ > bounds_->request_bytes_max - total_)
            return refuse(413, "the body is longer than request_bytes_max");
        return place::size;
    }
    if (digits_ == 0) return refuse(400, "a chunk's size is not a hexadecimal number");
    digits_ = 0;
    if (c == '\r') return place::size_lf;
    if (is(blank_char, c) || c == ';')
        return is_within_bounds() ? after_extension(c) : place::bad;
    return refuse(400, "a chunk's size is not a hexadecimal number");
}

// chunk-ext = *( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )   RFC 9112, 7.1.1
// chunk-ext-name = token, chunk-ext-val = token / quoted-string
// quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE          RFC 9110, 5.6.4
chunked::place chunked::extension(char c) {
    constexpr const char* malformed = "a chunk's extension is malformed";
    switch (at_) {
    case place::name_first:
        if (is(blank_char, c)) return at_;
        return is(token_char, c) ? place::name : refuse(400, malformed);
    case place::name:
        if (is(token_char, c)) return at_;
        if (c == '=') return place::value_first;
        return is(blank_char, c) ? place::name_blank : after_extension(c);
    case place::name_blank:
        if (c == '=') return place::value_first;
        [[fallthrough]];
    case place::extension_blank:
        if (is(blank_char, c)) return at_;
        return c == ';' ? place::name_first : refuse(400, malformed);
    case place::value_first:
        if (is(blank_char, c)) return at_;
        if (c == '"') return place::quoted;
        return is(token_char, c) ? place::value : refuse(400, malformed);
    case place::value: return is(token_char, c) ? at_ : after_extension(c);
    case place::quoted:
        if (c == '"') return place::quoted_end;
        if (c == '\\') return place::quoted_pair;
        return is(quoted_char, c) ? at_ : refuse(400, malformed);
    case place::quoted_pair: return is(field_char, c) ? place::quoted : refuse(400, malformed);
    case place::quoted_end: return after_extension(c);
    default: assert(false); return refuse(400, malformed);
    }
}

// After a size or an extension: the end of the line or another extension.
chunked::place chunked::after_extension(char c) {
    if (c == '\r') return place::size_lf;
    if (c == ';') return place::name_first;
    if (is(blank_char, c)) return place::extension_blank;
    return refuse(400, "a chunk's extension is malformed");
}

// trailer-section = *( field-line CRLF )                           RFC 9112, 7.1.2
// field-line = field-name ":" OWS field-value OWS                  RFC 9112, 5
chunked::place chunked::trailer(char c) {
    constexpr const char* malformed = "a trailer is not a name, a colon and a value";
    switch (at_) {
    case place::trailer_first:
        if (c == '\r') return place::last_lf;
        if (!is(token_char, c)) return refuse(400, malformed);
        if (++trailers_ > bounds_->header_count_max)
            return refuse(431, "there are more trailers than header_count_max");
        return place::trailer_name;
    case place::trailer_name:
        if (c == ':') return place::trailer_value;
        return is(token_char, c) ? at_ : refuse(400, malformed);
    default:
        if (c == '\r') return place::trailer_lf;
        return is(field_char, c) ? at_ : refuse(400, malformed);
    }
}

// The LF of a CRLF, before `next`. A chunk of size 0 is the last one.
chunked::place chunked::line_feed(char c, place next) {
    return c == '\n' ? next : refuse(400, "CR without LF in the chunks");
}

// Counts one byte of an extension or a trailer.
bool chunked::is_within_bounds() {
    if (++overhead_ <= bounds_->header_bytes_max) return true;
    const bool is_trailer = at_ >= place::trailer_first;
    refuse(is_trailer ? 431 : 400, is_trailer ? "the trailers are longer than header_bytes_max"
                                              : "the chunks' extensions are too long");
    return false;
}

chunked::place chunked::refuse(int status, const char* reason) {
    status_ = static_cast<std::int16_t>(status);
    reason_ = reason;
    return place::bad;
}

}  // namespace callbox::http
