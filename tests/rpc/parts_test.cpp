// Constraints of elements and names: violations, their places, and descriptions.
#include "one_argument.hpp"

#include <callbox/callbox.hpp>

#include <criterion/criterion.h>

#include <string>
#include <vector>

namespace parts_test { namespace {

using namespace callbox;

namespace parts_test {

enum class tone { plain, cheerful, sad };
constexpr auto describe(as<tone>) {
    return choices{choice{tone::plain, "plain"}, choice{tone::cheerful, "cheerful"},
                   choice{tone::sad, "sad"}};
}

struct page {
    std::vector<std::string> tags;
    std::map<std::string, std::vector<int>> rows;
};
constexpr auto describe(as<page>) {
    return fields{field{"tags", &page::tags}.size(0, 2).each<length(1, 3)>().unique() = {},
                  field{"rows", &page::rows}.keys<length_at_most(2)>()
                      .each<size(1, 2).each<in(0, 9)>()>()};
}

}  // namespace parts_test

using parts_test::page, parts_test::tone;

template <class T> std::size_t count(const T& all) { return all.size(); }
using matrix = std::vector<std::vector<int>>;
using names = std::map<std::string, std::string>;
using either = std::variant<double, std::string, std::vector<int>>;
using maybe = std::vector<std::optional<int>>;

std::size_t turn(const page& p) { return p.tags.size(); }

constexpr std::array two_words{"ab", "c"};
constexpr api methods{
    method<"texts", count<std::vector<std::string>>>("",
        arg("v").size(0, 8).each<length(1, 4)>().unique() = constant<two_words>,
        example({{"a", "b"}}, 2)),
    method<"bytes", count<std::vector<std::uint8_t>>>("", arg("v").each<in(1, 200)>()),
    method<"matrix", count<matrix>>("",
        arg("m").size_at_most(3).each<size(1, 2).each<in(-1, 1)>()>()),
    method<"names", count<names>>("", arg("m").keys<length(2, 3)>().each<length_at_most(1)>(),
        example({{{"ab", "x"}}}, 1)),
    method<"maybe", count<maybe>>("", arg("v").each<at_least(1)>().unique()),
    method<"doubles", count<std::vector<double>>>("", arg("v").size_at_least(2).unique()),
    method<"either", count<std::vector<either>>>("", arg("v").size_at_least(2).unique()),
    method<"tones", count<std::vector<tone>>>("", arg("v").size_at_least(3).unique()),
    method<"below", count<std::vector<int>>>("",
        arg("v").each<in(-2, 2)>().size_at_least(5).unique()),
    method<"lowest", count<std::vector<std::int64_t>>>("",
        arg("v").each<at_least(INT64_MIN)>().size_at_least(3).unique()),
    method<"halves", count<std::vector<double>>>("",
        arg("v").each<at_least(-0.5)>().size_at_least(3).unique()),
    method<"pairs", count<std::vector<std::pair<int, bool>>>>("", arg("v").unique()),
    method<"triple", count<std::array<int, 3>>>("", arg("v").each<in(1, 9)>().unique()),
    method<"many", count<names>>("", arg("m").size_at_least(3).keys<length(1, 1)>()),
    method<"page", turn>("", "p"),
};

const one_argument calls(methods);

Test(rpc_parts, a_wrong_element_is_named) {
    calls.expect_refused({
        {"texts", R"(["a",""])", "/0/1", "string of 1 to 4 characters", "0 characters"},
        {"texts", R"(["fives"])", "/0/0", "string of 1 to 4 characters", "5 characters"},
        {"texts", R"([1])", "/0/0", "string", "integer"},
        {"texts", "[1,2,3,4,5,6,7,8,9]", "/0/8", "string", "integer"},
        {"bytes", "[0]", "/0/0", "integer from 1 to 200", "integer out of range"},
        {"bytes", "[201]", "/0/0", "integer from 1 to 200", "integer out of range"},
        {"bytes", "[256]", "/0/0", "integer from 1 to 200", "integer out of range"},
        {"bytes", "[1,2,-1]", "/0/2", "integer from 1 to 200", "integer out of range"},
        {"bytes", "[1.5]", "/0/0", "integer", "number"},
        {"bytes", "{}", "/0", "array of integer", "object"},
        {"maybe", "[null,0]", "/0/1", "integer of at least 1", "integer out of range"},
        {"triple", "[1,2,10]", "/0/2", "integer from 1 to 9", "integer out of range"},
        {"triple", "[1,2]", "/0", "array of integer of 3 elements", "2 elements"},
    });
    calls.expect_taken({{"texts", R"(["a","four"])"}, {"texts", R"(["äöüß"])"}, {"texts", "[]"},
                        {"bytes", "[1,200,1]"}, {"maybe", "[null,1]"}, {"triple", "[1,9,2]"}});
}

Test(rpc_parts, an_element_of_an_element_is_named) {
    calls.expect_refused({
        {"matrix", "[[0],[]]", "/0/1", "array of integer of 1 to 2 elements", "0 elements"},
        {"matrix", "[[0],[1,-2]]", "/0/1/1", "integer from -1 to 1", "integer out of range"},
        {"matrix", "[[1],[1],[1],[1]]", "/0", "array of array of integer of at most 3 elements",
         "4 elements"},
        {"page", R"({"rows":{"a":[1],"b":[10]}})", "/0/rows/b/0", "integer from 0 to 9",
         "integer out of range"},
        {"page", R"({"rows":{"a":[]}})", "/0/rows/a", "array of integer of 1 to 2 elements",
         "0 elements"},
        {"page", R"({"rows":{},"tags":["a","long"]})", "/0/tags/1", "string of 1 to 3 characters",
         "4 characters"},
    });
    calls.expect_taken({{"matrix", "[[-1,1],[0]]"}, {"page", R"({"rows":{"ab":[0,9]}})"}});
}

Test(rpc_parts, a_wrong_name_is_named) {
    calls.expect_refused({
        {"names", R"({"a":""})", "/0/a", "name of 2 to 3 characters", "1 character"},
        {"names", R"({"ab":"","\u00e4bcd":""})", "/0/äbcd", "name of 2 to 3 characters",
         "4 characters"},
        {"names", R"({"ab":"xy"})", "/0/ab", "string of at most 1 character", "2 characters"},
        {"page", R"({"rows":{"abc":[1]}})", "/0/rows/abc", "name of at most 2 characters",
         "3 characters"},
    });
    calls.expect_taken({{"names", "{}"}, {"names", R"({"ab":"","abc":"x"})"}});
}

Test(rpc_parts, equal_elements_are_refused_whatever_they_look_like) {
    constexpr const char* unlike = "distinct elements";
    calls.expect_refused({
        {"texts", R"(["a","b","a"])", "/0/2", unlike, "a duplicate of element 0"},
        {"texts", R"(["b","a","a","b"])", "/0/2", unlike, "a duplicate of element 1"},
        {"texts", R"(["a","\u0061"])", "/0/1", unlike, "a duplicate of element 0"},
        {"texts", R"(["a","a","a"])", "/0/1", unlike, "a duplicate of element 0"},
        {"doubles", "[1,1.0]", "/0/1", unlike, "a duplicate of element 0"},
        {"doubles", "[0,-0.0]", "/0/1", unlike, "a duplicate of element 0"},
        {"doubles", "[100,2,1e2]", "/0/2", unlike, "a duplicate of element 0"},
        {"doubles", "[9007199254740993,1,9007199254740993]", "/0/2", unlike,
         "a duplicate of element 0"},
        {"doubles", "[1e300,10e299]", "/0/1", unlike, "a duplicate of element 0"},
        {"doubles", "[-9223372036854775808,-9223372036854775808.0]", "/0/1", unlike,
         "a duplicate of element 0"},
        {"maybe", "[null,1,null]", "/0/2", unlike, "a duplicate of element 0"},
        {"either", R"(["1",1,[1,2],[1,2]])", "/0/3", unlike, "a duplicate of element 2"},
        {"tones", R"(["sad","plain","cheerful","plain"])", "/0/3", unlike,
         "a duplicate of element 1"},
        {"pairs", "[[1,true],[1,false],[1,true]]", "/0/2", unlike, "a duplicate of element 0"},
        {"triple", "[1,2,1]", "/0/2", unlike, "a duplicate of element 0"},
    });
}

Test(rpc_parts, elements_that_differ_are_taken) {
    calls.expect_taken({{"texts", R"(["a","A","ä","a "])"},
                        {"doubles", "[9007199254740992,9007199254740993]"},
                        {"doubles", "[18446744073709551615,1.8446744073709552e19]"},
                        {"doubles", "[1,1.5,-1,-1.5,0.1]"},
                        {"either", R"(["1",1,[1],[1,1],[],[2],"",0])"},
                        {"maybe", "[null,1,2]"},
                        {"pairs", "[[1,true],[1,false],[2,true]]"}});
}

// A list of the wrong size or kind is one violation; its elements are not reported.
Test(rpc_parts, a_list_of_the_wrong_size_is_the_only_violation) {
    calls.expect_refused({{"texts", R"(["a","a","a","a","a","a","a","a","a"])", "/0",
                           "array of string of 0 to 8 elements", "9 elements"}});
}

Test(rpc_parts, objects_in_place_of_strings_are_reported_as_objects) {
    const std::string said = calls.ask("texts", R"([{"a":1},{"a":1}])");
    cr_expect(said.find("unlike") == std::string::npos, "%s", said.c_str());
    cr_expect(said.find(R"("path":"/0/1","expected":"string","got":"object")") !=
              std::string::npos, "%s", said.c_str());
}

Test(rpc_parts, a_long_list_is_compared_in_time) {
    std::string list = "[0";
    for (int i = 1; i < 100'000; ++i) list += "," + std::to_string(i);
    calls.expect_refused({{"doubles", (list + ",99999]").c_str(), "/0/100000",
                           "distinct elements", "a duplicate of element 99999"}});
}

Test(rpc_parts, descriptions_have_elements_and_names) {
    cr_expect(calls.takes("texts") == "array of string of 0 to 8 elements, all different, "
                                      "each of 1 to 4 characters");
    cr_expect(calls.takes("bytes") == "array of integer, each from 1 to 200");
    cr_expect(calls.takes("matrix") == "array of array of integer of at most 3 elements, "
                                       "each of 1 to 2 elements, each from -1 to 1");
    cr_expect(calls.takes("names") == "object of string, names of 2 to 3 characters, "
                                      "each of at most 1 character");
}

Test(rpc_parts, the_schema_says_the_same) {
    cr_expect(calls.schema("texts") == R"({"type":"array","items":{"type":"string","minLength":1,)"
                                       R"("maxLength":4},"uniqueItems":true,"minItems":0,)"
                                       R"("maxItems":8,"default":["ab","c"]})");
    cr_expect(calls.schema("bytes") == R"({"type":"array","items":{"type":"integer","minimum":1,)"
                                       R"("maximum":200}})");
    cr_expect(calls.schema("names") == R"({"type":"object","additionalProperties":)"
                                       R"({"type":"string","maxLength":1},"propertyNames":)"
                                       R"({"minLength":2,"maxLength":3}})");
    cr_expect(calls.schema("maybe") == R"({"type":"array","items":{"anyOf":[{"type":"integer",)"
                                       R"("minimum":1,"maximum":2147483647},{"type":"null"}]},)"
                                       R"("uniqueItems":true})");
    cr_expect(calls.schema("matrix") == R"({"type":"array","items":{"type":"array","items":)"
                                        R"({"type":"integer","minimum":-1,"maximum":1},)"
                                        R"("minItems":1,"maxItems":2},"maxItems":3})");
}

Test(rpc_parts, the_placeholder_call_is_accepted) {
    calls.expect_taken_as_shown();
}

Test(rpc_parts, elements_that_differ_are_shown_upwards_from_the_least) {
    const auto shown = [](const char* name) {
        const std::string text = calls.shown(name);
        const std::size_t at = text.find("[");
        return text.substr(at, text.rfind(']') - at + 1);
    };
    cr_expect(shown("below") == "[-2,-1,0,1,2]", "%s", shown("below").c_str());
    cr_expect(shown("lowest") == "[-9223372036854775808,-9223372036854775807,"
                                 "-9223372036854775806]", "%s", shown("lowest").c_str());
    cr_expect(shown("halves") == "[-0.5,0.5,1.5]", "%s", shown("halves").c_str());
}

Test(rpc_parts, examples_keep_them) {
    cr_expect(failing_examples(methods).empty());
}

}}  // namespace parts_test
