// The character classes of RFC 9110 and RFC 3986, as one table.
#pragma once

#include "base/ascii.hpp"

namespace callbox::http {

// The classes of a byte, one bit each.
enum character : std::uint8_t {
    token_char = 1,    // tchar                                     RFC 9110, 5.6.2
    field_char = 2,    // SP / HTAB / VCHAR / obs-text              RFC 9110, 5.5
    target_char = 4,   // unreserved / reserved, without "#"        RFC 3986, 2.2 and 2.3
    host_char = 8,     // unreserved / sub-delims                   RFC 3986, 3.2.2
    quoted_char = 16,  // qdtext                                    RFC 9110, 5.6.4
    path_char = 32,    // target_char, without "?"                  RFC 3986, 3.4
    blank_char = 64,   // SP / HTAB                                 RFC 9110, 5.6.3
};

namespace detail {

constexpr bool is_one_of(char c, std::string_view all) {
    return all.find(c) != std::string_view::npos;
}

inline constexpr std::array<std::uint8_t, 256> classes = [] {
    std::array<std::uint8_t, 256> all{};
    for (unsigned byte = 0; byte < all.size(); ++byte) {
        const char c = static_cast<char>(static_cast<unsigned char>(byte));
        const bool alnum = ascii::is_alpha(c) || ascii::is_digit(c);
        const bool unreserved = alnum || is_one_of(c, "-._~");
        const bool sub_delim = is_one_of(c, "!$&'()*+,;=");
        const bool field = c == '\t' || !ascii::is_control(c);
        unsigned bits = 0;
        if (alnum || is_one_of(c, "!#$%&'*+-.^_`|~")) bits |= token_char;
        if (field) bits |= field_char;
        if (unreserved || sub_delim || is_one_of(c, ":/[]@")) bits |= target_char | path_char;
        if (c == '?') bits |= target_char;
        if (c == ' ' || c == '\t') bits |= blank_char;
        if (unreserved || sub_delim) bits |= host_char;
        if (field && c != '"' && c != '\\') bits |= quoted_char;
        all[byte] = static_cast<std::uint8_t>(bits);
    }
    return all;
}();

}  // namespace detail

constexpr bool is(character wanted, char c) {
    return (detail::classes[static_cast<unsigned char>(c)] & wanted) != 0;
}

// The length of the run of that class at the start of `text`.
constexpr std::size_t run_of(character wanted, std::string_view text) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end && is(wanted, *at)) ++at;
    return static_cast<std::size_t>(at - text.data());
}

// token = 1*tchar                                             RFC 9110, 5.6.2
constexpr bool is_token(std::string_view text) {
    return !text.empty() && run_of(token_char, text) == text.size();
}

// *( wanted / pct-encoded ), pct-encoded = "%" HEXDIG HEXDIG  RFC 3986, 2.1
// The length of the longest match at the start of `text`.
constexpr std::size_t length_of(character wanted, std::string_view text) {
    std::size_t length = run_of(wanted, text);
    while (text.size() - length >= 3 && text[length] == '%') {
        if (ascii::hex_value(text[length + 1]) < 0 || ascii::hex_value(text[length + 2]) < 0) break;
        length += 3;
        length += run_of(wanted, text.substr(length));
    }
    return length;
}

constexpr bool is_text_of(character wanted, std::string_view text) {
    return length_of(wanted, text) == text.size();
}

}  // namespace callbox::http
