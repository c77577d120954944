// Patterns: the language, its automaton, and generated example texts.
#if !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"  // of <regex>: g++ 12 with sanitizers
#endif

#include "rpc/sample.hpp"

#include <callbox/codec.hpp>

#include <criterion/criterion.h>

#include <chrono>
#include <random>
#include <regex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// At compile time a call of one of these is an error; here it throws.
namespace callbox::table_error {
#define REFUSES(sentence) \
    void sentence(std::string_view) { throw std::invalid_argument(#sentence); }
REFUSES(a_pattern_must_begin_with_a_caret_and_end_with_a_dollar)
REFUSES(alternatives_in_a_pattern_must_be_in_a_group)
REFUSES(a_pattern_has_an_anchor_inside)
REFUSES(a_pattern_has_look_around_or_a_named_group)
REFUSES(a_pattern_has_a_back_reference)
REFUSES(a_pattern_has_a_lazy_quantifier)
REFUSES(a_pattern_quantifier_has_nothing_to_repeat)
REFUSES(a_pattern_has_an_invalid_count)
REFUSES(a_pattern_has_an_unmatched_bracket)
REFUSES(a_pattern_has_an_empty_class)
REFUSES(a_pattern_has_an_invalid_range)
REFUSES(a_pattern_has_an_unknown_escape)
REFUSES(a_pattern_has_more_than_256_positions)
REFUSES(a_pattern_is_not_utf_8)
#undef REFUSES
}  // namespace callbox::table_error

namespace pattern_test { namespace {

using namespace callbox;

// A pattern compiled at run time.
class pattern_of {
public:
    explicit pattern_of(std::string text) : text_(std::move(text)), parsed_(text_) {
        if (parsed_.error != nullptr) parsed_.error("");
    }
    automaton made() const {
        return {.text = text_, .begins = {parsed_.begins, parsed_.interval_count},
                .takes = {parsed_.taken, parsed_.interval_count},
                .follow = {parsed_.follow, parsed_.count}, .first = parsed_.whole.first,
                .last = parsed_.whole.last, .steps = parsed_.steps, .jumps = parsed_.jumps,
                .takes_nothing = parsed_.whole.takes_nothing};
    }
    bool takes(std::string_view text) const { return made().matches(text); }

private:
    std::string text_;
    detail::pattern_parser parsed_;
};

std::string error_in(const std::string& pattern) {
    try {
        pattern_of made(pattern);
        return "none";
    } catch (const std::invalid_argument& refused) {
        return refused.what();
    }
}

struct row {
    const char* pattern;
    std::vector<std::string> taken;
    std::vector<std::string> refused;
};

void expect(const std::vector<row>& rows) {
    for (const row& r : rows) {
        const pattern_of pattern(r.pattern);
        for (const auto& text : r.taken)
            cr_expect(pattern.takes(text), "%s refuses \"%s\"", r.pattern, text.c_str());
        for (const auto& text : r.refused)
            cr_expect(!pattern.takes(text), "%s takes \"%s\"", r.pattern, text.c_str());
    }
}

// Patterns over a few characters, for many matches.
class generator {
public:
    std::string pattern() { return "^(?:" + alternatives(2) + ")$"; }
    std::string text() {
        std::string all;
        for (std::size_t left = pick(8); left > 0; --left) all += "ab1_-\n"[pick(6)];
        return all;
    }
    std::size_t pick(std::size_t count) { return random_() % count; }

private:
    std::string alternatives(int depth) {
        std::string all = sequence(depth);
        while (pick(4) == 0) all += "|" + sequence(depth);
        return all;
    }
    std::string sequence(int depth) {
        std::string all;
        for (std::size_t left = pick(4); left > 0; --left) all += atom(depth) + quantifier();
        return all;
    }
    std::string atom(int depth) {
        static const std::vector<std::string> atoms{
            "a", "b", "1", "-", ".", "\\d", "\\w", "\\D", "\\W", "[ab]", "[^a]", "[a-c1]",
            "[\\d_]", "[^\\w]", "[-a]", "\\n"};
        if (depth > 0 && pick(3) == 0)
            return (pick(2) == 0 ? "(" : "(?:") + alternatives(depth - 1) + ")";
        return atoms[pick(atoms.size())];
    }
    std::string quantifier() {
        static const std::vector<std::string> all{"*", "+", "?", "{2}", "{1,}", "{0,2}", "{1,3}"};
        return pick(2) == 0 ? "" : all[pick(all.size())];
    }

    std::mt19937 random_{1};
};

Test(json_pattern, the_whole_text_is_matched) {
    expect({
        {"^$", {""}, {"a", " "}},
        {"^a$", {"a"}, {"", "aa", "ba", "ab", "a\n", "A"}},
        {"^[A-Z]{2}-[0-9]+$", {"AB-1", "ZZ-0123456789"}, {"A-1", "ABC-1", "AB-", "AB1", "ab-1"}},
        {"^(a|bc|)$", {"", "a", "bc"}, {"b", "c", "abc"}},
        {"^()*(?:)$", {""}, {"a"}},
    });
}

Test(json_pattern, quantifiers_count) {
    expect({
        {"^a*$", {"", "a", "aaaa"}, {"b", "ab"}},
        {"^a+$", {"a", "aaaa"}, {"", "ab"}},
        {"^ab?c$", {"ac", "abc"}, {"abbc"}},
        {"^a{0}b$", {"b"}, {"ab"}},
        {"^a{2}$", {"aa"}, {"a", "aaa"}},
        {"^a{2,}$", {"aa", "aaaaa"}, {"", "a"}},
        {"^a{2,4}$", {"aa", "aaa", "aaaa"}, {"a", "aaaaa"}},
        {"^(ab?){2}$", {"aa", "aba", "aab", "abab"}, {"ab", "aaa", "abb"}},
        {"^(a?b?){2,3}c$", {"c", "abc", "ababc", "bbc", "bbbc", "baac"}, {"bbbbc", "ab"}},
        {"^(a*b*)*$", {"", "aab", "ba"}, {"c"}},
        {"^((ab){2}c){2}$", {"ababcababc"}, {"ababc", "ababcabc"}},
        {"^[ab]{256}$", {std::string(256, 'b')}, {std::string(255, 'a'), std::string(257, 'a')}},
    });
}

Test(json_pattern, classes_hold_ranges_and_sets) {
    expect({
        {"^[a-c]$", {"a", "b", "c"}, {"d", "`", "-"}},
        {"^[^a-c]$", {"d", "\n", "ä"}, {"a", "c", ""}},
        {"^[^c-da-b\\d]$", {"e", "`", ":", "/"}, {"a", "b", "c", "d", "0", "9"}},
        {"^[-a]$", {"-", "a"}, {"b"}},
        {"^[a-]$", {"-", "a"}, {"b"}},
        {"^[a\\-c]$", {"-", "a", "c"}, {"b"}},
        {"^[\\d-]$", {"-", "5"}, {"d"}},
        {"^[\\]\\\\^$.*+?(){}|/[]$", {"]", "\\", "^", "$", ".", "["}, {"a"}},
        {"^\\d\\D\\w\\W$", {"1a_-", "0-Z "}, {"aa_-", "11_-", "1a--", "1a__", "1aä-"}},
        {"^\\W$", {"ä", "@", "`", "{", "^"}, {"a", "Z", "0", "_"}},
        {"^.$", {"a", "ä", "\t"}, {"\n", "\r", "\u2028", "\u2029", ""}},
        {"^[^\\d\\D]?$", {""}, {"1", "a"}},
    });
}

Test(json_pattern, escapes_are_characters) {
    expect({
        {"^\\^\\$\\\\\\.\\*\\+\\?\\(\\)\\[\\]\\{\\}\\|\\/$", {"^$\\.*+?()[]{}|/"}, {"^"}},
        {"^\\n\\r\\t\\f\\v$", {"\n\r\t\f\v"}, {"nrtfv"}},
        {"^\\u0041\\u00e4[\\u20aC-\\u20AD]$", {"Aä€", "Aä₭"}, {"Aä", "aä€"}},
    });
}

Test(json_pattern, a_character_is_a_code_point) {
    expect({
        {"^.{3}$", {"aä€", "😀😀😀"}, {"ä", "😀"}},
        {"^[ä-ü]+$", {"äöü"}, {"a", "Ä", "ý"}},
        {"^[^a]$", {"ä", "😀", "\xF4\x8F\xBF\xBF"}, {"äö"}},
        {"^😀?ß$", {"😀ß", "ß"}, {"😀"}},
        {"^.*$", {"ä"}, {"\xff", "\xc3", "\xed\xa0\x80", "\xc0\x80", "\xf4\x90\x80\x80"}},
    });
}

Test(json_pattern, it_agrees_with_another_implementation) {
    generator make;
    std::size_t taken = 0;
    for (int i = 0; i < 2000; ++i) {
        const std::string text = make.pattern();
        if (error_in(text) == "a_pattern_has_more_than_256_positions") continue;
        const pattern_of ours(text);
        // Backtracking would take hours for some patterns.
        const std::regex theirs(text, std::regex_constants::ECMAScript |
                                        std::regex_constants::__polynomial);
        for (int j = 0; j < 20; ++j) {
            const std::string given = make.text();
            const bool right = std::regex_match(given, theirs);
            taken += right;
            cr_assert(ours.takes(given) == right, "%s: \"%s\"", text.c_str(), given.c_str());
        }
    }
    cr_expect(taken > 4000, "%zu", taken);
}

Test(json_pattern, what_is_made_up_matches) {
    generator make;
    for (std::size_t i = 0; i < 2000; ++i) {
        const std::string text = make.pattern();
        if (error_in(text) != "none") continue;
        const pattern_of pattern(text);
        const automaton made = pattern.made();
        const bounds range{.has_pattern = true, .pattern = &made};
        for (const std::size_t nth : {0u, 1u, 5u}) {
            const std::string given = rpc::matching_text(range, nth);
            cr_assert(pattern.takes(given), "%s: \"%s\"", text.c_str(), given.c_str());
        }
    }
}

Test(json_pattern, what_is_made_up_is_short_or_as_long_as_it_must_be) {
    const auto made_up = [](const char* text, std::size_t least, std::size_t nth) {
        const pattern_of pattern(text);
        const automaton made = pattern.made();
        return rpc::matching_text({.what = bounds::on::length, .count_least = least,
                                   .has_pattern = true, .pattern = &made}, nth);
    };
    cr_expect(made_up("^[A-Z]{2}-[0-9]+$", 0, 0) == "AA-0");
    cr_expect(made_up("^[A-Z]{2}-[0-9]+$", 6, 0) == "AA-000");
    cr_expect(made_up("^[A-Z]{2}-[0-9]+$", 0, 1) == "BB-1");
    cr_expect(made_up("^a$", 9, 0) == "a");
    cr_expect(made_up("^a*$", 0, 0) == "");
    cr_expect(made_up("^(abc|[ä-ü]{2}|x{3})$", 0, 0) == "ää");
    cr_expect(made_up("^[^\\w]\\n[€]😀$", 0, 0) == " \n€😀");
    cr_expect(made_up("^[^\\d\\D]$", 0, 0) == "");
}

Test(json_pattern, the_time_is_linear_in_the_text) {
    const auto seconds = [](const char* text, std::size_t length) {
        const pattern_of pattern(text);
        const std::string given = std::string(length, 'a') + "!";
        const auto begin = std::chrono::steady_clock::now();
        cr_expect(!pattern.takes(given), "%s", text);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    };
    for (const char* text : {"^(a+)+$", "^(a|a)*b$", "^(a?){100}a{100}$", "^(.*)*(.*)*x$",
                             "^.*a[^!]{200}$", "^((a*)*b?)*c$"})
        cr_expect(seconds(text, 200'000) < 20, "%s", text);  // allows for emulation
}

Test(json_pattern, refusals_name_their_reason) {
    const std::vector<std::pair<const char*, std::vector<std::string>>> rows{
        {"a_pattern_must_begin_with_a_caret_and_end_with_a_dollar",
         {"", "^", "$", "a", "^a", "a$", "^a\\$"}},
        {"alternatives_in_a_pattern_must_be_in_a_group", {"^a|b$", "^|$"}},
        {"a_pattern_has_an_anchor_inside", {"^^$", "^$$", "^(^a)$", "^(a$)$", "^a$b$"}},
        {"a_pattern_has_look_around_or_a_named_group",
         {"^(?=a)$", "^(?!a)$", "^(?<=a)$", "^(?<!a)$", "^(?<n>a)$", "^(?i:a)$"}},
        {"a_pattern_has_a_back_reference", {"^(a)\\1$", "^\\9$", "^\\k<n>$"}},
        {"a_pattern_has_a_lazy_quantifier", {"^a*?$", "^a+?$", "^a??$", "^a{2}?$"}},
        {"a_pattern_quantifier_has_nothing_to_repeat",
         {"^*$", "^a**$", "^a+{2}$", "^(+)$", "^(a|?)$", "^{2}$"}},
        {"a_pattern_has_an_invalid_count",
         {"^a{$", "^a{}$", "^a{,2}$", "^a{2$", "^a{2,$", "^a{3,2}$", "^a{x}$", "^a{1,2,3}$"}},
        {"a_pattern_has_an_unmatched_bracket",
         {"^(a$", "^a)$", "^(a", "^((a)$", "^[a$", "^[a", "^[a-", "^a]$", "^a}$", "^(?:"}},
        {"a_pattern_has_an_empty_class", {"^[]$", "^[^]$", "^[]a]$"}},
        {"a_pattern_has_an_invalid_range", {"^[b-a]$", "^[a-\\d]$", "^[\\d-z]$", "^[\\w--]$"}},
        {"a_pattern_has_an_unknown_escape",
         {"^\\a$", "^\\b$", "^\\B$", "^\\s$", "^\\0$", "^\\-$", "^\\x41$", "^\\u12$", "^\\ud800$",
          "^\\u{41}$", "^\\p{L}$", "^\\ä$", "^\\", "^[\\b]$", "^\\cA$"}},
        {"a_pattern_has_more_than_256_positions",
         {"^a{257}$", "^a{200}b{57}$", "^(ab){129}$", "^(a{16}){17}$", "^a{99999999999999999999}$",
          "^a{255,}bb$", "^" + std::string(257, 'a') + "$"}},
        {"a_pattern_is_not_utf_8", {"^\xff$", "^\xc3$", "^[\xed\xa0\x80]$", "^\\\xff$"}},
    };
    for (const auto& [error, patterns] : rows)
        for (const std::string& pattern : patterns)
            cr_expect(error_in(pattern) == error, "%s: %s", pattern.c_str(),
                      error_in(pattern).c_str());
}

}}  // namespace pattern_test
