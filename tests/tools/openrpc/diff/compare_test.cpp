#include "compared.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace {
using std::string;
using std::string_view;

string document_of(string_view methods, string_view schemas = "") {
    return R"({"openrpc":"1.2.6","info":{"title":"t","version":"1"},"methods":[)" +
           string(methods) + R"(],"components":{"schemas":{)" + string(schemas) + "}}}";
}

// A method "m", with more members in front.
string method(string_view params, string_view more = "", string_view result = "{}") {
    return "{" + string(more) + R"("name":"m","params":[)" + string(params) +
           R"(],"result":{"name":"result","schema":)" + string(result) + "}}";
}

string param(string_view name, string_view schema = "{}", string_view more = "") {
    return "{" + string(more) + R"("name":")" + string(name) + R"(","schema":)" + string(schema) +
           "}";
}

constexpr string_view required = R"("required":true,)";
constexpr string_view by_name_only = R"("x-by-name-only":true,)";

void expect(string_view before, string_view after, string_view wanted) {
    const string got = compared(string(before), string(after));
    cr_expect(got == wanted, "%s\nin place of: %s\nfrom %s\nto %s", got.c_str(),
              string(wanted).c_str(), string(before).c_str(), string(after).c_str());
}

// Of methods with that parameter, required; and of such that return it.
void expect_schemas(string_view before, string_view after, string_view as_param,
                    string_view as_result, string_view named = "", string_view later = "") {
    const string_view then = later.empty() ? named : later;
    expect(document_of(method(param("p", before, required)), named),
           document_of(method(param("p", after, required)), then), as_param);
    expect(document_of(method("", "", before), named), document_of(method("", "", after), then),
           as_result);
}

}  // namespace

Test(openrpc_compare, the_same_documents_differ_in_nothing) {
    const string one = document_of(
        method(param("p", R"({"$ref":"#/components/schemas/n"})"), R"("summary":"s",)"),
        R"("n":{"type":"object","properties":{"of":{"type":"array","items":
        {"$ref":"#/components/schemas/n"}}}})");
    expect(one, one, "");
}

Test(openrpc_compare, white_space_order_of_members_and_escapes_do_not_count) {
    expect(document_of(R"({"name":"m","params":[],"examples":[{"a":"ä","b":1.0}]})"),
           document_of(R"({"examples": [ {"b" : 1.00, "a":"\u00e4"} ], "name":"\u006d",
                          "params":[ ]})"),
           "");
}

Test(openrpc_compare, methods_come_and_go) {
    const string a = R"({"name":"a","params":[]})", b = R"({"name":"b","params":[]})";
    const string c = R"({"name":"c","params":[]})";
    expect(document_of(b), document_of(c + "," + b + "," + a), "a: is new;c: is new;");
    expect(document_of(a + "," + b + "," + c), document_of(b),
           "! a: was removed;! c: was removed;");
    expect(document_of(a + "," + c), document_of(b),
           "! a: was removed;! c: was removed;b: is new;");
    expect(document_of(""), document_of(""), "");
}

Test(openrpc_compare, breaking_changes_come_first_then_methods_in_order) {
    const string a = R"({"name":"a","params":[)", b = R"({"name":"b","params":[)";
    expect(document_of(a + "]}," + b + param("x") + "]}"),
           document_of(b + "]}," + a + param("x") + "]}"),
           "! b: parameter \"x\" was removed;a: parameter \"x\" is new;");
}

Test(openrpc_compare, parameters_come_and_go) {
    const auto with = [](const string& params) { return document_of(method(params)); };
    expect(with(param("a") + "," + param("b")), with(param("a")), "! parameter \"b\" was removed;");
    expect(with(param("a")), with(param("a") + "," + param("b")), "parameter \"b\" is new;");
    expect(with(""), with(param("b", "{}", required)), "! parameter \"b\" is new and required;");
    expect(with(param("a")), with(param("a", "{}", required)),
           "! parameter \"a\" is required now;");
    expect(with(param("a", "{}", required)), with(param("a")), "parameter \"a\" is optional now;");
    expect(with(param("a")), with(param("b")),
           "! parameter \"a\" was removed;parameter \"b\" is new;");
}

Test(openrpc_compare, positions_are_held_but_for_parameters_that_have_none) {
    const string a = param("a"), b = param("b"), named = param("b", "{}", by_name_only);
    const string by_name = R"("paramStructure":"by-name",)";
    const auto with = [](const string& params, const string& more = "") {
        return document_of(method(params, more));
    };
    expect(with(a + "," + b), with(b + "," + a),
           "! parameter \"a\" is at position 2, before 1;"
           "! parameter \"b\" is at position 1, before 2;");
    expect(with(a + "," + b), with(param("c") + "," + a + "," + b),
           "! parameter \"a\" is at position 2, before 1;"
           "! parameter \"b\" is at position 3, before 2;parameter \"c\" is new;");
    expect(with(a + "," + b), with(a + "," + named, by_name),
           "! parameter \"b\" may no longer be given by position;");
    expect(with(a + "," + named, by_name), with(a + "," + b),
           "parameter \"b\" may be given by position now;");
    expect(with(a + "," + named, by_name), with(named + "," + a, by_name), "");
    expect(with(a), with(a, by_name), "! parameter \"a\" may no longer be given by position;");
    expect(with(a + "," + b, by_name), with(b + "," + a, by_name), "");
    expect(with(a), with(a, R"("paramStructure":"by-position",)"),
           "! its parameters may no longer be given by name;");
    expect(with(a, R"("paramStructure":"by-position",)"), with(a),
           "its parameters may be given by name now;");
}

// before | after, less for one who gives it | more for one who gets it, and the other way round.
Test(openrpc_compare, what_narrows_a_parameter_widens_a_result_the_other_way_round) {
    static const struct {
        string_view narrow, wide, narrow_words, wide_words, wide_before, narrow_before;
    } rows[] = {
        {R"({"type":"integer"})", R"({"type":"number"})", "any integer", "any number", "any number",
         "any integer"},
        {R"({"type":"integer","minimum":0,"maximum":255})",
         R"({"type":"integer","minimum":-1,"maximum":255})", "integer from 0 to 255",
         "integer from -1 to 255", "integer from -1 to 255", "integer from 0 to 255"},
        {R"({"type":"integer","maximum":18446744073709551614})",
         R"({"type":"integer","maximum":18446744073709551615})", "integer to 18446744073709551614",
         "integer to 18446744073709551615", "integer to 18446744073709551615",
         "integer to 18446744073709551614"},
        {R"({"type":"integer","minimum":-9223372036854775807})",
         R"({"type":"integer","minimum":-9223372036854775808})",
         "integer from -9223372036854775807", "integer from -9223372036854775808",
         "integer from -9223372036854775808", "integer from -9223372036854775807"},
        {R"({"type":"number","maximum":1.5})", R"({"type":"number"})", "number to 1.5",
         "any number", "any number", "number to 1.5"},
        {R"({"type":"string","enum":["a"]})", R"({"type":"string"})", "only \"a\"", "any string",
         "any string", "only \"a\""},
        {R"({"type":"string","maxLength":32})", R"({"type":"string","maxLength":64})",
         "at most 32 characters", "at most 64 characters", "at most 64", "at most 32"},
        {R"({"type":"string","minLength":1})", R"({"type":"string"})", "at least 1 character",
         "any number of characters", "any number", "at least 1"},
        {R"({"type":"array","minItems":2,"maxItems":2})",
         R"({"type":"array","minItems":1,"maxItems":2})", "2 elements", "1 to 2 elements", "1 to 2",
         "2"},
        {R"({"type":"array","uniqueItems":true})", R"({"type":"array","uniqueItems":false})",
         "different elements only", "any elements", "any elements", "different elements only"},
        {R"({"type":"object","maxProperties":1})", R"({"type":"object"})", "at most 1 member",
         "any number of members", "any number", "at most 1"},
        {R"({"type":"string"})", R"({"anyOf":[{"type":"string"},{"type":"null"}]})", "string",
         "string or null", "string or null", "string"},
        {R"({"type":"string"})", R"({"type":["null","string"]})", "string", "string or null",
         "string or null", "string"},
        {R"({"type":"string"})", R"({})", "string", "any JSON", "any JSON", "string"},
        {R"({"type":"boolean"})", R"(true)", "boolean", "any JSON", "any JSON", "boolean"},
        {R"(false)", R"({"type":"null"})", "nothing", "null", "null", "nothing"},
        {R"({"anyOf":[{"type":"object"}]})", R"({"oneOf":[{"type":"object"},{"type":"object"}]})",
         "object", "object or object", "object or object", "object"},
    };
    for (const auto& r : rows) {
        const auto line = [](string_view who, string_view now, string_view before) {
            return string(who).append(now).append(", before ").append(before) + ";";
        };
        expect_schemas(r.wide, r.narrow,
                       line("! parameter \"p\" takes ", r.narrow_words, r.wide_before),
                       line("the result gives ", r.narrow_words, r.wide_before));
        expect_schemas(r.narrow, r.wide,
                       line("parameter \"p\" takes ", r.wide_words, r.narrow_before),
                       line("! the result gives ", r.wide_words, r.narrow_before));
    }
}

Test(openrpc_compare, another_set_of_values_breaks_both) {
    expect_schemas(R"({"type":"string"})", R"({"type":"integer"})",
                   "! parameter \"p\" takes integer, before string;",
                   "! the result gives integer, before string;");
    expect_schemas(R"({"type":"integer","minimum":0,"maximum":9})",
                   R"({"type":"integer","minimum":1,"maximum":10})",
                   "! parameter \"p\" takes integer from 1 to 10, before integer from 0 to 9;",
                   "! the result gives integer from 1 to 10, before integer from 0 to 9;");
}

Test(openrpc_compare, names_in_a_map_are_compared) {
    expect_schemas(R"({"type":"object"})", R"({"type":"object","propertyNames":{"minLength":1}})",
                   "! parameter \"p\" at /(names) takes at least 1 character, before any number;",
                   "the result at /(names) gives at least 1 character, before any number;");
}

Test(openrpc_compare, names_of_an_enumeration_come_and_go) {
    expect_schemas(R"({"type":"string","enum":["a","b"]})", R"({"type":"string","enum":["c","a"]})",
                   "! parameter \"p\" no longer takes \"b\";parameter \"p\" takes \"c\" too;",
                   "! the result gives \"c\" too;the result no longer gives \"b\";");
    expect_schemas(R"({"enum":["b","a",1]})", R"({"enum":[1,"a","\u0062"]})", "", "");
    expect_schemas(R"({"enum":["a",1]})", R"({"enum":["a"]})",
                   "! parameter \"p\" takes string, before number or string;",
                   "the result gives string, before number or string;");
}

Test(openrpc_compare, elements_tell_where_they_are) {
    expect_schemas(R"({"type":"array","items":{"type":"array","items":{"type":"string"}}})",
                   R"({"type":"array","items":{"type":"array","items":{"type":"null"}}})",
                   "! parameter \"p\" at /items/items takes null, before string;",
                   "! the result at /items/items gives null, before string;");
    expect_schemas(R"({"type":"array","items":[{},{"type":"integer"}],"additionalItems":false})",
                   R"({"type":"array","items":[{},{"type":"number"}],"additionalItems":false})",
                   "parameter \"p\" at /1 takes any number, before any integer;",
                   "! the result at /1 gives any number, before any integer;");
    expect_schemas(R"({"type":"array","items":[{}],"additionalItems":false})",
                   R"({"type":"array","items":[{},{}],"additionalItems":false})",
                   "parameter \"p\" takes at most 2 elements, before at most 1;",
                   "! the result gives at most 2 elements, before at most 1;");
    expect_schemas(R"({"type":"array","items":{"type":"null"}})",
                   R"({"type":"array","items":[{"type":"null"},{}],"additionalItems":
                       {"type":"null"}})",
                   "parameter \"p\" at /1 takes any JSON, before null;",
                   "! the result at /1 gives any JSON, before null;");
}

Test(openrpc_compare, members_come_and_go) {
    constexpr string_view a = R"({"type":"object","properties":{"a":{}},
                                  "additionalProperties":false})";
    constexpr string_view a_required = R"({"type":"object","properties":{"a":{}},
                                           "required":["a"],"additionalProperties":false})";
    constexpr string_view ab = R"({"type":"object","properties":{"a":{},"b":{}},
                                   "additionalProperties":false})";
    constexpr string_view ab_required = R"({"type":"object","properties":{"a":{},"b":{}},
                                            "required":["b"],"additionalProperties":false})";
    expect_schemas(a, ab, "parameter \"p\" at /b is new;", "the result at /b is new;");
    expect_schemas(a, ab_required, "! parameter \"p\" at /b is new and required;",
                   "the result at /b is new;");
    expect_schemas(ab, a, "! parameter \"p\" at /b was removed;",
                   "! the result at /b was removed;");
    expect_schemas(a, a_required, "! parameter \"p\" at /a is required now;",
                   "the result at /a is always there now;");
    expect_schemas(a_required, a, "parameter \"p\" at /a is optional now;",
                   "! the result at /a is no longer always there;");
}

Test(openrpc_compare, a_map_becomes_a_struct_and_a_struct_a_map) {
    constexpr string_view map = R"({"type":"object","additionalProperties":{"type":"integer"}})";
    constexpr string_view other = R"({"type":"object","additionalProperties":{"type":"string"}})";
    constexpr string_view one = R"({"type":"object","properties":{"a":{"type":"integer"}},
                                    "additionalProperties":false})";
    expect_schemas(map, other, "! parameter \"p\" at /* takes string, before integer;",
                   "! the result at /* gives string, before integer;");
    expect_schemas(map, one,
                   "! parameter \"p\" no longer takes members of any name;"
                   "parameter \"p\" at /a is new;",
                   "the result at /a is new;the result no longer gives members of any name;");
    expect_schemas(one, map, "parameter \"p\" takes members of any name now;",
                   "! the result at /a was removed;the result gives members of any name now;");
    expect_schemas(one, other,
                   "! parameter \"p\" at /a takes string, before integer;"
                   "parameter \"p\" takes members of any name now;",
                   "! the result at /a was removed;the result gives members of any name now;");
}

Test(openrpc_compare, a_required_member_without_a_schema_is_one) {
    expect_schemas(R"({"type":"object"})", R"({"type":"object","required":["a"]})",
                   "! parameter \"p\" at /a is new and required;", "the result at /a is new;");
}

Test(openrpc_compare, references_are_followed_and_names_of_structs_do_not_count) {
    constexpr string_view direct = R"({"$ref":"#/components/schemas/x"})";
    constexpr string_view nested = R"({"allOf":[{"$ref":"#/components/schemas/y"}]})";
    constexpr string_view x = R"("x":{"type":"object","properties":{"a":{"type":"null"}}})";
    constexpr string_view y = R"("y":{"type":"object","properties":{"a":{"type":"null"}}})";
    constexpr string_view z = R"("x":{"$ref":"#/components/schemas/z"},
                                 "z":{"type":"object","properties":{"a":{"type":"string"}}})";
    expect_schemas(direct, nested, "", "", x, y);
    expect_schemas(direct, direct, "! parameter \"p\" at /a takes string, before null;",
                   "! the result at /a gives string, before null;", x, z);
}

Test(openrpc_compare, structs_in_themselves_come_to_an_end) {
    constexpr string_view tree = R"({"$ref":"#/components/schemas/tree"})";
    constexpr string_view before = R"("tree":{"type":"object","properties":{"of":{"type":"array",
        "items":{"$ref":"#/components/schemas/tree"}},"a":{"type":"string","maxLength":2}}})";
    constexpr string_view after = R"("tree":{"type":"object","properties":{"of":{"type":"array",
        "items":{"$ref":"#/components/schemas/tree"}},"a":{"type":"string","maxLength":3}}})";
    expect_schemas(tree, tree,
                   "parameter \"p\" at /a takes at most 3 characters, before at most 2;",
                   "! the result at /a gives at most 3 characters, before at most 2;", before,
                   after);
    constexpr string_view circle = R"("tree":{"anyOf":[{"$ref":"#/components/schemas/tree"}]})";
    expect_schemas(tree, tree, "", "", circle);
}

Test(openrpc_compare, each_method_hears_of_a_struct_that_they_share) {
    constexpr string_view params = R"([{"name":"p","schema":{"$ref":"#/components/schemas/x"}}])";
    const string methods = R"({"name":"a","params":)" + string(params) +
                           R"(},{"name":"b","params":)" + string(params) + "}";
    expect(document_of(methods, R"("x":{"type":"string"})"),
           document_of(methods, R"("x":{"type":"null"})"),
           "! a: parameter \"p\" takes null, before string;"
           "! b: parameter \"p\" takes null, before string;");
}

Test(openrpc_compare, structs_in_structs_beyond_all_measure_are_not_compared) {
    string chain = R"("x0":{"type":"null"})";
    for (int i = 1; i <= 300; ++i)
        chain += ",\"x" + std::to_string(i) +
                 R"(":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/x)" +
                 std::to_string(i - 1) + "\"}}}";
    const string all = document_of(
        method(param("p", R"({"$ref":"#/components/schemas/x300"})")), chain);
    expect(all, all, "? it can't be compared: its schemas are too deep");
    string wide = "{}";
    for (int i = 0; i < 1100; ++i) wide += ",{}";
    const string many = document_of(method(param("p", R"({"anyOf":[)" + wide + "]}")));
    expect(many, many, "? it can't be compared: its schemas are too deep");
}

Test(openrpc_compare, defaults_are_told_where_they_stand_in) {
    const auto with = [](string_view schema, string_view more = "") {
        return document_of(method(param("p", schema, more)));
    };
    expect(with(R"({"default":1})"), with(R"({"default":2})"),
           "parameter \"p\" has the default 2, before 1;");
    expect(with(R"({"default":"a"})"), with("{}"), "parameter \"p\" has no default, before \"a\";");
    expect(with("{}"), with(R"({"default":null})"),
           "parameter \"p\" has the default null, before no default;");
    expect(with("{}", required), with(R"({"default":1})"), "parameter \"p\" is optional now;");
    expect(with(R"({"type":"object","properties":{"a":{"default":"x"}}})"),
           with(R"({"type":"object","properties":{"a":{"default":"\u0078"}}})"), "");
    expect(with(R"({"type":"object","properties":{"a":{"default":1}}})"),
           with(R"({"type":"object","properties":{"a":{"default":[1, {"b":"2"}]}}})"),
           "parameter \"p\" at /a has the default [1,{\"b\":\"2\"}], before 1;");
}

Test(openrpc_compare, what_breaks_nothing_is_told) {
    const auto with = [](string_view more) { return document_of(method("", more)); };
    expect(with(R"("errors":[{"code":1,"message":"a"},{"code":2,"message":"b"}],)"),
           with(R"("errors":[{"code":-3,"message":"c"},{"code":2,"message":"b"}],)"),
           "error 1 is no longer declared;error -3 is new;");
    expect(with(""), with(R"("deprecated":true,)"), "is deprecated now;");
    expect(with(R"("deprecated":true,)"), with(R"("deprecated":false,)"),
           "is no longer deprecated;");
    expect(with(R"("examples":[1],)"), with(R"("examples":[2],)"), "its examples changed;");
    expect(with(R"("x-blocking":true,)"), with(R"("tags":[],)"), "");
    expect(with(""), with(R"("x-blocking":true,"x-timeout-ms":5,)"), "");
    expect(with(R"("x-timeout-ms":5000,)"), with(R"("x-timeout-ms":5,)"), "");
}

Test(openrpc_compare, documentation_is_one_line_for_each_method) {
    constexpr string_view doc_a = R"("description":"a",)", doc_b = R"("description":"b",)";
    const auto schema = [](string_view doc) {
        return R"({"type":"object","properties":{"x":{)" + string(doc) + R"("type":"null"}}})";
    };
    expect(document_of(method(param("p", schema(doc_a), doc_a), doc_a, schema(doc_a))),
           document_of(method(param("p", schema(doc_b), doc_b), doc_b, schema(doc_b))),
           "its documentation changed;");
    expect(document_of(method(param("p", schema(doc_a)))),
           document_of(method(param("p", schema(doc_b)))), "its documentation changed;");
    expect(document_of(method("", R"("errors":[{"code":1,"message":"a"}],)")),
           document_of(method("", R"("errors":[{"code":1,"message":"b"}],)")),
           "its documentation changed;");
    expect(document_of(method("", R"("summary":"a","description":"",)")),
           document_of(method("", R"("summary":"","description":"a",)")),
           "its documentation changed;");
    const string other = R"(,{"name":"n","params":[]})";
    expect(document_of(method("", doc_a) + other), document_of(method("", doc_b) + other),
           "its documentation changed;");
}

Test(openrpc_compare, info_is_told_but_for_the_contract) {
    expect(R"({"openrpc":"1","info":{"title":"a","version":"1","x-contract":"0"},"methods":[]})",
           R"({"openrpc":"2","info":{"title":"b","version":"2","description":"d"},"methods":[]})",
           ": the title is \"b\", before \"a\";: the version is \"2\", before \"1\";"
           ": the description changed;");
}

Test(openrpc_compare, a_result_that_was_not_described_promised_nothing) {
    expect(document_of(R"({"name":"m","params":[]})"), document_of(method("", "", "false")),
           "the result gives nothing, before any JSON;");
}

Test(openrpc_compare, an_earlier_document_that_is_none_says_why) {
    expect("{", document_of(""), "? not JSON: line 1, column 2: expected a name in double quotes");
    expect("[]", document_of(""), "? not an OpenRPC document: it is of type array");
}

Test(openrpc_compare, the_later_document_is_not_trusted_either) {
    expect(document_of(""), "{}",
           "? after: not an OpenRPC document: it has no \"openrpc\", a version");
}
