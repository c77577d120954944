// Documents are read into the model of a client.
#include "generate/generate.hpp"
#include "generate/names.hpp"
#include "generate/schema_types.hpp"

#include <criterion/criterion.h>

#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace read_test { namespace {

using namespace callbox::openrpc::generate;
using std::string;
using std::string_view;

string shown(const scalar& value) {
    return value.kind == callbox::kind::string ? '"' + value.text + '"' : value.text;
}

// The name or else the form, as in "array[text]". shown_members() shows the members of named types.
string shown(const type& t) {
    static constexpr string_view forms[] = {"any",    "null",  "boolean", "integer",
                                            "number", "text",  "choice",  "array",
                                            "tuple",  "map",   "object",  "either"};
    if (t.has_name()) return pascal(t.words);
    string text(forms[static_cast<std::size_t>(t.form)]);
    if (t.is_wide) text += t.is_unsigned ? "U64" : "64";
    if (!t.format.empty()) text += ':' + t.format;
    for (const scalar& each : t.values) text += ' ' + shown(each);
    if (t.element != nullptr) text += '[' + shown(*t.element) + ']';
    for (const type* each : t.parts) text += '|' + shown(*each);
    return text;
}

string shown_members(const type& t) {
    string text;
    for (const member& m : t.members)
        text += m.name + (m.required ? "" : "?") + ':' + shown(*m.schema) +
                (m.fallback ? "=" + *m.fallback : "") + ' ';
    for (const type* each : t.parts) text += '|' + shown(*each);
    for (const scalar& each : t.values) text += shown(each) + ' ';
    return text + (t.tag.empty() ? "" : " by " + t.tag) + (t.is_open ? "..." : "");
}

std::deque<service> kept;

// One method `m` with that result; `components` are schemas.
const service& document(const string& result, const string& components = "{}") {
    string text = R"({"openrpc":"1.3.2","info":{"title":"t","version":"1"},"methods":[{"name":"m",)"
                  R"("params":[],"result":{"name":"r","schema":)" + result +
                  R"(}}],"components":{"schemas":)" + components + "}}";
    service& made = kept.emplace_back();
    const string problem = read({text.data(), text.size()}, made);
    cr_assert(problem.empty(), "%s", problem.c_str());
    return made;
}

void expect(const string& schema, string_view wanted, const string& components = "{}") {
    const string got = shown(*document(schema, components).methods.at(0).result);
    cr_expect(got == wanted, "%s: %s", schema.c_str(), got.c_str());
}

// Expects the members of the type with that name.
void expect_named(const service& api, string_view name, string_view wanted) {
    const auto at = std::ranges::find_if(api.named, [&](const type* t) {
        return pascal(t->words) == name;
    });
    cr_assert(at != api.named.end(), "%s", string(name).c_str());
    const string got = shown_members(**at);
    cr_expect(got == wanted, "%s", got.c_str());
}

void expect_note(const string& schema, string_view note, const string& components = "{}") {
    const service& api = document(schema, components);
    cr_assert(api.notes.size() == 1, "%s: %zu", schema.c_str(), api.notes.size());
    const string wanted = "method \"m\": " + string(note);
    cr_expect(api.notes[0] == wanted, "%s", api.notes[0].c_str());
}

string problem_of(string text) {
    service ignored;
    return read({text.data(), text.size()}, ignored);
}

service with_method(const string& method) {
    string text =
        R"({"openrpc":"1.4.0","info":{"title":"t","version":"1"},"methods":[)" + method + "]}";
    service made;
    const string problem = read({text.data(), text.size()}, made);
    cr_assert(problem.empty(), "%s", problem.c_str());
    return made;
}

Test(openrpc_generate_read, plain_types) {
    expect("true", "any");
    expect("false", "any");
    expect("{}", "any");
    expect(R"({"type":"null"})", "null");
    expect(R"({"type":"boolean"})", "boolean");
    expect(R"({"type":"number"})", "number");
    expect(R"({"type":"string","format":"date"})", "text:date");
    expect(R"({"type":"string","contentEncoding":"base64"})", "text:base64");
    expect(R"({"type":"array"})", "array[any]");
    expect(R"({"items":{"type":"string"}})", "array[text]");
    expect(R"({"type":"array","items":[{"type":"string"},{"type":"null"}]})", "tuple|text|null");
    expect(R"({"type":"array","prefixItems":[{"type":"string"}]})", "tuple|text");
    expect(R"({"type":"object"})", "map[any]");
    expect(R"({"additionalProperties":{"type":"boolean"}})", "map[boolean]");
    expect(R"({"type":["string","null"]})", "either|text|null");
    expect(R"({"type":"string","nullable":true})", "either|text|null");
}

Test(openrpc_generate_read, an_integer_is_wide_if_it_may_exceed_2_to_the_53) {
    expect(R"({"type":"integer"})", "integer");
    expect(R"({"type":"integer","maximum":9007199254740991})", "integer");
    expect(R"({"type":"integer","maximum":9007199254740993})", "integer64");
    expect(R"({"type":"integer","minimum":-9223372036854775808})", "integer64");
    expect(R"({"type":"integer","format":"int64"})", "integer64");
    expect(R"({"type":"integer","x-format":"uint64","minimum":0})", "integerU64");
    expect(R"({"type":"integer","x-format":"int64","minimum":0})", "integer64");
    expect(R"({"type":"integer","minimum":0,"maximum":18446744073709551615})", "integerU64");
}

Test(openrpc_generate_read, values_are_choices) {
    expect(R"({"enum":["a","b","a"]})", R"(choice "a" "b")");
    expect(R"({"const":"a"})", R"(choice "a")");
    expect(R"({"enum":["a",1,null,true]})", R"(choice "a" 1 null true)");
    expect(R"({"enum":[1.5,2]})", "number");
    expect(R"({"enum":[null]})", "null");
    expect(R"({"enum":["a",1.5]})", "any");
    expect(R"({"enum":[[1]]})", "any");
    expect(R"({"enum":[]})", "any");
    expect(R"({"oneOf":[{"const":"a"},{"enum":["b","c"]}]})", R"(choice "a" "b" "c")");
    expect(R"({"title":"tone","enum":["a","b"]})", "Tone");
}

Test(openrpc_generate_read, a_choice_has_no_long_values) {
    const string longest = '"' + string(value_bytes_max, 'x') + '"';
    const string longer = '"' + string(value_bytes_max + 1, 'x') + '"';
    expect(R"({"enum":["a",)" + longest + "]}", R"(choice "a" )" + longest);
    expect(R"({"enum":["a",)" + longer + "]}", "text");
    expect(R"({"enum":["a",1,)" + longer + "]}", "any");
    expect_note(R"({"const":)" + longer + "}",
                R"(an "enum" value is longer than 4096 bytes: any value)");
}

Test(openrpc_generate_read, alternatives) {
    expect(R"({"anyOf":[{"type":"string"},{"type":"null"}]})", "either|text|null");
    expect(R"({"anyOf":[{"type":"string"}]})", "text");
    expect(R"({"oneOf":[{"type":"string"},{"anyOf":[{"type":"null"},{"type":"string"}]}]})",
           "either|text|null");
    expect(R"({"anyOf":[{"type":"string"},{}]})", "any");
    expect(R"({"anyOf":[{"minLength":1},{"maxLength":9}],"type":"string"})", "text");
}

Test(openrpc_generate_read, an_object_has_a_name) {
    const string point = R"({"type":"object","properties":{"x":{"type":"number","default":1}},)"
                         R"("required":["x","y"],"additionalProperties":false})";
    expect(point, "MResult");
    expect_named(document(point), "MResult", "x:number=1 y:any ");
    expect(R"({"title":"a Point","properties":{}})", "APoint");
    expect(R"({"$ref":"#/components/schemas/geo.point"})", "GeoPoint",
           R"({"geo.point":)" + point + "}");
    const service& both = document(
        R"({"type":"array","items":[{"title":"x","properties":{"a":{}}},)"
        R"({"title":"x","properties":{"b":{}}},{"title":"x","properties":{"a":{}}}]})");
    cr_expect(shown(*both.methods[0].result) == "tuple|X|X2|X", "one schema, one type");
}

Test(openrpc_generate_read, names_are_distinct_by_the_next_free_number, .timeout = 60) {
    const service& all = document(
        R"({"type":"array","items":[{"title":"x2","properties":{}},{"title":"x","properties":{}},)"
        R"({"title":"x","properties":{"a":{}}},{"title":"x","properties":{"b":{}}}]})");
    cr_expect(shown(*all.methods[0].result) == "tuple|X2|X|X3|X4");
}

Test(openrpc_generate_read, references_are_followed) {
    const string chain = R"({"a":{"$ref":"#/components/schemas/b~1c"},"b/c":{"type":"boolean"}})";
    expect(R"({"$ref":"#/components/schemas/a"})", "boolean", chain);
    expect(R"({"allOf":[{"$ref":"#/components/schemas/a"}],"default":true})", "boolean", chain);
    expect(R"({"$ref":"#/methods/0/name"})", "any");
    const service& tree = document(
        R"({"$ref":"#/components/schemas/t"})",
        R"({"t":{"properties":{"all":{"items":{"$ref":"#/components/schemas/t"}}}}})");
    expect_named(tree, "T", "all?:array[T] ...");
    const service& marked = document(
        R"({"$ref":"#/components/schemas/t"})",
        R"({"t":{"properties":{"up":{"type":"object","x-recursive":"t"}},"required":["up"]}})");
    expect_named(marked, "T", "up:T ...");
}

Test(openrpc_generate_read, another_document_is_noted_once) {
    const service api = with_method(
        R"({"$ref":"o.json#/m"},{"name":"m","params":[{"$ref":"o.json#/p/Slot"},{"name":"b",)"
        R"("schema":{"type":"array","items":{"$ref":"o.json#/X"}}}],"result":{"$ref":"o.json#/Y"},)"
        R"("errors":[{"$ref":"o.json#/e/1"},{"code":7,"message":""},{"$ref":"o.json#/e/2"}]})");
    cr_assert(api.methods.size() == 1 && api.methods[0].params.size() == 2);
    const method& m = api.methods[0];
    cr_expect(m.params[0].name == "Slot" && m.params[0].required);
    cr_expect(m.params[0].schema->form == form::any && m.result->form == form::any);
    cr_expect(m.params[1].schema->element->form == form::any);
    cr_expect(m.errors.size() == 1 && m.errors[0].code == 7);
    cr_expect(api.notes == std::vector<string>{"\"o.json\" is another document: its types are any "
                                               "JSON, its methods and errors are omitted"});
}

Test(openrpc_generate_read, schemas_that_cannot_be_typed_are_any_with_a_note) {
    expect_note(R"({"$ref":"#/other"})", R"(unresolved "$ref" "#/other": any JSON)");
    expect_note(R"({"$ref":"#/components/schemas/a"})",
                R"(circular "$ref": any JSON)",
                R"({"a":{"$ref":"#/components/schemas/a"}})");
    expect_note(R"({"$ref":"#/components/schemas/a"})",
                "a type contains itself without an object in between: any JSON",
                R"({"a":{"type":"array","items":{"$ref":"#/components/schemas/a"}}})");
    expect_note(R"({"allOf":[{"type":"string"},{"type":"integer"}]})",
                R"("allOf" of schemas other than objects: any JSON)");
    expect_note(R"({"type":"text"})", R"(unknown type "text": any JSON)");
    expect_note("1", "expected a schema, got integer: any JSON");
    expect_note(R"({"properties":{"a":{}},"oneOf":[{"properties":{"b":{}}}, {"enum":[1]}]})",
                R"("oneOf" next to "properties": other members are any JSON)");
}

// t0 contains t1, and so on.
Test(openrpc_generate_read, at_most_400_objects_are_nested) {
    string chain = R"({"t400":{"properties":{}})";
    for (int i = 0; i < 400; ++i)
        chain += ",\"t" + std::to_string(i) + R"(":{"properties":{"n":{"$ref":)"
                 R"("#/components/schemas/t)" + std::to_string(i + 1) + "\"}}}";
    chain += "}";
    const string first = R"({"$ref":"#/components/schemas/t0"})";
    const service& api = document(first, chain);
    expect_named(api, "T398", "n?:T399 ...");
    expect_named(api, "T399", "n?:any ...");
    expect_note(first, "schemas are nested too deeply: any JSON", chain);
    cr_expect(document(R"({"$ref":"#/components/schemas/t1"})", chain).notes.empty());
}

Test(openrpc_generate_read, at_most_64_arrays_are_nested) {
    const auto nested = [](int depth, const string& inner) {
        string schema = inner;
        for (int i = 0; i < depth; ++i) schema = R"({"type":"array","items":)" + schema + "}";
        return schema;
    };
    const auto shown_as = [](int depth, const string& inner) {
        string text = inner;
        for (int i = 0; i < depth; ++i) text = "array[" + text + "]";
        return text;
    };
    const string flag = R"({"type":"boolean"})";
    expect(nested(64, flag), shown_as(64, "boolean"));
    expect(nested(67, flag), shown_as(2, "any"));
    expect_note(nested(65, flag), "types are nested too deeply: any JSON");
}

Test(openrpc_generate_read, all_of_objects_is_one_object) {
    const service& api = document(
        R"({"title":"both","allOf":[{"$ref":"#/components/schemas/a"},)"
        R"({"properties":{"y":{"type":"boolean"}},"required":["y","x"]},{"description":"d"}]})",
        R"({"a":{"properties":{"x":{"type":"number"}}}})");
    expect_named(api, "Both", "x:number y:boolean ...");
}

Test(openrpc_generate_read, a_member_with_one_value_is_the_discriminator) {
    const string parts =
        R"({"cat":{"properties":{"n":{"type":"integer"},"kind":{"const":"cat"}},)"
        R"("required":["kind"]},"dog":{"properties":{"kind":{"enum":["dog"]}},)"
        R"("required":["kind"]},"cow":{"properties":{"kind":{"const":"cow"}}}})";
    const auto one_of = [&](const string& a, const string& b) {
        const string path = R"({"$ref":"#/components/schemas/)";
        return R"({"oneOf":[)" + path + a + "\"}," + path + b + R"("}]})";
    };
    const service& pets = document(one_of("cat", "dog"), parts);
    expect_named(pets, "MResult", "|Cat|Dog by kind");
    expect_named(pets, "Cat", "kind:choice \"cat\" n?:integer ...");
    expect(one_of("cat", "cow"), "either|Cat|Cow", parts);  // a cow may omit its kind
    expect(one_of("cat", "cat"), "either|Cat", parts);
}

// Each of the 100 objects has the 1,000 members of `big` and another one.
Test(openrpc_generate_read, members_are_limited_in_proportion_to_the_document) {
    const string one =
        R"({"allOf":[{"$ref":"#/components/schemas/big"},{"properties":{"x":{}}}]})";
    string big, items;
    for (int i = 0; i < 1'000; ++i) big += "\"m" + std::to_string(i) + "\":{},";
    for (int i = 0; i < 99; ++i) items += one + ",";
    const service& api = document(R"({"type":"array","items":[)" + items + one + "]}",
                                  R"({"big":{"properties":{)" + big + R"("last":{}}}})");
    const std::vector<const type*>& parts = api.methods.at(0).result->parts;
    const auto is_any = [](const type* t) { return t->form == form::any && t->members.empty(); };
    const auto is_complete = [](const type* t) { return t->members.size() == 1'002; };
    cr_assert(parts.size() == 100);
    cr_expect(is_complete(parts.front()) && is_any(parts.back()));
    for (const type* each : parts) cr_expect(is_complete(each) || is_any(each));
    const string note = R"(method "m": "allOf" adds too many members to an object: any JSON)";
    cr_expect(std::ranges::count(api.notes, note) == 1);
}

Test(openrpc_generate_read, a_method_has_its_parameters) {
    const service api = with_method(
        R"({"name":"a.b..c","summary":"S","description":"D","deprecated":true,)"
        R"("x-blocking":true,"params":[)"
        R"({"name":"x","required":true,"schema":{"type":"string"},"description":"the x"},)"
        R"({"name":"y","schema":{"type":"number","default":2},"x-by-name-only":true}],)"
        R"("paramStructure":"by-name","errors":[{"code":1,"message":"one"},)"
        R"({"code":1,"message":"again"},{"code":-2,"message":"two"}]})");
    const method& m = api.methods.at(0);
    cr_expect(m.path == std::vector<string>({"a", "b", "c"}) && m.doc == "S\n\nD");
    cr_expect(m.deprecated && m.blocking);
    cr_expect(m.by_position && m.by_name && m.has_options() && m.result == nullptr);
    cr_expect(m.params[0].required && m.params[0].doc == "the x" && !m.params[0].by_name_only);
    cr_expect(m.params[1].by_name_only && m.params[1].fallback == "2");
    cr_assert(m.errors.size() == 2);
    cr_expect(m.errors[1].code == -2 && m.errors[1].message == "two");
}

Test(openrpc_generate_read, how_parameters_are_sent) {
    const auto sent = [](const string& rest) {
        const service api = with_method(R"({"name":"m",)" + rest + "}");
        const method& m = api.methods.at(0);
        string text = string(m.by_position ? "position " : "") + (m.by_name ? "name" : "");
        for (const member& p : m.params) text += p.required ? " " + p.name : " " + p.name + "?";
        return text + (api.notes.empty() ? "" : "; " + api.notes[0]);
    };
    const string gap = R"("params":[{"name":"a","schema":{}},)"
                       R"({"name":"b","required":true,"schema":{}},{"name":"c","schema":{}}])";
    cr_expect(sent(R"("params":[{"name":"a","schema":{}}])") == "position name a?");
    cr_expect(sent(R"("params":[],"paramStructure":"by-name")") == "name");
    cr_expect(sent(R"("params":[],"paramStructure":"by-position")") == "position ");
    cr_expect(sent(gap) == "name a? b c?", "no gap is sent");
    cr_expect(sent(gap + R"(,"paramStructure":"by-position")") ==
              R"(position  a b c?; method "m": optional parameter before a required one: )"
              "both are required");
    cr_expect(with_method(R"({"name":"...","params":[]})").methods[0].path[0] == "...");
}

// 400 references to a parameter whose name has 20,000 characters.
Test(openrpc_generate_read, names_of_parameters_are_limited_in_proportion_to_the_document) {
    string methods;
    for (int i = 0; i < 400; ++i)
        methods += (i == 0 ? "" : ",") + (R"({"name":"m)" + std::to_string(i)) +
                   R"(","params":[{"$ref":"#/components/contentDescriptors/p"}]})";
    cr_expect(problem_of(R"({"openrpc":"1.3.2","info":{"title":"t","version":"1"},"methods":[)" +
                         methods + R"(],"components":{"contentDescriptors":{"p":{"name":")" +
                         string(20'000, 'x') + R"(","schema":{}}}}})") ==
              R"(not an OpenRPC document: "$ref" repeats too much text in the parameters)");
}

Test(openrpc_generate_read, a_document_that_cannot_be_read_is_explained) {
    cr_expect(problem_of("{") == "not JSON: line 1, column 2: expected a name in double quotes");
    cr_expect(problem_of("{}") == "not an OpenRPC document: missing version \"openrpc\"");
}

}}  // namespace read_test
