// Bytes of a head in, line ends, names and values out, of which parse.cpp makes a request.
#include "line.hpp"

#include "characters.hpp"

#include <bit>
#include <cassert>
#include <cstring>

namespace callbox::http {

namespace {

std::size_t find_control(std::string_view text, std::size_t at);

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

line_end find_line_end(std::string_view text, std::size_t from) {
    using kind = line_end::kind;
    const std::size_t at = find_control(text, from);
    if (at == text.size()) return {at, kind::more};
    if (text[at] != '\r') return {at, kind::bad};
    if (at + 1 == text.size()) return {at, kind::more};
    return {at, text[at + 1] == '\n' ? kind::found : kind::bad};
}

const char* reason_of(line_end bad, std::string_view text) {
    assert(bad.what == line_end::kind::bad);
    switch (text[bad.at]) {
    case '\r': return "there is a CR without LF in the head";
    case '\n': return "a line ends with LF alone instead of CRLF";
    default: return "there is a control character in the head";
    }
}

// field-line = field-name ":" OWS field-value OWS                  RFC 9112, 5
// obs-fold (a line that begins with white space) is refused:       RFC 9112, 5.2
field_line split_field_line(std::string_view line) {
    assert(!line.empty());
    const char* at = line.data();
    while (is(token_char, *at)) ++at;  // the CR behind the line is no token_char
    const std::string_view name = line.substr(0, static_cast<std::size_t>(at - line.data()));
    if (*at != ':') {
        if (name.empty() && is_blank(*at)) return {{}, {}, "a field goes on in a second line"};
        if (is_blank(*at)) return {{}, {}, "there is white space in or after a field's name"};
        return {{}, {}, "a field's name is not a token and a colon"};
    }
    if (name.empty()) return {{}, {}, "a field has no name"};

    const char* end = line.data() + line.size();
    ++at;
    while (at != end && is_blank(*at)) ++at;
    while (at != end && is_blank(end[-1])) --end;
    return {name, {at, static_cast<std::size_t>(end - at)}};
}

namespace {

std::uint64_t controls_in(std::uint64_t eight);

// The first byte from `at` on that is no field_char; the end if there is none.
std::size_t find_control(std::string_view text, std::size_t at) {
    for (;;) {
        std::uint64_t eight = 0;
        for (; text.size() - at >= sizeof eight; at += sizeof eight) {
            std::memcpy(&eight, text.data() + at, sizeof eight);
            const std::uint64_t found = controls_in(eight);
            if (found == 0) continue;
            const int bits = std::endian::native == std::endian::little ? std::countr_zero(found)
                                                                        : std::countl_zero(found);
            at += static_cast<std::size_t>(bits) / 8;
            if (text[at] != '\t') return at;
            break;  // a tab may stand there: on behind it
        }
        // The last bytes, or those around a tab.
        for (int i = 0; i < 8; ++i, ++at)
            if (at == text.size() || !is(field_char, text[at])) return at;
    }
}

// The highest bit of each byte that is below 0x20 or is 0x7f; no other bit. For c below 0x80 those
// are the ones where c + 1 is at most 0x20 or is 0x80; no sum here carries into the next byte.
std::uint64_t controls_in(std::uint64_t eight) {
    constexpr std::uint64_t each = 0x0101010101010101;
    const std::uint64_t next = (eight & each * 0x7f) + each;
    return (next | ~(next + each * 0x5f)) & ~eight & each * 0x80;
}

}  // namespace

}  // namespace callbox::http
