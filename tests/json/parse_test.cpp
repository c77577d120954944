#include <callbox/json.hpp>

#include "support/guard.hpp"

#include <criterion/criterion.h>

#include <sys/mman.h>

#include <string>
#include <string_view>
#include <vector>

namespace parse_test { namespace {

using namespace std::literals;
using callbox::document;
using callbox::kind;
using callbox::support::guarded;
using callbox::syntax_error;

bool is_json(std::string_view text) {
    document notes;
    return notes.parse(guarded(text, 1).span());
}

syntax_error error_of(std::string_view text) {
    document notes;
    const bool parsed = notes.parse(guarded(text, 1).span());
    cr_assert(not parsed, "accepted: %.*s", static_cast<int>(text.size()), text.data());
    return notes.error();
}

struct error_row {
    std::string_view text;
    std::size_t offset;
};

void expect_errors(std::string_view message, const std::vector<error_row>& rows) {
    for (const auto& [text, offset] : rows) {
        const syntax_error error = error_of(text);
        const int length = static_cast<int>(text.size());
        cr_expect(error.offset == offset, "%.*s: %zu", length, text.data(), error.offset);
        cr_expect(error.message == message, "%.*s: %s", length, text.data(), error.message);
    }
}

std::string nested(std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
}

Test(json_parse, an_error_is_reported_where_the_text_breaks) {
    expect_errors("expected a value", {
        {"", 0}, {"  ", 2}, {"NaN", 0}, {"+1", 0}, {".5", 0}, {"'a'", 0}, {"]", 0}, {"\0"sv, 0},
        {"\xc3\xa4", 0}, {"\v1", 0}, {"[1,]", 3}, {"[,1]", 1}, {"[1,,2]", 3}, {"[", 1}, {"[1,", 3},
        {R"({"a":)", 5}, {R"({"a":})", 5}, {R"({"a"::1})", 5}});
    expect_errors("expected ',' or ']'", {
        {"[1", 2}, {"[1 2]", 3}, {"[1}", 2}, {"[1:2]", 2}, {"[1\f]", 2}, {"[1\xc2\xa0]", 2}});
    expect_errors("unexpected text after the value", {
        {"1 2", 2}, {"{}}", 2}, {"[]\0"sv, 2}, {"\"a\"b", 3}, {"1 // one", 2}});
    expect_errors("expected a name in double quotes", {
        {"{", 1}, {"{1:2}", 1}, {"{a:2}", 1}, {"{'a':2}", 1}, {R"({"a":1,})", 7},
        {R"({,"a":1})", 1}, {R"({"a":1,,"b":2})", 7}});
    expect_errors("expected ':'", {
        {R"({"a"})", 4}, {R"({"a",1})", 4}, {R"({"a" 1})", 5}, {R"({"a")", 4}});
    expect_errors("expected ',' or '}'", {
        {R"({"a":1)", 6}, {R"({"a":1])", 6}, {R"({"a":1 "b":2})", 7}});
    expect_errors("a byte order mark is not part of JSON", {{"\xef\xbb\xbf{}", 0}});
}

Test(json_parse, a_literal_is_a_whole_word_in_small_letters) {
    expect_errors("expected a value", {
        {"nul", 3}, {"nulL", 3}, {"nan", 1}, {"True", 0}, {"tru", 3}, {"fals ", 4}, {"Infinity", 0},
        {"t", 1}});
    expect_errors("unexpected text after the value", {{"nulll", 4}, {"truefalse", 4}});
}

Test(json_parse, a_number_is_of_the_grammar) {
    expect_errors("expected a digit", {
        {"-", 1}, {"--1", 1}, {"-a", 1}, {"-Infinity", 1}, {"1.", 2}, {"1.e1", 2}, {"-.5", 1},
        {"1e", 2}, {"1e+", 3}, {"1e+-1", 3}, {"1.5E-", 5}, {"[-]", 2}});
    expect_errors("a digit after a leading zero", {
        {"01", 1}, {"-012", 2}, {"00", 1}, {"[00.5]", 2}});
    expect_errors("unexpected text after the value", {
        {"1d5", 1}, {"1.5d5", 3}, {"1.5.5", 3}, {"0x10", 1}, {"1e5.5", 3}, {"1,000", 1},
        {"1_000", 1}, {"10n", 2}});
}

Test(json_parse, a_string_is_closed_and_has_known_escapes_only) {
    expect_errors("the text ends within a string", {
        {R"(")", 1}, {R"("abc)", 4}, {R"("abc\)", 5}, {R"("abc\")", 6}, {R"("\u12)", 5},
        {R"("\ud800)", 7}, {R"("\ud800\)", 8}, {R"("\ud800\u)", 9}, {R"("\ud800\udc0)", 12},
        {R"(["a)", 3}, {R"({"a)", 3}});
    expect_errors("expected one of \\ / b f n r t u or a quote", {
        {R"("\x41")", 2}, {R"("\U0041")", 2}, {R"("\'")", 2}, {R"("\0")", 2}, {"\"\\\n\"", 2},
        {"\"\\\0\""sv, 2}});
    expect_errors("expected four hexadecimal digits", {
        {R"("\u00g0")", 5}, {R"("\u")", 3}, {R"("\u+041")", 3}});
    expect_errors("a control character in a string must be escaped", {
        {"\"a\nb\"", 2}, {"\"\t\"", 1}, {"\"a\0b\""sv, 2}, {"\"0123456789abcdef\x1f\"", 17},
        {"{\"a\rb\":1}", 3}});
}

Test(json_parse, a_lone_surrogate_is_refused_wherever_a_string_may_be) {
    expect_errors("half of a surrogate pair alone", {
        {R"("\ud800")", 1}, {R"("\udc00")", 1}, {R"("\uDFFF\uD800")", 1}, {R"("\ud800\ud800")", 1},
        {R"("a\ud800\u0041")", 2}, {R"("a\ud800\n")", 2}, {R"("\ud800\ue000")", 1},
        {R"("\ud800\udbff")", 1}, {R"("\udc00\udc00")", 1}, {R"("\udfff\udfff")", 1},
        {R"("a\udbffa")", 2}, {R"({"\ud800":1})", 2}, {R"(["\ud83d\ude00\ude00"])", 14}});
}

Test(json_parse, what_is_not_utf8_is_refused_where_the_character_begins) {
    expect_errors("not UTF-8", {
        {"\"\xff\"", 1}, {"\"a\xc3\"", 2}, {"\"\xc0\xaf\"", 1}, {"\"\xc3\xa4\xed\xa0\x80\"", 3},
        {"\"\xf4\x90\x80\x80\"", 1}, {"\"0123456789abcdef\x80\"", 17}, {"{\"\xe2\x82\":1}", 2},
        {"\"\\n\xe2\x82\"", 3}, {"\"\xe2\x82", 1}});
}

Test(json_parse, line_and_column_count_from_one_and_in_characters) {
    const syntax_error first = error_of("x");
    cr_expect(first.line == 1 and first.column == 1);
    const syntax_error third = error_of("{\n  \"a\": 1,\r\n  \"\xc3\xa4\xf0\x9f\x98\x80\" 2}");
    cr_expect(third.line == 3, "%zu", third.line);
    cr_expect(third.column == 8, "%zu", third.column);
    cr_expect(third.offset == 24, "%zu", third.offset);
    const syntax_error end = error_of("[1,\n");
    cr_expect(end.line == 2 and end.column == 1);
}

Test(json_parse, whitespace_may_stand_around_every_token) {
    cr_expect(is_json(" \t\r\n{ \"a\" : [ 1 , 2 ] , \"b\" : { } , \"c\" : [ ] } \t\r\n"));
    cr_expect(is_json("\n1\n"));
}

Test(json_parse, no_prefix_of_a_text_is_a_text) {
    constexpr std::string_view texts[] = {
        R"({"jsonrpc":"2.0","method":"math.add","params":[2,3],"id":1})",
        R"([null,true,false,-0.5e+10,"\u00e4\ud83d\ude00\n",{"a":{"b":[]}}, 12 ])",
        "{\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80 is longer than sixteen bytes\" : \"\\\\\"}",
        R"("just a \"string\" of some length")",
    };
    for (const std::string_view text : texts) {
        cr_expect(is_json(text), "%s", text.data());
        for (std::size_t length = 0; length < text.size(); ++length) {
            const syntax_error error = error_of(text.substr(0, length));
            const std::size_t back = length - error.offset;  // the start of a cut character
            cr_expect(back <= 3, "%.*s", static_cast<int>(length), text.data());
        }
    }
}

Test(json_parse, every_byte_in_every_place_is_read_without_a_crash) {
    const std::string_view text = R"({"a\n":[-1.5e3,"b"],"c":null})";
    for (std::size_t at = 0; at < text.size(); ++at)
        for (int byte = 0; byte < 256; ++byte) {
            std::string changed(text);
            changed[at] = static_cast<char>(byte);
            document notes;
            const bool parsed = notes.parse(changed);
            cr_expect(parsed or notes.error().offset <= text.size());
        }
}

Test(json_parse, nodes_stand_in_the_order_of_the_text) {
    std::string text = R"( {"a":[1,"x\n"],"b":{}, "c":-1.5} )";
    document notes;
    cr_assert(notes.parse(text));
    struct row {
        kind type;
        std::uint32_t at, length, count;
    };
    constexpr row rows[] = {
        {kind::object, 1, 32, 9},  {kind::string, 3, 1, 1},  {kind::array, 6, 9, 3},
        {kind::integer, 7, 1, 1},  {kind::string, 10, 3, 1}, {kind::string, 17, 1, 1},
        {kind::object, 20, 2, 1},  {kind::string, 25, 1, 1}, {kind::number, 28, 4, 1},
    };
    for (std::uint32_t i = 0; i < std::size(rows); ++i) {
        const callbox::node& made = notes.at(i);
        cr_expect(made.type == rows[i].type, "%u", i);
        cr_expect(made.at == rows[i].at, "%u: %u", i, made.at);
        cr_expect(made.length == rows[i].length, "%u: %u", i, made.length);
        cr_expect(made.count == rows[i].count, "%u: %u", i, made.count);
        cr_expect(made.escaped == (i == 4) and not made.rewritten and not made.truth, "%u", i);
    }
}

Test(json_parse, integers_and_numbers_differ_by_fraction_and_exponent) {
    constexpr std::pair<std::string_view, kind> rows[] = {
        {"0", kind::integer},    {"-0", kind::integer},   {"-12", kind::integer},
        {"1.0", kind::number},   {"1e2", kind::number},   {"-0.0", kind::number},
        {"1E-2", kind::number},  {"0e0", kind::number},
        {"123456789012345678901234567890", kind::integer},
    };
    for (const auto& [text, expected] : rows) {
        document notes;
        const guarded at(text, 1);
        cr_assert(notes.parse(at.span()), "%s", text.data());
        cr_expect(notes.root().type() == expected, "%s", text.data());
        cr_expect(notes.root().token() == text, "%s", text.data());
    }
}

Test(json_parse, depth_is_bounded_and_counts_arrays_and_objects) {
    document flat(0), shallow(2), usual, deep(callbox::json_depth_limit);
    std::string one = "1", empty = "[]", two = R"([{"a":1},[],{}])", three = R"([{"a":[]}])";
    cr_expect(flat.parse(one));
    cr_expect(not flat.parse(empty));
    cr_expect(shallow.parse(two));
    cr_expect(not shallow.parse(three));
    cr_expect(shallow.error().offset == 6, "the excess bracket");
    cr_expect(shallow.error().message == "nested deeper than json_depth_max"sv);
    cr_expect(shallow.parse(two), "the depth is reset after a refused text");
    std::string most = nested(128), over = nested(129);
    cr_expect(usual.parse(most));
    cr_expect(not usual.parse(over));
    most = nested(callbox::json_depth_limit), over = nested(callbox::json_depth_limit + 1);
    cr_expect(deep.parse(most));
    cr_expect(not deep.parse(over));
    std::string endless(100'000, '[');
    cr_expect(not deep.parse(endless));
}

Test(json_parse, the_number_of_values_is_bounded) {
    document few(16, 3);
    std::string three = "[1,2]", four = "[1,2,3]";
    std::string member = R"({"a":1})", members = R"({"a":1,"b":2})";
    cr_expect(few.parse(three));
    cr_expect(not few.parse(four));
    cr_expect(few.error().offset == 5);
    cr_expect(few.error().message == "more values than json_nodes_max"sv);
    cr_expect(few.parse(member), "a name counts as a value");
    cr_expect(not few.parse(members));
    document none(16, 0);
    cr_expect(not none.parse(three));
}

Test(json_parse, every_text_of_the_default_size_has_few_enough_values) {
    std::string text = "[1";
    std::size_t values = 2;
    for (; text.size() + 3 <= callbox::limits{}.request_bytes_max; ++values) text += ",1";
    text += "]";
    document notes;
    cr_expect(notes.parse(text));
    cr_expect(notes.at(0).count == values);
}

#if SIZE_MAX > UINT32_MAX
Test(json_parse, four_gigabytes_are_refused_unread) {
    const std::size_t size = std::size_t{1} << 32;
    void* const wall = mmap(nullptr, size, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (wall == MAP_FAILED) cr_skip_test("no 4 GiB of addresses");
    document notes;
    cr_expect(not notes.parse({static_cast<char*>(wall), size}));
    cr_expect(notes.error().message == "the text is too long: 4 GiB or more"sv);
}
#endif

Test(json_parse, a_warm_document_keeps_its_memory) {
    std::string large = "[0";
    for (int i = 0; i < 1000; ++i) large += ",0";
    large += "]";
    std::string small = R"({"id":1})", broken = "[1,2";
    document notes;
    cr_assert(notes.parse(large));
    const callbox::node* const memory = &notes.at(0);
    cr_expect(notes.parse(small));
    cr_expect(not notes.parse(broken));
    cr_expect(notes.parse(large));
    cr_expect(&notes.at(0) == memory);
}

Test(json_parse, a_shrunk_document_reads_on) {
    std::string large = "[0";
    for (int i = 0; i < 1000; ++i) large += ",0";
    large += "]";
    document notes;
    for (const std::size_t kept : {std::size_t{100}, std::size_t{0}, std::size_t{1} << 20}) {
        cr_assert(notes.parse(large));
        notes.shrink(kept);
        cr_expect(notes.parse(large));
        cr_expect(notes.at(0).count == 1002);
    }
}

}}  // namespace parse_test
