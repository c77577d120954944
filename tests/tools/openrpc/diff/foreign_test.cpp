// Documents with constructs that callbox does not write: schemas that are combined, references
// everywhere, extensions.
#include "compared.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace foreign_test { namespace {

using std::string;
using std::string_view;

string document_of(string_view methods, string_view components, string_view more = "") {
    return R"({"openrpc":"1.3.2","info":{"title":"t","version":"1"},"methods":[)" +
           string(methods) + R"(],"components":{)" + string(components) + "}" + string(more) + "}";
}

// A method "m" with the schema as its result; with these types.
string of_result(string_view schema, string_view types = "") {
    return document_of(R"({"name":"m","params":[],"result":{"name":"r","schema":)" +
                           string(schema) + "}}",
                       R"("schemas":{)" + string(types) + "}");
}
string of_param(string_view schema, string_view types = "") {
    return document_of(R"({"name":"m","params":[{"name":"p","required":true,"schema":)" +
                           string(schema) + "}]}",
                       R"("schemas":{)" + string(types) + "}");
}

void expect(const string& before, const string& after, string_view wanted) {
    const string got = compared(before, after);
    cr_expect(got == wanted, "got: %s\nwanted: %s\nfrom %s\nto %s", got.c_str(),
              string(wanted).c_str(), before.c_str(), after.c_str());
}

void expect_result(string_view before, string_view after, string_view wanted) {
    expect(of_result(before), of_result(after), wanted);
}

Test(openrpc_foreign, content_descriptors_and_errors_in_components_are_followed) {
    const auto document = [](string_view type, string_view code) {
        return document_of(
            R"({"name":"m","params":[{"$ref":"#/components/contentDescriptors/Slot"}],)"
            R"("result":{"$ref":"#/components/contentDescriptors/State"},)"
            R"("errors":[{"$ref":"#/components/errors/Missing"}]})",
            R"("contentDescriptors":{"Slot":{"name":"slot","required":true,"schema":{"type":")" +
                string(type) + R"("}},"State":{"name":"state","schema":{"type":")" +
                string(type) + R"("}}},"errors":{"Missing":{"code":)" + string(code) +
                R"(,"message":"missing"}})");
    };
    expect(document("integer", "7"), document("integer", "7"), "");
    expect(document("integer", "7"), document("string", "8"),
           "! parameter slot: accepts string, previously integer;"
           "! result: returns string, previously integer;"
           "error 7: no longer declared;error 8: added;");
}

Test(openrpc_foreign, extensions_and_unknown_keywords_are_ignored) {
    const string plain = of_param(R"({"type":"string"})");
    const string extended = document_of(
        R"({"name":"m","x-group":[1],"tags":[{"name":"a"}],"servers":[],"links":[],)"
        R"("externalDocs":{"url":"u"},"params":[{"name":"p","required":true,"x-a":{},)"
        R"("schema":{"type":"string","title":"P","$comment":"c","x-b":null,"nullable":true}}]})",
        R"("schemas":{},"tags":{},"examples":{},"x-c":0)", R"(,"x-d":true,"externalDocs":{})");
    expect(plain, extended, "");
    expect(extended, plain, "");
}

Test(openrpc_foreign, a_missing_result_is_a_notification) {
    const string without = document_of(R"({"name":"m","params":[]})", "");
    expect(without, without, "");
    expect(without, of_result(R"({"type":"null"})"),
           "result: returns null, previously any JSON;");
}

Test(openrpc_foreign, alternatives_of_a_result_are_compared) {
    constexpr string_view types =
        R"("Done":{"type":"object","properties":{"hash":{"type":"string"}},"required":["hash"]},)"
        R"("Syncing":{"type":"object","properties":{"at":{"type":"integer"}}})";
    const auto one_of = [](string_view more) {
        return R"({"title":"Status","oneOf":[{"title":"a","$ref":"#/components/schemas/Done"},)"
               R"({"$ref":"#/components/schemas/Syncing"})" + string(more) + "]}";
    };
    expect(of_result(one_of(""), types), of_result(one_of(""), types), "");
    expect(of_result(one_of(""), types), of_result(one_of(R"(,{"type":"boolean"})"), types),
           "! result: returns boolean or object or object, previously object or object;");
    string other(types);
    other.replace(other.find("string"), 6, "number");
    expect(of_result(one_of(""), types), of_result(one_of(""), other),
           "! result Done.hash: returns number, previously string;");
}

// Without a discriminator, types of the same name are the same alternative.
Test(openrpc_foreign, the_order_of_types_in_alternatives_does_not_matter) {
    constexpr string_view types =
        R"("A":{"type":"object","properties":{"a":{"type":"null"}}},"B":{"allOf":[)"
        R"({"type":"object"},{"type":"object","properties":{"b":{"type":"null"}}},)"
        R"({"required":["b"]}]})";
    constexpr string_view a = R"({"$ref":"#/components/schemas/A"})";
    constexpr string_view b = R"({"$ref":"#/components/schemas/B"})";
    constexpr string_view c = R"({"type":"object","properties":{"c":{"type":"null"}}})";
    const auto any_of = [](string_view one, string_view two, string_view three) {
        return R"({"anyOf":[)" + string(one).append(",").append(two).append(",").append(three) +
               "]}";
    };
    expect(of_param(any_of(a, b, c), types), of_param(any_of(c, b, a), types), "");
    expect(of_result(any_of(a, b, c), types), of_result(any_of(b, c, a), types), "");
}

Test(openrpc_foreign, a_member_with_one_value_of_an_enum_distinguishes_alternatives) {
    const auto one = [](string_view kind, string_view more) {
        return R"({"type":"object","properties":{"kind":{"type":"string","enum":[)" +
               string(kind) + R"(]},"n":{"type":")" + string(more) + R"("}},"required":["kind"]})";
    };
    const auto either = [](const string& x, const string& y) {
        return R"({"oneOf":[)" + x + "," + y + "]}";
    };
    const string pay = one("\"pay\"", "null"), end = one("\"end\"", "array");
    expect_result(either(pay, end), either(end, pay), "");
    expect_result(either(pay, end), either(end, one("\"pay\"", "string")),
                  R"(! result {"kind":"pay"}.n: returns string, previously null;)");
    const string pair = either(pay, one("\"pay\"", "array"));
    expect_result(pair, pair, "");
    expect_result(either(one("", "null"), one("1,2", "null")),
                  either(one("", "null"), one("1,2", "null")), "");
}

// An object of two types, and an object of the same members.
Test(openrpc_foreign, all_of_is_the_intersection) {
    constexpr string_view types =
        R"("Header":{"type":"object","properties":{"n":{"type":"integer","minimum":0}},)"
        R"("required":["n"]},"Body":{"title":"Body","type":"object","properties":)"
        R"({"items":{"type":"array","items":{"type":"string"}}},"required":["items"]})";
    constexpr string_view all =
        R"({"title":"Block","allOf":[{"$ref":"#/components/schemas/Header"},)"
        R"({"$ref":"#/components/schemas/Body"},{"type":"object","properties":)"
        R"({"state":{"enum":["a","b"]}}},{"not":{"required":["x"]}}]})";
    constexpr string_view flat =
        R"({"type":"object","properties":{"n":{"type":"integer","minimum":0},"items":)"
        R"({"type":"array","items":{"type":"string"}},"state":{"enum":["a","b"]}},)"
        R"("required":["n","items"]})";
    expect(of_result(all, types), of_result(all, types), "");
    expect(of_result(all, types), of_result(flat, types), "");
    expect(of_result(flat, types), of_result(all, types), "");
    string less(types);
    less.replace(less.find(R"(,"required":["items"])"), 21, "");
    expect(of_result(all, types), of_result(all, less),
           "! result.items: no longer always present;");
    expect(of_param(all, less), of_param(all, types), "! parameter p.items: now required;");
    string wider(types);
    wider.replace(wider.find("\"minimum\":0"), 11, "\"minimum\":1");
    expect(of_param(all, types), of_param(all, wider),
           "! parameter p.n: accepts integer from 1, previously integer from 0;");
}

Test(openrpc_foreign, keywords_beside_alternatives_count) {
    constexpr string_view either =
        R"({"type":"object","properties":{"a":{"type":"null"}},"anyOf":[{"required":["a"]},)"
        R"({"properties":{"b":{"type":"string"}},"required":["b"]}]})";
    expect_result(either, either, "");
    string other(either);
    other.replace(other.find("null"), 4, "array");
    expect_result(either, other,
                  "! result.a: returns array, previously null;"
                  "! result.a: returns array, previously null;");
    expect_result(R"({"allOf":[{"type":["string","null"]},{"minLength":2}]})",
                  R"({"allOf":[{"type":"string"}],"minLength":2})",
                  "result: returns string, previously string or null;");
}

Test(openrpc_foreign, all_of_narrows_values_and_bounds) {
    static const struct {
        string_view parts, same;
    } rows[] = {
        {R"({"type":"number","minimum":0},{"type":"integer","maximum":9})",
         R"({"type":"integer","minimum":0,"maximum":9})"},
        {R"({"minimum":0,"maximum":9},{"type":"number","minimum":1,"maximum":8})",
         R"({"type":"number","minimum":1,"maximum":8})"},
        {R"({"type":"number","minimum":1,"maximum":8},{"minimum":0,"maximum":9})",
         R"({"type":"number","minimum":1,"maximum":8})"},
        {R"({"type":"string","minLength":1,"maxLength":9},{"minLength":2,"maxLength":8})",
         R"({"type":"string","minLength":2,"maxLength":8})"},
        {R"({"type":"string","minLength":3},{"maxLength":2})", "false"},
        {R"({"type":"string"},{"type":"object"})", "false"},
        {R"({"enum":["a","b",1]},{"enum":["b","c",2]})", R"({"enum":["b"]})"},
        {R"({"enum":["a"]},{"enum":["b"]})", "false"},
        {R"({"enum":["a"]},{"type":"string"})", R"({"enum":["a"]})"},
        {R"({"type":"string","pattern":"^a"},{"format":"date"})",
         R"({"type":"string","pattern":"^a","format":"date"})"},
        {R"({"type":"array","items":{"type":"string"}},{"uniqueItems":true,"type":"array"})",
         R"({"type":"array","items":{"type":"string"},"uniqueItems":true})"},
        {R"({"type":"array","items":[{"type":"string"}]},{"type":"array","items":{"enum":["a"]}})",
         R"({"type":"array","items":[{"enum":["a"]}],"additionalItems":{"enum":["a"]}})"},
        {R"({"type":"object","properties":{"a":{"type":"null"}}},{"type":"object","properties":{},)"
         R"("additionalProperties":false})", R"({"type":"object","additionalProperties":false})"},
        {R"({"type":"object","required":["a"]},{"type":"object","additionalProperties":false})",
         "false"},
        {R"({"type":"object","propertyNames":{"minLength":1}},)"
         R"({"type":"object","propertyNames":{"maxLength":2}})",
         R"({"type":"object","propertyNames":{"minLength":1,"maxLength":2}})"},
        {"true,{}", "{}"},
        {"false,{}", "false"},
    };
    for (const auto& r : rows) {
        const string all = R"({"allOf":[)" + string(r.parts) + "]}";
        const string same = string(r.same);
        expect_result(all, same, "");
        expect_result(same, all, "");
    }
}

Test(openrpc_foreign, both_patterns_of_all_of_count) {
    const auto all = [](string_view pattern) {
        return R"({"allOf":[{"type":"string","pattern":"^a"},{"type":"string","pattern":")" +
               string(pattern) + "\"}]}";
    };
    expect_result(all("b$"), all("b$"), "");
    expect_result(all("b$"), all("c$"),
                  "! result: returns string that matches ^a and c$, "
                  "previously string that matches ^a and b$;");
}

Test(openrpc_foreign, intersections_of_recursive_types_end) {
    constexpr string_view types =
        R"("A":{"type":"object","properties":{"next":{"$ref":"#/components/schemas/A"}}},)"
        R"("B":{"allOf":[{"$ref":"#/components/schemas/A"},{"type":"object","properties":)"
        R"({"next":{"$ref":"#/components/schemas/B"},"n":{"type":"null"}}}]},)"
        R"("C":{"allOf":[{"$ref":"#/components/schemas/C"},{"type":"null"}]},)"
        R"("D":{"allOf":[{"$ref":"#/components/schemas/E"},{"$ref":"#/components/schemas/B"}]},)"
        R"("E":{"allOf":[{"$ref":"#/components/schemas/D"},{"$ref":"#/components/schemas/A"}]})";
    string other(types);
    other.replace(other.find("null"), 4, "array");
    for (const char name : string("ABCDE")) {
        const string schema = R"({"$ref":"#/components/schemas/)" + string(1, name) + "\"}";
        expect(of_result(schema, types), of_result(schema, types), "");
    }
    constexpr string_view b = R"({"$ref":"#/components/schemas/B"})";
    const string got = compared(of_result(b, types), of_result(b, other));
    cr_expect(got == "! result.next.n: returns array, previously null;"
                     "! result.n: returns array, previously null;", "%s", got.c_str());
}

Test(openrpc_foreign, too_many_combinations_are_refused, .timeout = 60) {
    string numbers;
    for (int i = 0; i < 40; ++i)
        numbers += string(i == 0 ? "" : ",") + R"({"type":"integer","minimum":)" +
                   std::to_string(i) + "}";
    const string many = R"({"anyOf":[)" + numbers + "]}";
    const string all = of_result(R"({"allOf":[)" + many + "," + many + "]}");
    const string refused = "? not an OpenRPC document: \"allOf\" has too many combinations";
    expect(all, all, refused);
    string nested = R"({"type":"null"})", chain = "\"t0\":" + nested;
    for (int i = 0; i < 300; ++i) {
        nested = R"({"allOf":[)" + nested + R"(,{"type":"null"}]})";
        chain += ",\"t" + std::to_string(i + 1) + R"(":{"allOf":[{"$ref":"#/components/schemas/t)" +
                 std::to_string(i) + R"("},{"type":"null"}]})";
    }
    expect(of_result(nested), of_result(nested), "");
    expect(of_result("{}", chain), of_result("{}", chain), refused);
}

Test(openrpc_foreign, schemas_of_other_documents_are_any_json) {
    constexpr string_view other = R"({"$ref":"./other.json#/components/schemas/X","title":"X"})";
    expect_result(other, other, "");
    expect_result(other, "{}", "");
    string before = of_result("{}"), after = of_result(other);
    cr_expect(callbox::openrpc::compare(before, after).others ==
              std::vector<string>{"./other.json"});
    string same = of_result("{}"), again = same;
    cr_expect(callbox::openrpc::compare(same, again).others.empty());
}

Test(openrpc_foreign, the_first_of_several_errors_with_one_code_counts) {
    const auto document = [](string_view message) {
        return document_of(R"({"name":"m","params":[],"errors":[{"code":7,"message":")" +
                               string(message) + R"("},{"code":7,"message":"another"}]})",
                           "");
    };
    expect(document("one"), document("one"), "");
    expect(document("one"), document("two"), "documentation changed;");
}

Test(openrpc_foreign, what_is_in_other_documents_is_not_compared) {
    const string more =
        R"({"$ref":"b.json#/methods/2"},{"name":"m","params":[{"$ref":"./a.json#/X"}],)"
        R"("result":{"$ref":"./a.json#/Y"},"errors":[{"$ref":"./a.json#/errors/GONE"},)"
        R"({"code":7,"message":"old"},{"$ref":"#/components/errors/AGAIN"}]})";
    const string less = R"({"name":"m","params":[{"$ref":"c.json#/X"}],"result":{"name":"Y",)"
                        R"("schema":{}},"errors":[{"code":7,"message":"old"}]})";
    const string errors = R"("errors":{"AGAIN":{"$ref":"http://x/y.json"}})";
    string before = document_of(more, errors), after = document_of(less, errors);
    expect(before, before, "");
    expect(before, after, "");
    const std::vector<string> others{"./a.json", "b.json", "c.json", "http://x/y.json"};
    cr_expect(callbox::openrpc::compare(before, after).others == others);
}

Test(openrpc_foreign, references_may_lead_anywhere_in_the_document) {
    const auto document = [](string_view type) {
        return document_of(
            R"({"name":"m","params":[{"name":"p","schema":{"$ref":"#/definitions/p"}}]},)"
            R"({"name":"n","params":[{"name":"q","schema":)"
            R"({"$ref":"#/methods/0/params/0/schema"}}]})",
            "", R"(,"definitions":{"p":{"type":")" + string(type) + R"("}})");
    };
    expect(document("string"), document("null"),
           "! type p: accepts null, previously string (m, n);");
}

Test(openrpc_foreign, new_optional_members_of_open_objects_break_nothing) {
    constexpr string_view a = R"({"type":"object","properties":{"a":{"type":"null"}}})";
    constexpr string_view ab =
        R"({"type":"object","properties":{"a":{"type":"null"},"b":{"type":"string"}}})";
    expect(of_param(a), of_param(ab), "parameter p.b: added;");
    expect_result(a, ab, "result.b: added as string, not always present;");
}

}}  // namespace foreign_test
