#include "compared.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace compare_test { namespace {

using std::string;
using std::string_view;

string document_of(string_view methods, string_view schemas = "") {
    return R"({"openrpc":"1.2.6","info":{"title":"t","version":"1"},"methods":[)" +
           string(methods) + R"(],"components":{"schemas":{)" + string(schemas) + "}}}";
}

// A method "m"; `more` are further members.
string method(string_view params, string_view more = "", string_view result = "{}") {
    return "{" + string(more) + R"("name":"m","params":[)" + string(params) +
           R"(],"result":{"name":"result","schema":)" + string(result) + "}}";
}

string param(string_view name, string_view schema = "{}", string_view more = "") {
    return "{" + string(more) + R"("name":")" + string(name) + R"(","schema":)" + string(schema) +
           "}";
}

constexpr string_view required = R"("required":true,)";
constexpr string_view rejected = "; strict validators of the old document reject";
constexpr string_view by_name_only = R"("x-by-name-only":true,)";

void expect(string_view before, string_view after, string_view wanted) {
    const string got = compared(string(before), string(after));
    cr_expect(got == wanted, "got: %s\nwanted: %s\nfrom %s\nto %s", got.c_str(),
              string(wanted).c_str(), string(before).c_str(), string(after).c_str());
}

// Compares methods with the schema as a required parameter, and methods with it as the result.
void expect_schemas(string_view before, string_view after, string_view as_param,
                    string_view as_result, string_view named = "", string_view later = "") {
    const string_view then = later.empty() ? named : later;
    expect(document_of(method(param("p", before, required)), named),
           document_of(method(param("p", after, required)), then), as_param);
    expect(document_of(method("", "", before), named), document_of(method("", "", after), then),
           as_result);
}

Test(openrpc_compare, equal_documents_have_no_changes) {
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

Test(openrpc_compare, added_and_removed_methods_are_listed) {
    const string a = R"({"name":"a","params":[]})", b = R"({"name":"b","params":[]})";
    const string c = R"({"name":"c","params":[]})";
    expect(document_of(b), document_of(c + "," + b + "," + a), "a: added;c: added;");
    expect(document_of(a + "," + b + "," + c), document_of(b),
           "! a: removed;! c: removed;");
    expect(document_of(a + "," + c), document_of(b),
           "! a: removed;! c: removed;b: added;");
    expect(document_of(""), document_of(""), "");
}

Test(openrpc_compare, breaking_changes_come_first_then_methods_are_in_order) {
    const string a = R"({"name":"a","params":[)", b = R"({"name":"b","params":[)";
    expect(document_of(a + "]}," + b + param("x") + "]}"),
           document_of(b + "]}," + a + param("x") + "]}"),
           "! b: parameter x: removed;a: parameter x: added;");
}

Test(openrpc_compare, added_and_removed_parameters_are_listed) {
    const auto with = [](const string& params) { return document_of(method(params)); };
    expect(with(param("a") + "," + param("b")), with(param("a")), "! parameter b: removed;");
    expect(with(param("a")), with(param("a") + "," + param("b")), "parameter b: added;");
    expect(with(""), with(param("b", "{}", required)), "! parameter b: added as required;");
    expect(with(param("a")), with(param("a", "{}", required)),
           "! parameter a: now required;");
    expect(with(param("a", "{}", required)), with(param("a")), "parameter a: now optional;");
    expect(with(param("a")), with(param("b")),
           "! parameter a: removed;parameter b: added;");
}

Test(openrpc_compare, positions_count_except_for_parameters_by_name_only) {
    const string a = param("a"), b = param("b"), named = param("b", "{}", by_name_only);
    const string by_name = R"("paramStructure":"by-name",)";
    const auto with = [](const string& params, const string& more = "") {
        return document_of(method(params, more));
    };
    expect(with(a + "," + b), with(b + "," + a),
           "! parameter a: moved from position 1 to 2;"
           "! parameter b: moved from position 2 to 1;");
    expect(with(a + "," + b), with(param("c") + "," + a + "," + b),
           "! parameter a: moved from position 1 to 2;"
           "! parameter b: moved from position 2 to 3;parameter c: added;");
    expect(with(a + "," + b), with(a + "," + named, by_name),
           "! parameter b: can no longer be passed by position;");
    expect(with(a + "," + named, by_name), with(a + "," + b),
           "parameter b: can now be passed by position;");
    expect(with(a + "," + named, by_name), with(named + "," + a, by_name), "");
    expect(with(a), with(a, by_name), "! parameter a: can no longer be passed by position;");
    expect(with(a + "," + b, by_name), with(b + "," + a, by_name), "");
    expect(with(a), with(a, R"("paramStructure":"by-position",)"),
           "! parameters can no longer be passed by name;");
    expect(with(a, R"("paramStructure":"by-position",)"), with(a),
           "parameters can now be passed by name;");
}

// The narrower and the wider schema, and the words for each after and before the change.
Test(openrpc_compare, narrowing_breaks_parameters_and_widening_breaks_results) {
    static const struct {
        string_view narrow, wide, narrow_words, wide_words;
        string_view narrow_before = narrow_words, wide_before = wide_words;  // without the unit
    } rows[] = {
        {R"({"type":"integer"})", R"({"type":"number"})", "any integer", "any number"},
        {R"({"type":"integer","minimum":0,"maximum":255})",
         R"({"type":"integer","minimum":-1,"maximum":255})", "integer from 0 to 255",
         "integer from -1 to 255"},
        {R"({"type":"integer","maximum":18446744073709551614})",
         R"({"type":"integer","maximum":18446744073709551615})", "integer to 18446744073709551614",
         "integer to 18446744073709551615"},
        {R"({"type":"integer","minimum":-9223372036854775807})",
         R"({"type":"integer","minimum":-9223372036854775808})",
         "integer from -9223372036854775807", "integer from -9223372036854775808"},
        {R"({"type":"number","maximum":1.5})", R"({"type":"number"})", "number to 1.5",
         "any number"},
        {R"({"type":"string","enum":["a"]})", R"({"type":"string"})", "only \"a\"", "any string"},
        {R"({"type":"string","maxLength":32})", R"({"type":"string","maxLength":64})",
         "at most 32 characters", "at most 64 characters", "at most 32", "at most 64"},
        {R"({"type":"string","minLength":1})", R"({"type":"string"})", "at least 1 character",
         "any number of characters", "at least 1", "any number"},
        {R"({"type":"array","minItems":2,"maxItems":2})",
         R"({"type":"array","minItems":1,"maxItems":2})", "2 elements", "1 to 2 elements", "2",
         "1 to 2"},
        {R"({"type":"array","uniqueItems":true})", R"({"type":"array","uniqueItems":false})",
         "unique elements only", "any elements"},
        {R"({"type":"object","maxProperties":1})", R"({"type":"object"})", "at most 1 member",
         "any number of members", "at most 1", "any number"},
        {R"({"type":"string"})", R"({"anyOf":[{"type":"string"},{"type":"null"}]})", "string",
         "string or null"},
        {R"({"type":"string"})", R"({"type":["null","string"]})", "string", "string or null"},
        {R"({"type":"string"})", R"({})", "string", "any JSON"},
        {R"({"type":"boolean"})", R"(true)", "boolean", "any JSON"},
        {R"(false)", R"({"type":"null"})", "nothing", "null"},
        {R"({"anyOf":[{"type":"object"}]})", R"({"oneOf":[{"type":"object"},{"type":"object"}]})",
         "object", "object or object"},
    };
    for (const auto& r : rows) {
        const auto line = [](string_view subject, string_view now, string_view before) {
            return string(subject).append(now).append(", previously ").append(before) + ";";
        };
        expect_schemas(r.wide, r.narrow,
                       line("! parameter p: accepts ", r.narrow_words, r.wide_before),
                       line("result: returns ", r.narrow_words, r.wide_before));
        expect_schemas(r.narrow, r.wide,
                       line("parameter p: accepts ", r.wide_words, r.narrow_before),
                       line("! result: returns ", r.wide_words, r.narrow_before));
    }
}

Test(openrpc_compare, a_different_set_of_values_breaks_both) {
    expect_schemas(R"({"type":"string"})", R"({"type":"integer"})",
                   "! parameter p: accepts integer, previously string;",
                   "! result: returns integer, previously string;");
    expect_schemas(R"({"type":"integer","minimum":0,"maximum":9})",
                   R"({"type":"integer","minimum":1,"maximum":10})",
                   "! parameter p: accepts integer from 1 to 10, "
                   "previously integer from 0 to 9;",
                   "! result: returns integer from 1 to 10, previously integer from 0 to 9;");
}

Test(openrpc_compare, names_in_a_map_are_compared) {
    expect_schemas(R"({"type":"object"})", R"({"type":"object","propertyNames":{"minLength":1}})",
                   "! parameter p (names): accepts at least 1 character, "
                   "previously any number;",
                   "result (names): returns at least 1 character, previously any number;");
}

Test(openrpc_compare, added_and_removed_enum_values_are_listed) {
    expect_schemas(R"({"type":"string","enum":["a","b"]})", R"({"type":"string","enum":["c","a"]})",
                   "! parameter p: no longer accepts \"b\";"
                   "parameter p: now also accepts \"c\";",
                   "! result: now also returns \"c\";result: no longer returns \"b\";");
    expect_schemas(R"({"enum":["b","a",1]})", R"({"enum":[1,"a","\u0062"]})", "", "");
    expect_schemas(R"({"enum":["a",1]})", R"({"enum":["a"]})",
                   "! parameter p: accepts string, previously number or string;",
                   "result: returns string, previously number or string;");
}

Test(openrpc_compare, changes_of_elements_have_paths) {
    expect_schemas(R"({"type":"array","items":{"type":"array","items":{"type":"string"}}})",
                   R"({"type":"array","items":{"type":"array","items":{"type":"null"}}})",
                   "! parameter p[][]: accepts null, previously string;",
                   "! result[][]: returns null, previously string;");
    expect_schemas(R"({"type":"array","items":[{},{"type":"integer"}],"additionalItems":false})",
                   R"({"type":"array","items":[{},{"type":"number"}],"additionalItems":false})",
                   "parameter p[1]: accepts any number, previously any integer;",
                   "! result[1]: returns any number, previously any integer;");
    expect_schemas(R"({"type":"array","items":[{}],"additionalItems":false})",
                   R"({"type":"array","items":[{},{}],"additionalItems":false})",
                   "parameter p: accepts at most 2 elements, previously at most 1;",
                   "! result: returns at most 2 elements, previously at most 1;");
    expect_schemas(R"({"type":"array","items":{"type":"null"}})",
                   R"({"type":"array","items":[{"type":"null"},{}],"additionalItems":
                       {"type":"null"}})",
                   "parameter p[1]: accepts any JSON, previously null;",
                   "! result[1]: returns any JSON, previously null;");
}

Test(openrpc_compare, added_and_removed_members_are_listed) {
    constexpr string_view a = R"({"type":"object","properties":{"a":{}},
                                  "additionalProperties":false})";
    constexpr string_view a_required = R"({"type":"object","properties":{"a":{}},
                                           "required":["a"],"additionalProperties":false})";
    constexpr string_view ab = R"({"type":"object","properties":{"a":{},"b":{}},
                                   "additionalProperties":false})";
    constexpr string_view ab_required = R"({"type":"object","properties":{"a":{},"b":{}},
                                            "required":["b"],"additionalProperties":false})";
    expect_schemas(a, ab, "parameter p.b: added;",
                   "result.b: added as any JSON, not always present" + string(rejected) + " it;");
    expect_schemas(a, ab_required, "! parameter p.b: added as required;",
                   "result.b: added as any JSON, always present" + string(rejected) + " it;");
    expect_schemas(ab, a, "! parameter p.b: removed;", "! result.b: removed;");
    expect_schemas(a, a_required, "! parameter p.a: now required;",
                   "result.a: now always present;");
    expect_schemas(a_required, a, "parameter p.a: now optional;",
                   "! result.a: no longer always present;");
}

Test(openrpc_compare, maps_and_structs_can_replace_each_other) {
    constexpr string_view map = R"({"type":"object","additionalProperties":{"type":"integer"}})";
    constexpr string_view other = R"({"type":"object","additionalProperties":{"type":"string"}})";
    constexpr string_view one = R"({"type":"object","properties":{"a":{"type":"integer"}},
                                    "additionalProperties":false})";
    expect_schemas(map, other, "! parameter p.*: accepts string, previously integer;",
                   "! result.*: returns string, previously integer;");
    expect_schemas(map, one,
                   "! parameter p: no longer accepts members of any name;"
                   "parameter p.a: added;",
                   "result.a: added as integer, not always present;"
                   "result: no longer returns members of any name;");
    expect_schemas(one, map, "parameter p: now accepts members of any name;",
                   "! result.a: removed;result: now returns members of any name" +
                       string(rejected) + " them;");
    expect_schemas(one, other,
                   "! parameter p.a: accepts string, previously integer;"
                   "parameter p: now accepts members of any name;",
                   "! result.a: removed;result: now returns members of any name" +
                       string(rejected) + " them;");
}

Test(openrpc_compare, a_required_member_without_a_schema_is_a_member) {
    expect_schemas(R"({"type":"object"})", R"({"type":"object","required":["a"]})",
                   "! parameter p.a: added as required;",
                   "result.a: added as any JSON, always present;");
}

Test(openrpc_compare, references_are_followed_and_names_of_structs_do_not_count) {
    constexpr string_view direct = R"({"$ref":"#/components/schemas/x"})";
    constexpr string_view nested = R"({"allOf":[{"$ref":"#/components/schemas/y"}]})";
    constexpr string_view x = R"("x":{"type":"object","properties":{"a":{"type":"null"}}})";
    constexpr string_view y = R"("y":{"type":"object","properties":{"a":{"type":"null"}}})";
    constexpr string_view z = R"("x":{"$ref":"#/components/schemas/z"},
                                 "z":{"type":"object","properties":{"a":{"type":"string"}}})";
    expect_schemas(direct, nested, "", "", x, y);
    expect_schemas(direct, direct, "! parameter p.a: accepts string, previously null;",
                   "! result.a: returns string, previously null;", x, z);
}

Test(openrpc_compare, comparing_recursive_structs_ends) {
    constexpr string_view tree = R"({"$ref":"#/components/schemas/tree"})";
    constexpr string_view before = R"("tree":{"type":"object","properties":{"of":{"type":"array",
        "items":{"$ref":"#/components/schemas/tree"}},"a":{"type":"string","maxLength":2}}})";
    constexpr string_view after = R"("tree":{"type":"object","properties":{"of":{"type":"array",
        "items":{"$ref":"#/components/schemas/tree"}},"a":{"type":"string","maxLength":3}}})";
    expect_schemas(tree, tree,
                   "parameter p.a: accepts at most 3 characters, previously at most 2;",
                   "! result.a: returns at most 3 characters, previously at most 2;", before,
                   after);
    constexpr string_view circle = R"("tree":{"anyOf":[{"$ref":"#/components/schemas/tree"}]})";
    expect_schemas(tree, tree, "", "", circle);
}

Test(openrpc_compare, long_chains_of_types_are_compared) {
    string chain = R"("x0":{"type":"null"})";
    for (int i = 1; i <= 1000; ++i)
        chain += ",\"x" + std::to_string(i) +
                 R"(":{"type":"object","properties":{"a":{"$ref":"#/components/schemas/x)" +
                 std::to_string(i - 1) + "\"}}}";
    const string all = method(param("p", R"({"$ref":"#/components/schemas/x1000"})"));
    expect(document_of(all, chain), document_of(all, chain), "");
    string place = "parameter p";
    for (int i = 0; i < 1000; ++i) place += ".a";
    const string other = R"("x0":{"type":"string"})" + chain.substr(chain.find(','));
    expect(document_of(all, chain), document_of(all, other),
           "! " + place + ": accepts string, previously null;");
}

Test(openrpc_compare, schemas_nested_too_deeply_are_not_compared) {
    string nested = R"({"type":"null"})";
    for (int i = 0; i < 300; ++i) nested = R"({"items":)" + nested + "}";
    const string all = document_of(method(param("p", nested)));
    expect(all, all, "? cannot be compared: schemas are nested too deeply");
    string wide = "{}";
    for (int i = 0; i < 1100; ++i) wide += ",{}";
    const string many = document_of(method(param("p", R"({"anyOf":[)" + wide + "]}")));
    expect(many, many, "? cannot be compared: schemas are nested too deeply");
}

Test(openrpc_compare, changed_defaults_are_listed_for_optional_values) {
    const auto with = [](string_view schema, string_view more = "") {
        return document_of(method(param("p", schema, more)));
    };
    expect(with(R"({"default":1})"), with(R"({"default":2})"),
           "parameter p: default changed from 1 to 2;");
    expect(with(R"({"default":"a"})"), with("{}"),
           "parameter p: default changed from \"a\" to none;");
    expect(with("{}"), with(R"({"default":null})"),
           "parameter p: default changed from none to null;");
    expect(with("{}", required), with(R"({"default":1})"), "parameter p: now optional;");
    expect(with(R"({"type":"object","properties":{"a":{"default":"x"}}})"),
           with(R"({"type":"object","properties":{"a":{"default":"\u0078"}}})"), "");
    expect(with(R"({"type":"object","properties":{"a":{"default":1}}})"),
           with(R"({"type":"object","properties":{"a":{"default":[1, {"b":"2"}]}}})"),
           "parameter p.a: default changed from 1 to [1,{\"b\":\"2\"}];");
}

Test(openrpc_compare, changes_that_break_nothing_are_listed) {
    const auto with = [](string_view more) { return document_of(method("", more)); };
    expect(with(R"("errors":[{"code":1,"message":"a"},{"code":2,"message":"b"}],)"),
           with(R"("errors":[{"code":-3,"message":"c"},{"code":2,"message":"b"}],)"),
           "error 1: no longer declared;error -3: added;");
    expect(with(""), with(R"("deprecated":true,)"), "now deprecated;");
    expect(with(R"("deprecated":true,)"), with(R"("deprecated":false,)"),
           "no longer deprecated;");
    expect(with(R"("examples":[1],)"), with(R"("examples":[2],)"), "examples changed;");
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
           "documentation changed;");
    expect(document_of(method(param("p", schema(doc_a)))),
           document_of(method(param("p", schema(doc_b)))), "documentation changed;");
    expect(document_of(method("", R"("errors":[{"code":1,"message":"a"}],)")),
           document_of(method("", R"("errors":[{"code":1,"message":"b"}],)")),
           "documentation changed;");
    expect(document_of(method("", R"("summary":"a","description":"",)")),
           document_of(method("", R"("summary":"","description":"a",)")),
           "documentation changed;");
    const string other = R"(,{"name":"n","params":[]})";
    expect(document_of(method("", doc_a) + other), document_of(method("", doc_b) + other),
           "documentation changed;");
}

Test(openrpc_compare, changes_of_the_info_are_listed_except_the_contract) {
    expect(R"({"openrpc":"1","info":{"title":"a","version":"1","x-contract":"0"},"methods":[]})",
           R"({"openrpc":"2","info":{"title":"b","version":"2","description":"d"},"methods":[]})",
           ": title changed from \"a\" to \"b\";: version changed from \"1\" to \"2\";"
           ": description changed;");
}

Test(openrpc_compare, a_result_without_a_schema_promises_nothing) {
    expect(document_of(R"({"name":"m","params":[]})"), document_of(method("", "", "false")),
           "result: returns nothing, previously any JSON;");
}

Test(openrpc_compare, an_invalid_earlier_document_is_reported) {
    expect("{", document_of(""), "? not JSON: line 1, column 2: expected a name in double quotes");
    expect("[]", document_of(""), "? not an OpenRPC document: expected object, got array");
}

Test(openrpc_compare, an_invalid_later_document_is_reported) {
    expect(document_of(""), "{}",
           "? after: not an OpenRPC document: missing version \"openrpc\"");
}

}}  // namespace compare_test
