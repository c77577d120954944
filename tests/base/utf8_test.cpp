#include "base/utf8.hpp"
#include "support/guard.hpp"

#include <callbox/detail/text.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace utf8_test { namespace {

using callbox::support::guarded;

// The length of the run of non-ASCII characters at the start of `text`, before a guard page.
std::size_t run_of(std::string_view text) {
    const guarded at(text);
    const char* const begin = at.view().data();
    return static_cast<std::size_t>(callbox::utf8::end_of_run(begin, begin + text.size()) - begin);
}

bool is_surrogate(char32_t point) { return point >= 0xd800 && point <= 0xdfff; }

std::string encoded(char32_t point) {
    char bytes[4];
    return {bytes, callbox::utf8::encode(point, bytes)};
}

Test(base_utf8, what_is_not_utf8_is_not_passed) {
    constexpr std::string_view wrong[] = {
        "\x80", "\xbf",                              // a tail alone
        "\xc0\x80", "\xc1\xbf",                      // ASCII in two bytes
        "\xe0\x80\x80", "\xe0\x9f\xbf",              // two bytes' worth in three
        "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf",      // three bytes' worth in four
        "\xed\xa0\x80", "\xed\xbf\xbf",              // surrogates
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",      // beyond U+10FFFF
        "\xf8\x88\x80\x80\x80", "\xfe", "\xff",      // not a lead byte
        "\xc3", "\xe2\x82", "\xf0\x9f\x98",          // truncated
        "\xc3(", "\xe2(\x82", "\xe2\x82(",           // not a tail byte
        "\xf0(\x98\x80", "\xf0\x9f(\x80", "\xf0\x9f\x98(",
        "\xc3\xc3", "\xe2\x82\xc0", "\xf0\x9f\x98\xff",
    };
    for (const std::string_view text : wrong)
        cr_expect(run_of(text) == 0, "row %td", &text - wrong);
    cr_expect(run_of("\xc3\xa4\xc3") == 2, "the preceding character is valid");
}

Test(base_utf8, a_run_ends_at_ascii) {
    cr_expect(run_of("") == 0);
    cr_expect(run_of("a") == 0);
    cr_expect(run_of("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80") == 9);
    cr_expect(run_of("\xc3\xa4z\xc3\xa4") == 2);
    cr_expect(run_of("\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf") == 10);
}

Test(base_utf8, every_code_point_is_read_as_it_is_written) {
    for (char32_t point = 0x80; point <= 0x10ffff; ++point) {
        if (is_surrogate(point)) continue;
        char bytes[4];
        const char* const end = callbox::utf8::encode(point, bytes);
        cr_assert(callbox::utf8::end_of_run(bytes, end) == end, "U+%x", unsigned{point});
    }
}

Test(base_utf8, every_pair_of_bytes_is_judged_by_the_grammar) {
    for (int lead = 0x80; lead < 0x100; ++lead)
        for (int tail = 0; tail < 0x100; ++tail) {
            const char pair[2] = {static_cast<char>(lead), static_cast<char>(tail)};
            const bool right = lead >= 0xc2 && lead <= 0xdf && tail >= 0x80 && tail <= 0xbf;
            const char* const end = callbox::utf8::end_of_run(pair, pair + 2);
            cr_assert(end == pair + (right ? 2 : 0), "%x %x", lead, tail);
        }
}

Test(base_utf8, borders_are_written_as_rfc_3629_says) {
    cr_expect(encoded(0) == std::string_view("\0", 1));
    cr_expect(encoded(0x7f) == "\x7f");
    cr_expect(encoded(0x80) == "\xc2\x80");
    cr_expect(encoded(0x7ff) == "\xdf\xbf");
    cr_expect(encoded(0x800) == "\xe0\xa0\x80");
    cr_expect(encoded(0xffff) == "\xef\xbf\xbf");
    cr_expect(encoded(0x10000) == "\xf0\x90\x80\x80");
    cr_expect(encoded(0x10ffff) == "\xf4\x8f\xbf\xbf");
}

Test(base_utf8, a_text_is_cut_before_a_character_and_never_inside) {
    using callbox::utf8::cut;
    cr_expect(cut("abc", 3) == "abc" && cut("abc", 2) == "ab" && cut("abc", 0).empty());
    cr_expect(cut("a\xc3\xa4" "b", 2) == "a" && cut("a\xc3\xa4" "b", 3) == "a\xc3\xa4");
    cr_expect(cut("\xf0\x9f\x98\x80", 3).empty());
    cr_expect(cut("\x80\x80\x80\x80\x80", 4).size() == 4, "invalid UTF-8 is cut anywhere");
}

Test(base_utf8, what_is_encoded_is_decoded_again) {
    for (char32_t point = 0; point <= 0x10ffff; ++point) {
        if (is_surrogate(point)) continue;
        const std::string bytes = encoded(point);
        std::string_view rest = bytes;
        const bool is_same = callbox::detail::take_character(rest) == point;
        cr_assert(is_same && rest.empty(), "%x", static_cast<unsigned>(point));
    }
}

}}  // namespace utf8_test
