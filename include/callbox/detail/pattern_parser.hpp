// callbox/detail/pattern_parser.hpp - compiles patterns into automata at compile time. Part of
// constraints.hpp; pattern.hpp describes the language.
#pragma once

#include <callbox/pattern.hpp>

namespace callbox {

// See describe.hpp.
namespace table_error {
void a_pattern_must_begin_with_a_caret_and_end_with_a_dollar(std::string_view name);
void alternatives_in_a_pattern_must_be_in_a_group(std::string_view name);
void a_pattern_has_an_anchor_inside(std::string_view name);
void a_pattern_has_look_around_or_a_named_group(std::string_view name);
void a_pattern_has_a_back_reference(std::string_view name);
void a_pattern_has_a_lazy_quantifier(std::string_view name);
void a_pattern_quantifier_has_nothing_to_repeat(std::string_view name);
void a_pattern_has_an_invalid_count(std::string_view name);
void a_pattern_has_an_unmatched_bracket(std::string_view name);
void a_pattern_has_an_empty_class(std::string_view name);
void a_pattern_has_an_invalid_range(std::string_view name);
void a_pattern_has_an_unknown_escape(std::string_view name);
void a_pattern_has_more_than_256_positions(std::string_view name);
void a_pattern_is_not_utf_8(std::string_view name);
}  // namespace table_error

namespace detail {

struct range {
    char32_t least, most;
    constexpr bool operator<(const range& other) const { return least < other.least; }
};

// The characters that a position matches: the ranges from `begin` to before `end`.
struct character_class {
    std::size_t begin = 0, end = 0;
};

// Parses a pattern and builds its automaton, with room for the largest. Each copy of a repeated
// part has its own positions. After an error it has no automaton.
class pattern_parser {
public:
    constexpr explicit pattern_parser(std::string_view pattern) : rest_(pattern) {
        if (!takes('^')) fail(table_error::a_pattern_must_begin_with_a_caret_and_end_with_a_dollar);
        whole = sequence();
        if (next_is('|')) fail(table_error::alternatives_in_a_pattern_must_be_in_a_group);
        if (next_is(')')) fail(table_error::a_pattern_has_an_unmatched_bracket);
        if (!takes('$')) fail(table_error::a_pattern_must_begin_with_a_caret_and_end_with_a_dollar);
        if (error != nullptr) return;
        for (std::size_t i = 0; i < count; ++i)
            follow[i].for_each([&](std::size_t next) { (next == i + 1 ? steps : jumps).add(i); });
        find_intervals();
    }

    void (*error)(std::string_view name) = nullptr;  // the first one

    // A part of the pattern.
    struct part {
        positions first{}, last{};
        bool takes_nothing = true;
    };

    part whole;
    std::size_t count = 0;
    positions follow[positions::max]{};
    positions steps, jumps;
    std::size_t interval_count = 0;
    char32_t begins[2 * positions::max + 1]{};
    positions taken[2 * positions::max + 1]{};

private:
    // Sets the error and skips to the end of the pattern.
    constexpr part fail(void (*why)(std::string_view)) {
        if (error == nullptr) error = why;
        rest_ = "$";
        return {};
    }
    constexpr bool next_is(char c) const { return !rest_.empty() && rest_.front() == c; }
    constexpr bool takes(std::string_view wanted) { return take_prefix(rest_, wanted); }
    constexpr bool takes(char c) { return takes(std::string_view(&c, 1)); }
    constexpr char32_t take() {
        if (rest_.empty()) return no_character;
        const char32_t c = take_character(rest_);
        if (c == no_character) fail(table_error::a_pattern_is_not_utf_8);
        return c;
    }

    constexpr void connect(const positions& from, const positions& to) {
        from.for_each([&](std::size_t at) { follow[at] |= to; });
    }

    constexpr part alternatives() {
        part all = sequence();
        while (takes('|')) {
            const part other = sequence();
            all.first |= other.first;
            all.last |= other.last;
            all.takes_nothing |= other.takes_nothing;
        }
        return all;
    }

    // Ends before | ) and the last $.
    constexpr part sequence() {
        part all;
        while (!rest_.empty() && rest_ != "$" && !next_is('|') && !next_is(')')) {
            const std::size_t begin = count;
            const part one = quantified(atom(), begin);
            connect(all.last, one.first);
            if (all.takes_nothing) all.first |= one.first;
            positions last = one.last;
            if (one.takes_nothing) last |= all.last;
            all = {all.first, last, all.takes_nothing && one.takes_nothing};
        }
        return all;
    }

    constexpr part atom() {
        constexpr std::string_view quantifiers = "*+?{";
        if (next_is('^') || next_is('$')) fail(table_error::a_pattern_has_an_anchor_inside);
        if (next_is(']') || next_is('}')) fail(table_error::a_pattern_has_an_unmatched_bracket);
        if (quantifiers.find(rest_.front()) != quantifiers.npos)
            fail(table_error::a_pattern_quantifier_has_nothing_to_repeat);
        if (takes('(')) return group();
        if (count == positions::max)
            return fail(table_error::a_pattern_has_more_than_256_positions);
        const std::size_t begin = range_count_;
        if (takes('[')) {
            const bool is_negated = takes('^');
            if (next_is(']')) fail(table_error::a_pattern_has_an_empty_class);
            while (error == nullptr && !takes(']')) take_range();
            if (is_negated) negate(begin);
        } else if (takes('.')) {
            add_set(line_ends, true);
        } else if (!takes_set()) {
            const char32_t c = character("^$\\.*+?()[]{}|/");
            add({c, c});
        }
        classes_[count] = {begin, range_count_};
        part one{.takes_nothing = false};
        one.first.add(count);
        one.last.add(count++);
        return one;
    }

    constexpr part group() {
        if (!takes("?:") && next_is('?'))
            fail(table_error::a_pattern_has_look_around_or_a_named_group);
        const part inner = alternatives();
        if (rest_ == "$" || !takes(')')) fail(table_error::a_pattern_has_an_unmatched_bracket);
        return inner;
    }

    constexpr part quantified(const part& one, std::size_t begin) {
        std::size_t least = 0, most = SIZE_MAX;
        if (takes('+')) least = 1;
        else if (takes('?')) most = 1;
        else if (takes('{')) take_counts(least, most);
        else if (!takes('*')) return one;
        if (next_is('?')) fail(table_error::a_pattern_has_a_lazy_quantifier);
        return repeated(one, begin, least, most);
    }

    constexpr void take_counts(std::size_t& least, std::size_t& most) {
        least = most = number();
        if (takes(',')) most = next_is('}') ? SIZE_MAX : number();
        if (!takes('}') || most < least) fail(table_error::a_pattern_has_an_invalid_count);
    }
    constexpr std::size_t number() {
        if (!is_decimal(rest_)) fail(table_error::a_pattern_has_an_invalid_count);
        std::size_t n = 0;
        for (; is_decimal(rest_); rest_.remove_prefix(1)) {
            n = n * 10 + static_cast<std::size_t>(rest_.front() - '0');
            if (n > positions::max) fail(table_error::a_pattern_has_more_than_256_positions);
        }
        return n;
    }

    // One copy follows the other; the last one loops if there is no maximum.
    constexpr part repeated(const part& one, std::size_t begin, std::size_t least,
                            std::size_t most) {
        const std::size_t size = count - begin;
        const std::size_t copies = most == SIZE_MAX ? std::max<std::size_t>(least, 1) : most;
        if (size == 0 || copies == 0) {
            for (; count > begin; --count) follow[count - 1] = {};
            return {};
        }
        if (copies > (positions::max - begin) / size)
            return fail(table_error::a_pattern_has_more_than_256_positions);
        for (; count < begin + copies * size; ++count) {
            classes_[count] = classes_[count - size];
            follow[count] = follow[count - size].later(size);
        }
        part all{.takes_nothing = least == 0 || one.takes_nothing};
        positions before;  // where the copies so far may end
        for (std::size_t i = 0; i < copies; ++i) {
            const positions first = one.first.later(i * size), last = one.last.later(i * size);
            connect(before, first);
            if (i == 0 || one.takes_nothing) all.first |= first;
            if (!one.takes_nothing) before = {};
            before |= last;
            if (i + 1 >= least) all.last |= before;
            if (i + 1 == copies && most == SIZE_MAX) connect(last, first);
        }
        return all;
    }

    // ------------------------------------------------------------------------------ characters

    static constexpr std::array<range, 1> digits{{{'0', '9'}}};
    static constexpr std::array<range, 4> word{{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}};
    static constexpr std::array<range, 3> line_ends{
        {{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}};

    constexpr void add(range r) {
        if (range_count_ == std::size(ranges_))
            return void(fail(table_error::a_pattern_has_more_than_256_positions));
        ranges_[range_count_++] = r;
    }
    constexpr void add_set(std::span<const range> all, bool is_negated) {
        const std::size_t begin = range_count_;
        for (const range& r : all) add(r);
        if (is_negated) negate(begin);
    }
    // Replaces the ranges from `begin` on by the gaps between them.
    constexpr void negate(std::size_t begin) {
        std::sort(ranges_ + begin, ranges_ + range_count_);
        char32_t next = 0;
        for (std::size_t i = begin; i < range_count_; ++i) {
            const range taken_out = ranges_[i];
            if (taken_out.least > next) ranges_[begin++] = {next, taken_out.least - 1};
            next = std::max<char32_t>(next, taken_out.most + 1);
        }
        range_count_ = begin;
        if (next <= 0x10ffff) add({next, 0x10ffff});
    }

    constexpr bool takes_set() {
        if (takes("\\d")) add_set(digits, false);
        else if (takes("\\D")) add_set(digits, true);
        else if (takes("\\w")) add_set(word, false);
        else if (takes("\\W")) add_set(word, true);
        else return false;
        return true;
    }

    // A character, a range or a set within a class.
    constexpr void take_range() {
        const bool is_set = takes_set();
        range one{};
        if (!is_set) one.least = one.most = class_character();
        if (next_is('-') && !rest_.starts_with("-]")) {
            rest_.remove_prefix(1);
            if (is_set || takes_set()) fail(table_error::a_pattern_has_an_invalid_range);
            one.most = class_character();
        }
        if (one.most < one.least) fail(table_error::a_pattern_has_an_invalid_range);
        if (!is_set) add(one);
    }
    constexpr char32_t class_character() {
        const char32_t c = character("^$\\.*+?()[]{}|/-");
        if (c == no_character) fail(table_error::a_pattern_has_an_unmatched_bracket);
        return c;
    }

    constexpr char32_t character(std::string_view escapable) {
        if (!takes('\\')) return take();
        constexpr std::string_view letters = "nrtfv", meanings = "\n\r\t\f\v";
        const char32_t c = take();
        if (c == 'u') return numbered();
        if ((c >= '1' && c <= '9') || c == 'k') fail(table_error::a_pattern_has_a_back_reference);
        if (c >= 0x80) fail(table_error::a_pattern_has_an_unknown_escape);
        if (const auto at = letters.find(static_cast<char>(c)); at != letters.npos)
            return static_cast<unsigned char>(meanings[at]);
        if (escapable.find(static_cast<char>(c)) == escapable.npos)
            fail(table_error::a_pattern_has_an_unknown_escape);
        return c;
    }
    constexpr char32_t numbered() {
        char32_t c = 0;
        for (int i = 0; i < 4; ++i) {
            const int digit = rest_.empty() ? -1 : hex_value(rest_.front());
            if (digit < 0) fail(table_error::a_pattern_has_an_unknown_escape);
            c = c << 4 | static_cast<char32_t>(digit);
            rest_.remove_prefix(1);
        }
        if (c >= 0xd800 && c <= 0xdfff) fail(table_error::a_pattern_has_an_unknown_escape);
        return c;
    }

    // -------------------------------------------------------------------------------- the table

    constexpr void find_intervals() {
        begins[interval_count++] = 0;
        for (std::size_t i = 0; i < range_count_; ++i) {
            begins[interval_count++] = ranges_[i].least;
            begins[interval_count++] = ranges_[i].most + 1;
        }
        std::sort(begins, begins + interval_count);
        char32_t* const end = std::unique(begins, begins + interval_count);
        interval_count = static_cast<std::size_t>(end - begins);
        for (std::size_t at = 0; at < count; ++at)
            for (std::size_t i = classes_[at].begin; i < classes_[at].end; ++i) {
                const char32_t* from = std::lower_bound(begins, end, ranges_[i].least);
                for (; from != end && *from <= ranges_[i].most; ++from)
                    taken[from - begins].add(at);
            }
    }

    std::string_view rest_;
    character_class classes_[positions::max]{};
    range ranges_[positions::max]{};
    std::size_t range_count_ = 0;
};

template <class T, std::size_t N> constexpr std::array<T, N> begin_of(const auto& all) {
    std::array<T, N> out{};
    std::copy_n(all, N, out.begin());
    return out;
}

template <fixed_string Pattern> inline constexpr pattern_parser parsed_pattern{Pattern.view()};

// The automaton of a pattern, in its exact size. Requires: the pattern has no error.
template <fixed_string Pattern> struct pattern_table {
    static constexpr const pattern_parser& parsed = parsed_pattern<Pattern>;
    static constexpr auto begins = begin_of<char32_t, parsed.interval_count>(parsed.begins);
    static constexpr auto takes = begin_of<positions, parsed.interval_count>(parsed.taken);
    static constexpr auto follow = begin_of<positions, parsed.count>(parsed.follow);
    static constexpr automaton made{
        .text = Pattern.view(), .begins = begins, .takes = takes, .follow = follow,
        .first = parsed.whole.first, .last = parsed.whole.last, .steps = parsed.steps,
        .jumps = parsed.jumps, .takes_nothing = parsed.whole.takes_nothing};
};

}  // namespace detail

}  // namespace callbox
