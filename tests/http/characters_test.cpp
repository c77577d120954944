// The classes of characters, byte by byte, as the RFCs list them.
#include "http/characters.hpp"
#include "support/guard.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace characters_test { namespace {

using callbox::support::guarded;
using namespace callbox::http;

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view digits = "0123456789";

// Of ASCII just letters, digits and `more` are of that class; what is beyond ASCII is `beyond`.
void expect_class(character wanted, std::string_view more, bool beyond) {
    for (int byte = 0; byte < 256; ++byte) {
        const char c = static_cast<char>(byte);
        const bool listed = byte < 128 && (letters.find(c) != letters.npos ||
                                           digits.find(c) != digits.npos ||
                                           more.find(c) != more.npos);
        cr_expect(is(wanted, c) == (byte < 128 ? listed : beyond), "class %d, byte %d", wanted,
                  byte);
    }
}

Test(http_characters, each_class_is_what_its_rule_lists) {
    expect_class(token_char, "!#$%&'*+-.^_`|~", false);
    expect_class(host_char, "-._~!$&'()*+,;=", false);
    expect_class(path_char, "-._~!$&'()*+,;=:/[]@", false);
    expect_class(target_char, "-._~!$&'()*+,;=:/[]@?", false);
    expect_class(field_char, "\t !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", true);
    expect_class(quoted_char, "\t !#$%&'()*+,-./:;<=>?@[]^_`{|}~", true);
    for (int byte = 0; byte < 256; ++byte)
        cr_expect(is(blank_char, static_cast<char>(byte)) == (byte == ' ' || byte == '\t'));
}

Test(http_characters, a_percent_sign_has_two_digits_in_the_same_text) {
    const struct {
        std::string_view text;
        std::size_t length;
    } rows[] = {
        {"", 0},       {"a", 1},       {"%", 0},        {"%4", 0},        {"%41", 3},
        {"a%4", 1},    {"a%41%", 4},   {"a%41%4", 4},   {"%fF%00", 6},    {"%4g", 0},
        {"%g4", 0},    {"%%41", 0},    {"%4%41", 0},    {"%41%42cd", 8},  {"a%41 ", 4},
        {"%41%4x", 3}, {"%20b%zz", 4}, {"%41/%42", 7},
    };
    for (const auto& [text, length] : rows)
        for (const std::string_view behind : {"", "1", "11"}) {
            const guarded at(std::string(text) + std::string(behind));
            const std::size_t got = length_of(path_char, at.view().substr(0, text.size()));
            cr_expect(got == length, "%s: %zu", std::string(text).c_str(), got);
            cr_expect(is_text_of(path_char, at.view().substr(0, text.size())) ==
                      (length == text.size()));
        }
}

Test(http_characters, a_token_is_not_empty_and_all_of_it_counts) {
    for (const char* const right : {"a", "a-b", "!", "0"}) cr_expect(is_token(right), "%s", right);
    for (const char* const wrong : {"", " ", "a b", "a ", " a", "(", "a:", "\x7f", "a\xc3"})
        cr_expect(not is_token(wrong), "%s", wrong);
}

}}  // namespace characters_test
