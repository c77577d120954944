// Changes of types that several methods, or several places of one, use.
#include "compared.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace compare_shared_test { namespace {

using std::string;
using std::string_view;

string use_of(string_view name) {
    return R"({"$ref":"#/components/schemas/)" + string(name) + "\"}";
}

// A method with a required parameter "p" and a result; an empty schema is omitted.
string method(string_view name, string_view param, string_view result = "") {
    string params = param.empty() ? "" : R"({"name":"p","required":true,"schema":)" +
                                             string(param) + "}";
    string returns = result.empty() ? "" : R"(,"result":{"name":"r","schema":)" +
                                               string(result) + "}";
    return R"({"name":")" + string(name) + R"(","params":[)" + params + "]" + returns + "}";
}

string object(string_view properties, string_view more = "") {
    return R"({"type":"object","properties":{)" + string(properties) + "}" + string(more) + "}";
}

string document_of(string_view methods, string_view schemas) {
    return R"({"openrpc":"1.2.6","info":{"title":"t","version":"1"},"methods":[)" +
           string(methods) + R"(],"components":{"schemas":{)" + string(schemas) + "}}}";
}

void expect(string_view methods, string_view before, string_view after, string_view wanted) {
    const string got = compared(document_of(methods, before), document_of(methods, after));
    cr_expect(got == wanted, "got: %s\nwanted: %s", got.c_str(), string(wanted).c_str());
}

const string number = R"("x":)" + object(R"("n":{"type":"number"})");
const string integer = R"("x":)" + object(R"("n":{"type":"integer"})");
const string text = R"("x":)" + object(R"("n":{"type":"string"})");

Test(openrpc_compare_shared, a_changed_type_is_listed_once_with_its_methods) {
    const string methods = method("b", use_of("x")) + "," + method("a", use_of("x")) + "," +
                           method("c", R"({"type":"null"})");
    expect(methods, number, integer,
           "! type x.n: accepts any integer, previously any number (a, b);");
    expect(methods, integer, number,
           "type x.n: accepts any number, previously any integer (a, b);");
    expect(methods, number, number, "");
}

Test(openrpc_compare_shared, a_type_that_is_used_in_one_place_is_listed_there) {
    expect(method("m", object(R"("of":{"type":"array","items":)" + use_of("x") + "}")), number,
           integer, "! parameter p.of[].n: accepts any integer, previously any number;");
}

Test(openrpc_compare_shared, a_type_in_two_places_of_one_method_is_listed_once) {
    expect(method("m", object(R"("a":)" + use_of("x") + R"(,"b":)" + use_of("x"))), number, integer,
           "! type x.n: accepts any integer, previously any number (m);");
}

Test(openrpc_compare_shared, a_type_within_a_type_in_two_places_is_in_two_places) {
    const string outer = R"(,"outer":)" + object(R"("x":)" + use_of("x"));
    expect(method("m", object(R"("a":)" + use_of("outer") + R"(,"b":)" + use_of("outer"))),
           number + outer, integer + outer,
           "! type x.n: accepts any integer, previously any number (m);");
}

Test(openrpc_compare_shared, methods_that_use_a_type_within_another_are_listed) {
    const string both = method("a", use_of("outer")) + "," + method("b", use_of("x")) + "," +
                        method("c", use_of("outer"));
    const string outer = R"(,"outer":)" + object(R"("x":)" + use_of("x"));
    expect(both, number + outer, integer + outer,
           "! type x.n: accepts any integer, previously any number (a, b, c);");
    const string around = method("a", use_of("outer")) + "," + method("c", use_of("outer"));
    expect(around, number + outer, integer + outer,
           "! type x.n: accepts any integer, previously any number (a, c);");
}

Test(openrpc_compare_shared, types_that_contain_each_other_are_compared_once) {
    const auto pair = [](string_view n) {
        const string x = R"("y":)" + use_of("y") + R"(,"n":{"type":")" + string(n) + "\"}";
        return R"("x":)" + object(x) + R"(,"y":)" + object(R"("x":)" + use_of("x"));
    };
    const string methods = method("a", use_of("x")) + "," + method("b", use_of("y"));
    expect(methods, pair("number"), pair("integer"),
           "! type x.n: accepts any integer, previously any number (a, b);");
}

Test(openrpc_compare_shared, a_change_that_breaks_both_sides_is_listed_once) {
    const string methods = method("put", use_of("x")) + "," + method("get", "", use_of("x"));
    expect(methods, number, text,
           "! type x.n: accepts and returns string, previously number (get, put);");
}

Test(openrpc_compare_shared, a_change_that_breaks_one_side_is_listed_for_each) {
    const string methods = method("put", use_of("x")) + "," + method("get", "", use_of("x"));
    expect(methods, number, integer,
           "! type x.n: accepts any integer, previously any number (put);"
           "type x.n: returns any integer, previously any number (get);");
    const string more = R"("x":)" + object(R"("n":{"type":"number"},"z":{"type":"null"})",
                                           R"(,"additionalProperties":false)");
    const string less = R"("x":)" + object(R"("n":{"type":"number"})",
                                           R"(,"additionalProperties":false)");
    expect(methods, less, more,
           "type x.z: added (put);type x.z: added as null, not always present; "
           "strict validators of the old document reject it (get);");
}

Test(openrpc_compare_shared, an_alternative_of_two_unions_is_listed_once) {
    const string one_of = R"({"oneOf":[)" + use_of("x") + R"(,{"type":"null"}]})";
    expect(method("a", one_of) + "," + method("b", one_of), number, integer,
           "! type x.n: accepts any integer, previously any number (a, b);");
}

Test(openrpc_compare_shared, changed_documentation_of_a_type_is_listed_once) {
    const string before = R"("x":{"description":"a","type":"null"})";
    const string after = R"("x":{"description":"b","type":"null"})";
    expect(method("b", use_of("x")) + "," + method("a", "", use_of("x")), before, after,
           "type x: documentation changed (a, b);");
    expect(method("b", use_of("x")) + "," + method("a", use_of("x")), before, after,
           "type x: documentation changed (a, b);");
    expect(method("m", use_of("x")), before, after, "documentation changed;");
}

Test(openrpc_compare_shared, long_lists_of_methods_are_cut) {
    string ten, eleven;
    for (const char name : string("abcdefghijk")) {
        if (name == 'k') ten = eleven;
        eleven += (eleven.empty() ? "" : ",") + method(string(1, name), use_of("x"));
    }
    const string change = "! type x.n: accepts string, previously number "
                          "(a, b, c, d, e, f, g, h, i";
    expect(ten, number, text, change + ", j);");
    expect(eleven, number, text, change + " and 2 more);");
}

Test(openrpc_compare_shared, the_order_is_by_type_and_method) {
    const string methods = method("a", R"({"type":"null"})") + "," +
                           method("b", use_of("y")) + "," + method("c", use_of("x")) + "," +
                           method("d", use_of("x")) + "," + method("e", use_of("y"));
    const auto types = [](string_view type) {
        return R"("y":{"type":")" + string(type) + R"("},"x":{"type":")" + string(type) + "\"}";
    };
    const string before = document_of(methods, types("null"));
    string other = document_of(methods, types("string"));
    other.replace(other.find(R"({"type":"null"})"), 15, R"({"type":"array"})");
    const string got = compared(before, other);
    cr_expect(got == "! type x: accepts string, previously null (c, d);"
                     "! type y: accepts string, previously null (b, e);"
                     "! a: parameter p: accepts array, previously null;",
              "%s", got.c_str());
}

// 3000 methods that each use all of 3000 types.
Test(openrpc_compare_shared, too_many_uses_are_refused, .timeout = 60) {
    string methods, schemas = R"("t0":{"type":"null"})";
    for (int i = 0; i < 3000; ++i)
        methods += (i == 0 ? "" : ",") + method("m" + std::to_string(i), use_of("t2999"));
    for (int i = 1; i < 3000; ++i)
        schemas += ",\"t" + std::to_string(i) + "\":" +
                   object(R"("a":)" + use_of("t" + std::to_string(i - 1)));
    expect(methods, schemas, schemas, "? cannot be compared: types are used too often");
}

// 1000 types, each in the one before it: places of up to 200 KB.
Test(openrpc_compare_shared, changes_in_long_places_are_counted, .timeout = 60) {
    const auto document = [](string_view type) {
        string schemas;
        for (int i = 0; i < 1000; ++i)
            schemas += "\"t" + std::to_string(i) + "\":" +
                       object(R"("n":{"type":")" + string(type) + R"("},")" + string(200, 'a') +
                              "\":" + use_of("t" + std::to_string(i + 1))) + ",";
        return document_of(method("m", use_of("t0")), schemas + R"("t1000":{})");
    };
    string before = document("number"), after = document("string");
    const std::size_t bytes_max = 16 * (before.size() + after.size()) + (1 << 20);
    const auto found = callbox::openrpc::compare(before, after);
    std::size_t bytes = 0;
    for (const auto& each : found.changes) bytes += text_of(each).size();
    cr_expect(found.count() == 1000 && found.breaking_unlisted > 0);
    cr_expect(0 < bytes && bytes < bytes_max, "%zu of %zu", bytes, bytes_max);
}

// 1000 changes of one type, each with the names of 1000 methods.
Test(openrpc_compare_shared, changes_of_many_methods_are_counted, .timeout = 60) {
    string methods;
    for (int i = 0; i < 1000; ++i)
        methods += (i == 0 ? "" : ",") + method("m" + std::to_string(i), use_of("t"));
    const auto document = [&](string_view type) {
        string members;
        for (int i = 0; i < 1000; ++i)
            members += (i == 0 ? "\"" : ",\"") + std::to_string(i) + R"(":{"type":")" +
                       string(type) + "\"}";
        return document_of(methods, "\"t\":" + object(members));
    };
    string before = document("number"), after = document("string");
    const std::size_t bytes_max = 16 * (before.size() + after.size()) + (1 << 20);
    const auto found = callbox::openrpc::compare(before, after);
    std::size_t bytes = 0;
    for (const auto& each : found.changes) bytes += each.methods.size() * sizeof(string_view);
    cr_expect(found.count() == 1000 && found.breaking_unlisted > 0);
    cr_expect(0 < bytes && bytes < bytes_max, "%zu of %zu", bytes, bytes_max);
}

Test(openrpc_compare_shared, names_with_other_characters_are_quoted_in_places) {
    const auto types = [](string_view type) {
        return R"("x y":)" + object(R"("a b":{"type":"array","items":{"type":")" + string(type) +
                                    R"("}},"*":{"type":")" + string(type) +
                                    R"("},"ä_$-1":{"type":")" + string(type) + "\"}");
    };
    expect(method("m n", use_of("x%20y")) + "," + method("m", use_of("x y")), types("null"),
           types("string"), "? not an OpenRPC document: method \"m n\": parameter \"p\": "
                            "unresolved \"$ref\" \"#/components/schemas/x%20y\"");
    expect(method("m n", use_of("x y")) + "," + method("m", use_of("x y")), types("null"),
           types("string"),
           "! type \"x y\".ä_$-1: accepts string, previously null (m, \"m n\");"
           "! type \"x y\"[\"*\"]: accepts string, previously null (m, \"m n\");"
           "! type \"x y\"[\"a b\"][]: accepts string, previously null (m, \"m n\");");
}

Test(openrpc_compare_shared, new_members_of_results_have_their_type) {
    static const struct {
        string_view schema, words;
    } rows[] = {
        {R"({"type":"string"})", "string"},
        {R"({"type":["null","integer"]})", "integer or null"},
        {R"({"type":"array","items":{"type":"string"}})", "array of string"},
        {R"({"type":"array","items":[{"type":"string"}]})", "array"},
        {R"({"$ref":"#/components/schemas/x"})", "object"},
        {"{}", "any JSON"},
    };
    for (const auto& r : rows) {
        const auto with = [&](string_view more) {
            return document_of(method("m", "", object("\"a\":" + string(r.schema), more)), number);
        };
        const string before = document_of(method("m", "", object("")), number);
        const string added = "result.a: added as " + string(r.words);
        string got = compared(before, with(""));
        cr_expect(got == added + ", not always present;", "%s", got.c_str());
        got = compared(before, with(R"(,"required":["a"])"));
        cr_expect(got == added + ", always present;", "%s", got.c_str());
    }
}

}}  // namespace compare_shared_test
