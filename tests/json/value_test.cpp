#include <callbox/json.hpp>

#include "support/guard.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace value_test { namespace {

using namespace std::literals;
using callbox::document;
using callbox::kind;
using callbox::support::guarded;
using callbox::value;

// The unescaped text of the string `token`.
std::string text_of(std::string_view token) {
    const guarded at(token, 1);
    document notes;
    const bool parsed = notes.parse(at.span());
    cr_assert(parsed, "refused: %.*s", static_cast<int>(token.size()), token.data());
    return std::string(notes.root().text());
}

Test(json_value, items_and_members_are_walked_in_order) {
    std::string text = R"([true,{"k":[[],false],"k":null},[ ]])";
    document notes;
    cr_assert(notes.parse(text));
    std::vector<std::string_view> tokens;
    for (const value item : notes.root().items()) tokens.push_back(item.token());
    const std::vector<std::string_view> items{"true", R"({"k":[[],false],"k":null})", "[ ]"};
    cr_expect(tokens == items);
    cr_expect(value(notes, 1).truth());

    tokens.clear();
    for (const auto& [name, child] : value(notes, 2).members()) {
        tokens.push_back(name.token());
        tokens.push_back(child.token());
    }
    const std::vector<std::string_view> members{"\"k\"", "[[],false]", "\"k\"", "null"};
    cr_expect(tokens == members);
    cr_expect(value(notes, 2 + notes.at(2).count).items().empty());
}

Test(json_value, members_are_found_only_in_objects) {
    std::string text = R"([["a","b"],{"x":0,"a":1,"\u0061":2},"a"])";
    document notes;
    cr_assert(notes.parse(text));
    for (const value each : notes.root().items()) {
        const auto found = each.find("a");
        cr_expect(found.has_value() == each.is(kind::object));
        if (found) cr_expect(found->token() == "1");
        cr_expect(not each.find("b").has_value());
    }
}

Test(json_value, escapes_mean_their_character) {
    cr_expect(text_of(R"("")") == "");
    cr_expect(text_of(R"("plain")") == "plain");
    cr_expect(text_of(R"("\"\\\/\b\f\n\r\t")") == "\"\\/\b\f\n\r\t");
    cr_expect(text_of(R"("a\u0000b")") == "a\0b"sv);
    cr_expect(text_of(R"("\u0041\u00e4\u00E4\u20aC")") == "A\xc3\xa4\xc3\xa4\xe2\x82\xac");
    cr_expect(text_of(R"("\ud83d\ude00\uDBFF\uDFFF")") == "\xf0\x9f\x98\x80\xf4\x8f\xbf\xbf");
    cr_expect(text_of(R"("\ud800\udc00\ue000\ud7ff")") ==
              "\xf0\x90\x80\x80\xee\x80\x80\xed\x9f\xbf");
    cr_expect(text_of("\"\xc3\xa4 and \\u00e4, then more\"") == "\xc3\xa4 and \xc3\xa4, then more");
}

Test(json_value, a_string_is_rewritten_once_and_its_neighbours_stay) {
    std::string text = R"(["a\u00e4b","c\td",1])";
    document notes;
    cr_assert(notes.parse(text));
    const value first(notes, 1);
    cr_expect(notes.at(1).escaped);
    cr_expect(first.token() == R"("a\u00e4b")");
    cr_expect(first.text() == "a\xc3\xa4"s + "b");
    cr_expect(first.text() == "a\xc3\xa4"s + "b", "again");
    cr_expect(notes.at(1).rewritten and not notes.at(1).escaped);
    cr_expect(value(notes, 2).token() == R"("c\td")");
    cr_expect(value(notes, 2).text() == "c\td");
    cr_expect(value(notes, 3).token() == "1");
}

Test(json_value, json_is_any_one_value) {
    constexpr std::pair<std::string_view, kind> rows[] = {
        {"null", kind::null},   {"true", kind::boolean}, {"false", kind::boolean},
        {"-1", kind::integer},  {"1e5", kind::number},   {"1.5", kind::number},
        {R"("e")", kind::string}, {"[1.5]", kind::array}, {"{}", kind::object},
    };
    for (const auto& [text, expected] : rows) {
        const auto parsed = callbox::json::parse(std::string(text));
        cr_assert(parsed.has_value(), "%s", text.data());
        cr_expect(parsed->kind() == expected, "%s", text.data());
        cr_expect(parsed->text() == text, "%s", text.data());
        const auto spaced = callbox::json::parse(" " + std::string(text) + "\n");
        cr_expect(spaced == parsed, "%s", text.data());
    }
    cr_expect(not callbox::json::parse("").has_value());
    cr_expect(not callbox::json::parse("1 2").has_value());
    cr_expect(not callbox::json::parse("\"\xff\"").has_value());
    cr_expect(callbox::json().text() == "null");
    cr_expect(callbox::json().kind() == kind::null);
    cr_expect(callbox::json::parse(R"("\u0041")")->text() == R"("\u0041")", "kept as it was sent");
}

Test(json_value, kinds_have_the_names_of_json_schema) {
    cr_expect(callbox::name_of(kind::null) == "null");
    cr_expect(callbox::name_of(kind::boolean) == "boolean");
    cr_expect(callbox::name_of(kind::integer) == "integer");
    cr_expect(callbox::name_of(kind::number) == "number");
    cr_expect(callbox::name_of(kind::string) == "string");
    cr_expect(callbox::name_of(kind::array) == "array");
    cr_expect(callbox::name_of(kind::object) == "object");
}

}}  // namespace value_test
