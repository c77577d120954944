// Navigation of json values: present and missing parts, and agreement with the parser.
#include "support/messages.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <iterator>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace view_test {
struct raw {
    std::string_view text;
};
}  // namespace view_test
template <> struct callbox::codec<view_test::raw> {
    static constexpr type schema{.form = type_form::any};
    static void write(writer& to, const view_test::raw& from) { to.json(from.text); }
};

namespace view_test { namespace {

using callbox::json, callbox::json_view, callbox::kind;

static_assert(std::forward_iterator<json_view::iterator>);
static_assert(std::forward_iterator<json_view::member_iterator>);
static_assert(!callbox::detail::owns<json_view>);

json made(std::string text) { return json::parse(std::move(text)).value(); }

// A value as seen by a view, without spaces.
std::string shown(json_view v) {
    std::string text;
    if (v.kind() == kind::array) {
        for (const json_view each : v.items()) text += (text.empty() ? "" : ",") + shown(each);
        return '[' + text + ']';
    }
    if (v.kind() != kind::object) return std::string(v.text());
    for (const auto& [name, value] : v.members()) {
        text += (text.empty() ? "" : ",") + std::string(json(name).text());
        text += ':' + shown(value);
    }
    return '{' + text + '}';
}
// The same value as seen by the parser.
std::string shown(callbox::value v) {
    std::string text;
    if (v.is(kind::array)) {
        for (const callbox::value each : v.items()) text += (text.empty() ? "" : ",") + shown(each);
        return '[' + text + ']';
    }
    if (!v.is(kind::object)) return std::string(v.token());
    for (const auto each : v.members()) {
        text += (text.empty() ? "" : ",") + std::string(json(each.name.text()).text());
        text += ':' + shown(each.value);
    }
    return '{' + text + '}';
}

constexpr const char* order = R"({ "id" : 18446744073709551615, "sizes":[1 , -2,3.50,1e2],
    "to":{"name":"Ada \"L\" \u00e9","tags":[],"none":{ }} ,"paid":true,"note":null,
    "a\"b":1,"\u0063":2,"id":"twice" })";

Test(json_view, members_and_elements_are_found_at_any_depth) {
    const json j = made(order);
    cr_expect(j["sizes"][0].as<int>() == 1 && j["sizes"][1].as<int>() == -2);
    cr_expect(j["to"]["name"].as<std::string>() == "Ada \"L\" \xc3\xa9");
    cr_expect(j["paid"].as<bool>() == true && j["note"].kind() == kind::null);
    cr_expect(j.find("to").find("tags").kind() == kind::array);
    cr_expect(j["a\"b"].as<int>() == 1 && j["c"].as<int>() == 2, "names without their escapes");
    cr_expect(made("[[[7]]]")[0][0][0].as<int>() == 7);
}

Test(json_view, numbers_are_exact) {
    const json j = made(order);
    cr_expect(j["id"].as<std::uint64_t>() == UINT64_MAX, "and the first of two members");
    cr_expect(!j["id"].as<std::int64_t>());
    cr_expect(j["sizes"][2].text() == "3.50" && j["sizes"][2].as<double>() == 3.5);
    cr_expect(j["sizes"][3].kind() == kind::number && !j["sizes"][3].as<int>());
    const json digits = made("[123456789012345678901234567890.0]");
    cr_expect(digits[0].text() == "123456789012345678901234567890.0");
}

Test(json_view, what_is_not_there_is_nothing) {
    const json j = made(order);
    for (const json_view v :
         {j["nothing"], j["ID"], j["i"], j["idx"], j[""], j[0], j["sizes"][4], j["sizes"][SIZE_MAX],
          j["sizes"]["0"], j["to"][0], j["paid"][0], j["paid"]["x"], j["note"]["x"],
          j["to"]["tags"][0], j["to"]["none"]["x"], j["x"]["y"][3]["z"], j["id"][0],
          j["to"]["name"][0], json_view()}) {
        cr_expect(!v && !v.kind() && v.text().empty() && v.size() == 0);
        cr_expect(v.items().empty() && v.members().empty());
        cr_expect(!v.as<int>() && !v.as<json>() && !v.as<std::optional<int>>());
        cr_expect(v == json_view());
    }
}

Test(json_view, a_value_of_another_type_is_nothing_when_it_is_read) {
    const json j = made(order);
    cr_expect(!j["paid"].as<int>() && !j["note"].as<int>() && !j["sizes"].as<int>());
    cr_expect(!j["sizes"].as<std::vector<int>>(), "one of them has a fraction");
    cr_expect(!j["to"]["name"].as<bool>() && !j["to"].as<std::vector<int>>());
    const auto null = j["note"].as<std::optional<int>>();
    cr_expect(null.has_value() && !*null, "a null that is there is one");
    cr_expect((j["sizes"].as<std::vector<double>>() == std::vector<double>{1, -2, 3.5, 100}));
    cr_expect(j["to"].as<json>()->text() == j["to"].text());
}

Test(json_view, sizes_count_what_there_is) {
    const json j = made(order);
    cr_expect(j.size() == 8 && j["sizes"].size() == 4 && j["to"].size() == 3);
    cr_expect(j["to"]["tags"].size() == 0 && j["to"]["none"].size() == 0 && j["id"].size() == 0);
    cr_expect(made("[ ]").size() == 0 && made("[ [ ] ]").size() == 1 && made("{\n}").size() == 0);
    cr_expect(made(R"("[1,2]")").size() == 0);
}

Test(json_view, iteration_is_in_the_order_sent_with_duplicates) {
    const json j = made(order);
    std::string names;
    for (const auto& [name, value] : j.members()) names += name + ' ';
    cr_expect(names == "id sizes to paid note a\"b c id ", "%s", names.c_str());
    double sum = 0;
    for (const json_view each : j["sizes"].items()) sum += each.as<double>().value_or(1000);
    cr_expect(sum == 102.5);
    for ([[maybe_unused]] const json_view each : j["to"].items()) cr_expect(false, "not an array");
    for ([[maybe_unused]] const auto& each : j["sizes"].members())
        cr_expect(false, "not an object");
}

Test(json_view, brackets_and_quotes_within_strings_are_text) {
    const json j = made(R"({"a":"]}\"[{,:","b":["\\","\\\"]",{"}":"{"}],"c":"\\"})");
    cr_expect(j.size() == 3 && j["b"].size() == 3);
    cr_expect(j["a"].as<std::string>() == "]}\"[{,:" && j["c"].as<std::string>() == "\\");
    cr_expect(j["b"][1].as<std::string>() == "\\\"]" && j["b"][2]["}"].as<std::string>() == "{");
}

Test(json_view, scalars_at_the_top_are_values_without_parts) {
    for (const char* text : {"null", "true", "-1", "1.5", "\"\"", "\"a\""}) {
        const json j = made(text);
        cr_expect(j.size() == 0 && !j[0] && !j["a"] && j.items().empty(), "%s", text);
        cr_expect(json_view(j).text() == text && json_view(j).kind() == j.kind());
    }
}

Test(json_view, views_equal_as_texts_and_become_json_again) {
    const json j = made(R"({"a":[1, 2],"b":[1, 2],"c":[1,2]})");
    cr_expect(j["a"] == j["b"] && !(j["a"] == j["c"]));
    cr_expect(json(j["a"]).text() == "[1, 2]" && json(j["x"]).text() == "null");
}

Test(json_view, a_deep_value_is_walked_without_recursion) {
    const std::size_t depth = callbox::json_depth_limit;
    const json j = made(std::string(depth, '[') + std::string(depth, ']'));
    json_view at = j;
    std::size_t seen = 1;
    while (at.size() != 0) {
        at = at[0];
        ++seen;
    }
    cr_expect(seen == depth);
}

// Text that a codec of the program writes with writer::json() is not checked.
Test(json_view, a_text_that_is_no_json_ends_too) {
    for (const char* text :
         {"[", "[1", "[1,", "{", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1", "[\"", "[\"\\",
          "[[1]",
          "[}", "{]", "[1 2", "{1", "[,", "{,:,", "{\"", "{\"\\"}) {
        const json broken(view_test::raw{text});
        const json_view v = broken;
        cr_assert(v.text() == text);
        (void)shown(v);
        (void)v.find("a");
        (void)v[3];
        cr_expect(v.size() < 4, "%s", text);
    }
}

std::mt19937 random_state(7);
unsigned any_below(unsigned end) { return static_cast<unsigned>(random_state()) % end; }
std::string any_space() { return std::string(any_below(3), " \n\t\r"[any_below(4)]); }
std::string any_string() {
    constexpr const char* parts[] = {"a", "b", "\\\"", "\\\\", "]",       "}",
                                     "{", ":", ",",    "\\u0061", "\xc3\xa9"};
    std::string text;
    for (unsigned i = any_below(4); i > 0; --i) text += parts[any_below(std::size(parts))];
    return '"' + text + '"';
}
std::string any_value(int depth) {
    constexpr const char* scalars[] = {"null", "true",    "false",
                                       "0",    "-1.5e+3", "18446744073709551616"};
    const unsigned what = any_below(depth == 0 ? 2 : 4);
    if (what == 0) return scalars[any_below(std::size(scalars))];
    if (what == 1) return any_string();
    std::string text;
    for (unsigned i = any_below(5); i > 0; --i) {
        if (!text.empty()) text += ',';
        text += any_space();
        if (what == 3) text += any_string() + any_space() + ':' + any_space();
        text += any_value(depth - 1) + any_space();
    }
    if (text.empty()) text = any_space();
    return (what == 2 ? '[' : '{') + text + (what == 2 ? ']' : '}');
}

Test(json_view, a_walk_finds_what_the_parser_reads) {
    for (int i = 0; i < 3000; ++i) {
        std::string text = any_value(4);
        const json j = made(text);
        callbox::document parsed;
        cr_assert(parsed.parse(text));
        const std::string walked = shown(json_view(j));
        const std::string wanted = shown(parsed.root());
        cr_assert(walked == wanted, "%s: %s, not %s", std::string(j.text()).c_str(), walked.c_str(),
                  wanted.c_str());
    }
}

std::string second(json_view all, std::string_view name, json kept) {
    return std::string(all[name][1].text()) + ' ' + std::string(kept["a"].text());
}
json_view same(json_view any) { return any; }
constexpr callbox::api methods{
    callbox::method<"second", second>("", "all", "name", "kept"),
    callbox::method<"same", same>("", "any"),
};

Test(json_view, a_parameter_may_be_one_and_is_the_argument_as_it_was_sent) {
    using made_up::answered, made_up::sent;
    const char* const given = R"([{"\u0061":[1,"\u0062"]},"\u0061",{"a":5}])";
    cr_expect(callbox::answer(methods, sent("second", given)) == answered(R"("\"\\u0062\" 5")"));
    for (const char* any : {"null", "1.50", "\"\\u0061\"", "{\"a\" : [ ]}"})
        cr_expect(callbox::answer(methods, sent("same", std::string("[") + any + "]")) ==
                  answered(any), "%s", any);
    for (const char* wrong : {"[1,2,3]", "[]", "[1]", R"({"all":1,"name":"a"})"})
        cr_expect(callbox::answer(methods, sent("second", wrong)).find("-32602") !=
                  std::string::npos, "%s", wrong);
}

Test(json_view, an_object_is_made_of_members) {
    const json made = json::object({{"a", 1},
                                    {"\"\n", "text"},
                                    {"list", std::vector<int>{1, 2}},
                                    {"in", json::object({})},
                                    {"none", std::optional<int>()}});
    cr_expect(made.text() == R"({"a":1,"\"\n":"text","list":[1,2],"in":{},"none":null})", "%s",
              std::string(made.text()).c_str());
    cr_expect(json::object({{"\xff", 1}}).text() == "null", "a name that is not UTF-8");
}

}}  // namespace view_test
