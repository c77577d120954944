// Decodes a body with "Transfer-Encoding: chunked" in place. The data is passed to site/ when the
// body is complete.
#include "chunked.hpp"

#include "characters.hpp"

namespace callbox::http {

constexpr std::uint8_t size_digits_max = 16;  // every chunk-size fits its integer

// A class of characters, or one character.
struct expected {
    constexpr expected(character all) : any(all) {}
    constexpr expected(char only) : one(only) {}
    bool is(char c) const { return http::is(any, c) || (any == character{} && c == one); }

    character any{};
    char one = 0;
};

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
    default: return dropped(c);
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
    if (is(blank_char, c) || c == ';') return dropped(c);
    return refuse(400, "a chunk's size is not a hexadecimal number");
}

// chunk-ext = *( BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ] )   RFC 9112, 7.1.1
// chunk-ext-name = token, chunk-ext-val = token / quoted-string
// quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE          RFC 9110, 5.6.4
// trailer-section = *( field-line CRLF )                           RFC 9112, 7.1.2
// field-line = field-name ":" OWS field-value OWS                  RFC 9112, 5
// One byte of an extension or a trailer.
chunked::place chunked::dropped(char c) {
    using enum place;
    static constexpr struct {
        place at;
        expected what;
        place next;
    } steps[] = {
        {size, ';', name_first}, {size, blank_char, extension_blank},
        {extension_blank, ';', name_first}, {extension_blank, blank_char, extension_blank},
        {name_first, blank_char, name_first}, {name_first, token_char, name},
        {name, token_char, name}, {name, '=', value_first}, {name, blank_char, name_blank},
        {name, ';', name_first}, {name, '\r', size_lf},
        {name_blank, '=', value_first}, {name_blank, ';', name_first},
        {name_blank, blank_char, name_blank},
        {value_first, blank_char, value_first}, {value_first, '"', quoted},
        {value_first, token_char, value},
        {value, token_char, value}, {value, ';', name_first},
        {value, blank_char, extension_blank}, {value, '\r', size_lf},
        {quoted, '"', quoted_end}, {quoted, '\\', quoted_pair}, {quoted, quoted_char, quoted},
        {quoted_pair, field_char, quoted},
        {quoted_end, ';', name_first}, {quoted_end, blank_char, extension_blank},
        {quoted_end, '\r', size_lf},
        {trailer_first, '\r', last_lf}, {trailer_first, token_char, trailer_name},
        {trailer_name, ':', trailer_value}, {trailer_name, token_char, trailer_name},
        {trailer_value, '\r', trailer_lf}, {trailer_value, field_char, trailer_value},
    };
    const bool is_trailer = at_ >= trailer_first;
    if (++overhead_ > bounds_->header_bytes_max)
        return is_trailer ? refuse(431, "the trailers are longer than header_bytes_max")
                          : refuse(400, "the chunks' extensions are too long");
    const auto step = std::ranges::find_if(
        steps, [&](const auto& each) { return each.at == at_ && each.what.is(c); });
    if (step == std::end(steps))
        return refuse(400, is_trailer ? "a trailer is not a name, a colon and a value"
                                      : "a chunk's extension is malformed");
    const bool begins = at_ == trailer_first && step->next == trailer_name;
    if (begins && ++trailers_ > bounds_->header_count_max)
        return refuse(431, "there are more trailers than header_count_max");
    return step->next;
}

// The LF of a CRLF, before `next`. A chunk of size 0 is the last one.
chunked::place chunked::line_feed(char c, place next) {
    return c == '\n' ? next : refuse(400, "CR without LF in the chunks");
}

chunked::place chunked::refuse(int status, const char* reason) {
    status_ = static_cast<std::int16_t>(status);
    reason_ = reason;
    return place::bad;
}

}  // namespace callbox::http
