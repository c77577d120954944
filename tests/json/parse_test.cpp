#include <callbox/json.hpp>

#include "support/guard.hpp"

#include <criterion/criterion.h>

#include <sys/mman.h>

#include <string>
#include <string_view>

using namespace std::literals;
using callbox::document;
using callbox::kind;
using callbox::support::guarded;
using callbox::syntax_fault;

namespace {

bool is_json(std::string_view text) {
    document notes;
    return notes.parse(guarded(text, 1).span());
}

syntax_fault fault_of(std::string_view text) {
    document notes;
    const bool parsed = notes.parse(guarded(text, 1).span());
    cr_assert(not parsed, "accepted: %.*s", static_cast<int>(text.size()), text.data());
    return notes.fault();
}

struct fault_row {
    std::string_view text;
    std::size_t offset;
    std::string_view message;
};

void expect_faults(std::span<const fault_row> rows) {
    for (const fault_row& row : rows) {
        const syntax_fault fault = fault_of(row.text);
        const int length = static_cast<int>(row.text.size());
        cr_expect(fault.offset == row.offset, "%.*s: %zu", length, row.text.data(), fault.offset);
        cr_expect(fault.message == row.message, "%.*s: %s", length, row.text.data(), fault.message);
    }
}

std::string nested(std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
}

}  // namespace

Test(json_parse, a_fault_is_told_where_the_text_breaks) {
    constexpr fault_row rows[] = {
        {"", 0, "expected a value"},
        {"  ", 2, "expected a value"},
        {"NaN", 0, "expected a value"},
        {"+1", 0, "expected a value"},
        {".5", 0, "expected a value"},
        {"'a'", 0, "expected a value"},
        {"]", 0, "expected a value"},
        {"\0"sv, 0, "expected a value"},
        {"\xc3\xa4", 0, "expected a value"},
        {"[1,]", 3, "expected a value"},
        //   ^  comma before the bracket
        {"[,1]", 1, "expected a value"},
        {"[1,,2]", 3, "expected a value"},
        {"[", 1, "expected a value"},
        {"[1,", 3, "expected a value"},
        {"[1", 2, "expected ',' or ']'"},
        {"[1 2]", 3, "expected ',' or ']'"},
        {"[1}", 2, "expected ',' or ']'"},
        {"[1:2]", 2, "expected ',' or ']'"},
        {"[1\f]", 2, "expected ',' or ']'"},
        {"[1\xc2\xa0]", 2, "expected ',' or ']'"},
        {"1 2", 2, "expected nothing behind the value"},
        {"{}}", 2, "expected nothing behind the value"},
        {"[]\0"sv, 2, "expected nothing behind the value"},
        {"\"a\"b", 3, "expected nothing behind the value"},
        {"1 // one", 2, "expected nothing behind the value"},
        {"{", 1, "expected a name in double quotes"},
        {"{1:2}", 1, "expected a name in double quotes"},
        {"{a:2}", 1, "expected a name in double quotes"},
        {"{'a':2}", 1, "expected a name in double quotes"},
        {R"({"a":1,})", 7, "expected a name in double quotes"},
        //          ^  comma before the brace
        {R"({,"a":1})", 1, "expected a name in double quotes"},
        {R"({"a":1,,"b":2})", 7, "expected a name in double quotes"},
        {R"({"a"})", 4, "expected ':'"},
        {R"({"a",1})", 4, "expected ':'"},
        {R"({"a" 1})", 5, "expected ':'"},
        {R"({"a")", 4, "expected ':'"},
        {R"({"a":)", 5, "expected a value"},
        {R"({"a":})", 5, "expected a value"},
        {R"({"a"::1})", 5, "expected a value"},
        {R"({"a":1)", 6, "expected ',' or '}'"},
        {R"({"a":1])", 6, "expected ',' or '}'"},
        {R"({"a":1 "b":2})", 7, "expected ',' or '}'"},
        {"\xef\xbb\xbf{}", 0, "a byte order mark is not part of JSON"},
    };
    expect_faults(rows);
}

Test(json_parse, a_literal_is_a_whole_word_in_small_letters) {
    constexpr fault_row rows[] = {
        {"nul", 3, "expected a value"},     {"nulL", 3, "expected a value"},
        {"nan", 1, "expected a value"},     {"True", 0, "expected a value"},
        {"tru", 3, "expected a value"},     {"fals ", 4, "expected a value"},
        {"Infinity", 0, "expected a value"}, {"t", 1, "expected a value"},
        {"nulll", 4, "expected nothing behind the value"},
        {"truefalse", 4, "expected nothing behind the value"},
    };
    expect_faults(rows);
}

Test(json_parse, a_number_is_of_the_grammar) {
    constexpr fault_row rows[] = {
        {"-", 1, "expected a digit"},
        {"--1", 1, "expected a digit"},
        {"-a", 1, "expected a digit"},
        {"-Infinity", 1, "expected a digit"},
        {"1.", 2, "expected a digit"},
        {"1.e1", 2, "expected a digit"},
        {"-.5", 1, "expected a digit"},
        {"1e", 2, "expected a digit"},
        {"1e+", 3, "expected a digit"},
        {"1e+-1", 3, "expected a digit"},
        {"1.5E-", 5, "expected a digit"},
        {"[-]", 2, "expected a digit"},
        {"01", 1, "a digit behind a leading zero"},
        {"-012", 2, "a digit behind a leading zero"},
        {"00", 1, "a digit behind a leading zero"},
        {"[00.5]", 2, "a digit behind a leading zero"},
        {"1d5", 1, "expected nothing behind the value"},
        {"1.5d5", 3, "expected nothing behind the value"},
        {"1.5.5", 3, "expected nothing behind the value"},
        {"0x10", 1, "expected nothing behind the value"},
        {"1e5.5", 3, "expected nothing behind the value"},
        {"1,000", 1, "expected nothing behind the value"},
        {"1_000", 1, "expected nothing behind the value"},
        {"10n", 2, "expected nothing behind the value"},
    };
    expect_faults(rows);
}

Test(json_parse, a_string_is_closed_and_has_known_escapes_only) {
    constexpr auto open = "the text ends within a string"sv;
    constexpr auto escape = "expected one of \\ / b f n r t u or a quote"sv;
    constexpr auto digits = "expected four hexadecimal digits"sv;
    constexpr auto control = "a control character in a string must be escaped"sv;
    constexpr fault_row rows[] = {
        {R"(")", 1, open},
        {R"("abc)", 4, open},
        {R"("abc\)", 5, open},
        {R"("abc\")", 6, open},
        {R"("\u12)", 5, open},
        {R"("\ud800)", 7, open},
        {R"("\ud800\)", 8, open},
        {R"("\ud800\u)", 9, open},
        {R"("\ud800\udc0)", 12, open},
        {R"(["a)", 3, open},
        {R"({"a)", 3, open},
        {R"("\x41")", 2, escape},
        {R"("\U0041")", 2, escape},
        {R"("\'")", 2, escape},
        {R"("\0")", 2, escape},
        {"\"\\\n\"", 2, escape},
        {"\"\\\0\""sv, 2, escape},
        {R"("\u00g0")", 5, digits},
        {R"("\u")", 3, digits},
        {R"("\u+041")", 3, digits},
        {"\"a\nb\"", 2, control},
        {"\"\t\"", 1, control},
        {"\"a\0b\""sv, 2, control},
        {"\"0123456789abcdef\x1f\"", 17, control},
        {"{\"a\rb\":1}", 3, control},
    };
    expect_faults(rows);
}

Test(json_parse, a_lone_surrogate_is_refused_wherever_a_string_may_be) {
    constexpr auto lone = "half of a surrogate pair alone"sv;
    constexpr fault_row rows[] = {
        {R"("\ud800")", 1, lone},          {R"("\udc00")", 1, lone},
        {R"("\uDFFF\uD800")", 1, lone},    {R"("\ud800\ud800")", 1, lone},
        {R"("a\ud800\u0041")", 2, lone},   {R"("a\ud800\n")", 2, lone},
        {R"("\ud800\ue000")", 1, lone},    {R"("\ud800\udbff")", 1, lone},
        {R"("\udc00\udc00")", 1, lone},    {R"("\udfff\udfff")", 1, lone},
        {R"("a\udbffa")", 2, lone},        {R"({"\ud800":1})", 2, lone},
        {R"(["\ud83d\ude00\ude00"])", 14, lone},
    };
    expect_faults(rows);
}

Test(json_parse, what_is_not_utf8_is_refused_where_the_character_begins) {
    constexpr fault_row rows[] = {
        {"\"\xff\"", 1, "not UTF-8"},
        {"\"a\xc3\"", 2, "not UTF-8"},
        {"\"\xc0\xaf\"", 1, "not UTF-8"},
        {"\"\xc3\xa4\xed\xa0\x80\"", 3, "not UTF-8"},
        {"\"\xf4\x90\x80\x80\"", 1, "not UTF-8"},
        {"\"0123456789abcdef\x80\"", 17, "not UTF-8"},
        {"{\"\xe2\x82\":1}", 2, "not UTF-8"},
        {"\"\\n\xe2\x82\"", 3, "not UTF-8"},
        {"\"\xe2\x82", 1, "not UTF-8"},
    };
    expect_faults(rows);
}

Test(json_parse, line_and_column_count_from_one_and_in_characters) {
    const syntax_fault first = fault_of("x");
    cr_expect(first.line == 1 and first.column == 1);
    const syntax_fault third = fault_of("{\n  \"a\": 1,\r\n  \"\xc3\xa4\xf0\x9f\x98\x80\" 2}");
    cr_expect(third.line == 3, "%zu", third.line);
    cr_expect(third.column == 8, "%zu", third.column);
    cr_expect(third.offset == 24, "%zu", third.offset);
    const syntax_fault end = fault_of("[1,\n");
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
            const syntax_fault fault = fault_of(text.substr(0, length));
            const std::size_t back = length - fault.offset;  // the start of a cut character
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
            cr_expect(parsed or notes.fault().offset <= text.size());
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
    cr_expect(shallow.fault().offset == 6, "the bracket that is too many");
    cr_expect(shallow.fault().message == "nested deeper than json_depth_max"sv);
    cr_expect(shallow.parse(two), "a refused text leaves no depth behind");
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
    cr_expect(few.fault().offset == 5);
    cr_expect(few.fault().message == "more values than json_nodes_max"sv);
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
    cr_expect(notes.fault().message == "the text is too long: 4 GiB or more"sv);
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
