#include "cli/command.hpp"

#include <criterion/criterion.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace arguments_test { namespace {

using callbox::cli::argument;
using std::string;
using std::string_view;

constexpr string_view document = R"({"openrpc":"1.2.6","info":{},"methods":[
    "no object", {"name":7},
    {"name":"add","params":[
        {"name":"a","required":true,"schema":{"type":"integer","minimum":0}},
        {"name":"b","schema":{"$ref":"#/components/schemas/count"}}],"paramStructure":"either"},
    {"name":"mul","params":[
        {"name":"a","schema":{"type":"integer"}},
        {"name":"b","schema":{"type":"number"}}],"paramStructure":"by-name"},
    {"name":"all","params":[
        {"name":"text","schema":{"type":"string"}},
        {"name":"tone","schema":{"enum":["plain","loud"]}},
        {"name":"maybe","schema":{"anyOf":[{"type":"string"},{"type":"null"}]}},
        {"name":"yes","schema":{"type":"boolean"}},
        {"name":"list","schema":{"type":"array","items":{"type":"integer"}}},
        {"name":"point","schema":{"$ref":"#/components/schemas/point"}},
        {"name":"mixed","schema":{"type":["string","integer"]}},
        {"name":"count","schema":{"oneOf":[{"$ref":"#/components/schemas/count"},{"type":"null"}]}},
        {"name":"any","schema":{}},
        {"name":"loop","schema":{"$ref":"#/components/schemas/loop"}},
        {"name":"gone","schema":{"$ref":"#/components/schemas/gone"}},
        {"name":"odd","schema":{"type":"tuple"}},
        {"name":"one","schema":{"const":1}},
        {"name":"both","schema":{"allOf":[{"$ref":"#/components/schemas/count"},{"default":1}]}},
        {"name":"never","schema":{"anyOf":[]}},
        {"name":"bare"},
        {"$ref":"#/components/contentDescriptors/shared"}]}],
    "components":{"schemas":{
        "count":{"type":"integer"},"point":{"type":"object"},
        "loop":{"anyOf":[{"$ref":"#/components/schemas/loop"}]}},
        "contentDescriptors":{"shared":{"name":"shared","schema":{"type":"boolean"}}}}})";

string written(string_view described, string_view method, std::vector<argument> words) {
    string text(described);
    callbox::document notes;
    std::optional<callbox::value> root;
    if (!described.empty()) {
        cr_assert(notes.parse(text));
        root = notes.root();
    }
    callbox::bytes out;
    string error;
    const bool good = write_params(out, method, words, root, error);
    cr_expect(good == error.empty());
    return good ? string(out.view()) : "! " + error;
}

struct row {
    std::initializer_list<string_view> words;
    string_view wanted;
};

void expect_all(string_view described, string_view method, std::initializer_list<row> rows) {
    for (const row& each : rows) {
        std::vector<argument> words;
        for (const string_view word : each.words) words.push_back({word});
        const string found = written(described, method, words);
        cr_expect(found == each.wanted, "%s...: %s", string(words[0].text).c_str(), found.c_str());
    }
}

Test(cli_arguments, words_are_by_position_or_by_name) {
    expect_all(document, "add", {
        {{"1", "2"}, "[1,2]"},
        {{"1"}, "[1]"},
        {{"a=1", "b=2"}, R"({"a":1,"b":2})"},
        {{"b=2"}, R"({"b":2})"},
        {{"a=1", "x=2"}, R"({"a":1,"x":2})"},
        {{"1", "2", "3"}, "[1,2,3]"},
    });
}

Test(cli_arguments, numbers_are_sent_as_they_are_typed) {
    expect_all(document, "mul", {
        {{"a=123456789012345678901234567890"}, R"({"a":123456789012345678901234567890})"},
        {{"a=-0", "b=1.50E+2"}, R"({"a":-0,"b":1.50E+2})"},
        {{"b=7"}, R"({"b":7})"},
    });
}

Test(cli_arguments, positional_words_get_names_if_a_method_accepts_names_only) {
    expect_all(document, "mul", {
        {{"2", "3"}, R"({"a":2,"b":3})"},
        {{"2"}, R"({"a":2})"},
        {{"2", "3", "4"}, "! too many parameters for \"mul\": at most 2, got 3"},
    });
}

Test(cli_arguments, a_word_has_the_type_of_its_parameter) {
    expect_all(document, "all", {
        {{"text=1"}, R"({"text":"1"})"},
        {{"text=\"a\"\n"}, R"({"text":"\"a\"\n"})"},
        {{"text="}, R"({"text":""})"},
        {{"text=a=b"}, R"({"text":"a=b"})"},
        {{"text=null"}, R"({"text":"null"})"},
        {{"tone=other"}, R"({"tone":"other"})"},
        {{"maybe=null"}, R"({"maybe":null})"},
        {{"maybe=1"}, R"({"maybe":"1"})"},
        {{"yes=true"}, R"({"yes":true})"},
        {{"list=[1, 2]"}, R"({"list":[1, 2]})"},
        {{"point={\"x\":\"a=b\"}"}, R"({"point":{"x":"a=b"}})"},
        {{"mixed=1"}, R"({"mixed":1})"},
        {{"mixed=1.5"}, R"({"mixed":"1.5"})"},
        {{"mixed=\"1\""}, R"({"mixed":"1"})"},
        {{"mixed=[1]"}, R"({"mixed":"[1]"})"},
        {{"count=null"}, R"({"count":null})"},
        {{"any=[]"}, R"({"any":[]})"},
        {{"any=x"}, R"({"any":"x"})"},
        {{"loop=x"}, R"({"loop":"x"})"},
        {{"gone=1"}, R"({"gone":1})"},
        {{"odd=x"}, R"({"odd":"x"})"},
        {{"one=1"}, R"({"one":1})"},
        {{"both=1"}, R"({"both":1})"},
        {{"never=1"}, R"({"never":1})"},
        {{"bare=true"}, R"({"bare":true})"},
        {{"shared=false"}, R"({"shared":false})"},
    });
}

Test(cli_arguments, a_word_that_does_not_fit_is_refused_by_name) {
    const string_view integer = "! parameter \"a\": expected an integer, got ";
    for (const string_view word : {"x", "1.0", "1e2", "+1", "01", "0x1", "1,2", "\"1\"", "true",
                                   "null", "", "--1", "1 2"}) {
        const string wanted = string(integer) + '"' + string(word) + '"';
        cr_expect(written(document, "add", {{word}}) == wanted, "%s", word.data());
        const string named = "a=" + string(word);
        cr_expect(written(document, "add", {{named}}) == wanted, "%s", word.data());
    }
    expect_all(document, "all", {
        {{"yes=1"}, "! parameter \"yes\": expected true or false, got \"1\""},
        {{"yes=True"}, "! parameter \"yes\": expected true or false, got \"True\""},
        {{"yes=null"}, "! parameter \"yes\": expected true or false, got \"null\""},
        {{"list=1"}, "! parameter \"list\": expected a JSON array, got \"1\""},
        {{"list=[1"}, "! parameter \"list\": expected a JSON array, got \"[1\""},
        {{"list=1,2"}, "! parameter \"list\": expected a JSON array, got \"1,2\""},
        {{"point=[]"}, "! parameter \"point\": expected a JSON object, got \"[]\""},
        {{"count=x"}, "! parameter \"count\": expected an integer or null, got \"x\""},
        {{"both=x"}, "! parameter \"both\": expected an integer, got \"x\""},
        {{"one=x"}, "! parameter \"one\": expected an integer, got \"x\""},
        {{"text=\xff"}, "! parameter \"text\": expected UTF-8 text, got \"?\""},
    });
    expect_all(document, "mul", {
        {{"b=x"}, "! parameter \"b\": expected a number, got \"x\""},
        {{"b=NaN"}, "! parameter \"b\": expected a number, got \"NaN\""},
        {{"b=.5"}, "! parameter \"b\": expected a number, got \".5\""},
        {{"1", "x"}, "! parameter \"b\": expected a number, got \"x\""},
    });
}

Test(cli_arguments, named_and_positional_do_not_mix) {
    expect_all(document, "add", {
        {{"1", "b=2"},
         "! named and positional parameters cannot be mixed: \"b=2\" is named, \"1\" is not"},
        {{"a=1", "2"},
         "! named and positional parameters cannot be mixed: \"a=1\" is named, \"2\" is not"},
        {{"a=1", "a=2"}, "! parameter \"a\" is given twice"},
        {{"x=1", "x=2"}, "! parameter \"x\" is given twice"},
    });
}

Test(cli_arguments, a_positional_word_may_have_an_equals_sign) {
    expect_all(document, "all", {
        {{"x=1", "2"}, R"(["x=1","2"])"},
        {{"=1"}, R"(["=1"])"},
        {{"a b=1"}, R"(["a b=1"])"},
    });
    cr_expect(written(document, "all", {{"text=1", true}}) == R"(["text=1"])");
    cr_expect(written(document, "all", {{"text=1"}, {"tone=x", true}}) ==
              "! named and positional parameters cannot be mixed: \"text=1\" is named, \"tone=x\" "
              "is not");
}

Test(cli_arguments, valid_json_is_json_if_the_type_is_unknown) {
    for (const string_view described :
         {string_view(), document, string_view("[]"), string_view(R"({"methods":7})"),
          string_view(R"({"methods":[{"name":"other","params":1}]})")})
        expect_all(described, "other", {
            {{"1", "x", "null", "\"y\"", "[1, {}]", ""}, R"([1,"x",null,"y",[1, {}],""])"},
            {{"a=1", "b=x"}, R"({"a":1,"b":"x"})"},
            {{"1", "b=x"}, R"([1,"b=x"])"},
            {{"1e400"}, "[1e400]"},
            {{"\xff=1"}, "! parameter \"?\": expected UTF-8 text, got \"1\""},
            {{"\xff"}, "! argument 1: expected UTF-8 text, got \"?\""},
        });
}

Test(cli_arguments, a_ring_of_schemas_is_left_in_time, .timeout = 60) {
    string ring = R"({"methods":[{"name":"m","params":[{"name":"a","schema":{"$ref":"#/ring"}}]}],)"
                  R"("ring":{"anyOf":[{"$ref":"#/self"})";
    for (int i = 0; i < 20; ++i) ring += R"(,{"$ref":"#/ring"})";
    ring += R"(]},"self":{"$ref":"#/self"}})";
    cr_expect(written(ring, "m", {{"x"}}) == R"(["x"])");
}

}}  // namespace arguments_test
