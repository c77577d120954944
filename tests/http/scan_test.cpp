// The lines of a head: where text ends, the wide way and the plain one; and its fields.
#include "http/line.hpp"
#include "support/guard.hpp"

#include <criterion/criterion.h>

#include <string>

namespace scan_test { namespace {

using callbox::support::guarded;
namespace http = callbox::http;

Test(http_scan, text_ends_at_the_same_place_bytewise_and_wide) {
    for (std::size_t length = 0; length < 50; ++length)
        for (std::size_t odd = 0; odd <= length; ++odd)
            for (const char c : {'\r', '\0', '\x1f', '\x7f', '\t', ' ', '~', '\x80', '\xff'}) {
                std::string text(length, 'a');
                if (odd < length) text[odd] = c;
                const guarded at(text);
                const char* const begin = at.view().data();
                const char* const end = begin + length;
                const char* const narrow = http::end_bytewise(begin, end);
                cr_assert(http::end_of_text(begin, end) == narrow);
                cr_assert(is(http::field_char, c) ? narrow == end : narrow == begin + odd);
            }
}

Test(http_scan, every_byte_is_judged_alike_bytewise_and_wide) {
    for (int byte = 0; byte < 256; ++byte)
        for (std::size_t at = 0; at < 40; ++at) {
            std::string text(40, 'a');
            text[at] = static_cast<char>(byte);
            const char* const end = text.data() + text.size();
            cr_expect(http::end_of_text(text.data(), end) ==
                          http::end_bytewise(text.data(), end),
                      "%d at %zu", byte, at);
        }
}

Test(http_scan, fields_are_taken_one_after_the_other) {
    std::string_view rest = "GET /a HTTP/1.1\r\nA: b:c\r\nEmpty:\r\nSpaced: \t d e \r\n\r\n";
    const auto expect = [&](std::string_view name, std::string_view value) {
        const http::field_line got = http::take_field(rest);
        cr_expect(got.name == name && got.value == value, "%s", std::string(name).c_str());
    };
    expect("GET /a HTTP/1.1", "");
    expect("A", "b:c");
    expect("Empty", "");
    expect("Spaced", "d e");
    expect("", "");
    cr_expect(rest.empty());
}

}}  // namespace scan_test
