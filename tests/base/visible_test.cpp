#include "base/visible.hpp"

#include "support/hostile_texts.hpp"
#include "support/shown.hpp"

#include <callbox/json.hpp>

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace visible_test { namespace {

using callbox::is_hidden, callbox::visible;

Test(base_visible, what_a_terminal_acts_on_is_hidden) {
    for (char32_t point = 0; point < 0x20; ++point) cr_expect(is_hidden(point));
    for (char32_t point = 0x7f; point < 0xa0; ++point) cr_expect(is_hidden(point));
    for (const char32_t point : {0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066,
                                 0x2069, 0xfeff})
        cr_expect(is_hidden(point), "U+%04X", static_cast<unsigned>(point));
    for (const char32_t point : {0x20, 0x7e, 0xa0, 0x61b, 0x200d, 0x2010, 0x2027, 0x202f, 0x2065,
                                 0x206a, 0x1f600, 0x10ffff})
        cr_expect(!is_hidden(point), "U+%04X", static_cast<unsigned>(point));
}

Test(base_visible, a_text_from_outside_is_one_line_that_any_terminal_shows) {
    const struct {
        std::string_view text, shown;
    } rows[] = {
        {"", ""},
        {"plain \xc3\xa4 \xf0\x9f\x98\x80", "plain \xc3\xa4 \xf0\x9f\x98\x80"},
        {"a\nb\r\x1b[31m\x7f", "a?b??[31m?"},
        {"\xc2\x9b" "31m", "?31m"},                      // CSI of C1
        {"admin\xe2\x80\xae" "drowssap", "admin?drowssap"},  // right to left from here on
        {"a\xe2\x80\xa8" "b", "a?b"},                    // a line separator
        {"\xff\xc2", "??"},
        {std::string_view("\0x", 2), "?x"},
    };
    for (const auto& row : rows)
        cr_expect(visible(row.text) == row.shown, "%s", visible(row.text).c_str());
}

Test(base_visible, json_keeps_its_value_and_hides_what_a_terminal_acts_on) {
    for (const std::string_view text : support::hostile_texts) {
        callbox::bytes sent;
        callbox::writer(sent).string(text);
        sent.append("\r");
        callbox::bytes out;
        callbox::append_visible_json(out, sent.view());
        const std::string shown = support::shown(out.view());
        bool has_hidden = false;
        callbox::each_visible(out.view(), [](char) {}, [&](char32_t) { has_hidden = true; });
        cr_expect(!has_hidden, "%s", shown.c_str());
        std::string copy(out.view());
        callbox::document read(8, 100);
        cr_assert(read.parse(copy), "%s", shown.c_str());
        cr_expect(read.root().text() == text, "%s", shown.c_str());
    }
}

}}  // namespace visible_test
