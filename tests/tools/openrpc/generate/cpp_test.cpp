// The text of C++ clients. tests/clients/cpp compiles and uses them.
#include "generate/generate.hpp"
#include "generate/names.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace cpp_test { namespace {

using namespace callbox::openrpc::generate;
using std::string;
using std::string_view;

string client_of(const string& methods, const string& components = "{}",
                 const choices& chosen = {}) {
    string text = R"({"openrpc":"1.3.2","info":{"title":"The */ shop","version":"2\n"},)"
                  R"("methods":)" + methods + R"(,"components":{"schemas":)" + components + "}}";
    service api;
    const string problem = read({text.data(), text.size()}, api);
    cr_assert(problem.empty(), "%s", problem.c_str());
    string made = cpp::client(api, chosen);
    for (const string& each : api.notes) made += "note: " + each + '\n';
    return made;
}

string client_of_result(const string& schema, const string& components = "{}") {
    return client_of(R"([{"name":"m","params":[],"result":{"name":"r","schema":)" + schema + "}}]",
                     components);
}

void expect(string_view text, string_view part) {
    cr_expect(text.find(part) != string::npos, "no\n%s\nin\n%s", string(part).c_str(),
              string(text).c_str());
}

void expect_result(const string& schema, const string& type) {
    expect(client_of_result(schema), "    answer<" + type + "> m() {\n");
}

Test(openrpc_generate_cpp, each_schema_is_a_type) {
    expect_result("{}", "callbox::json");
    expect_result(R"({"type":"null"})", "void");
    expect_result(R"({"type":"integer"})", "std::int64_t");
    expect_result(R"({"type":"integer","format":"uint64","minimum":0})", "std::uint64_t");
    expect_result(R"({"type":"integer","x-format":"int64","minimum":0})", "std::int64_t");
    expect_result(R"({"type":"string","format":"date"})", "std::chrono::year_month_day");
    expect_result(R"({"type":"string","format":"date-time"})",
                  "std::chrono::sys_time<std::chrono::microseconds>");
    expect_result(R"({"type":"string","format":"uuid"})", "callbox::uuid");
    expect_result(R"({"type":"string","contentEncoding":"base64"})", "std::vector<std::byte>");
    expect_result(R"({"type":"string","x-format":"colour"})", "std::string");
    expect_result(R"({"type":"array","items":{"type":"number"}})", "std::vector<double>");
    expect_result(R"({"type":"object"})", "std::map<std::string, callbox::json>");
    expect_result(R"({"type":["string","null"]})", "std::optional<std::string>");
    expect_result(R"({"type":["string","null","boolean"]})",
                  "std::variant<std::monostate, std::string, bool>");
    expect_result(R"({"items":[{"type":"string"},{"type":"boolean"}]})",
                  "std::tuple<std::string, bool>");
    expect_result(R"({"enum":["a","b"]})", "std::string");
    expect_result(R"({"enum":["a",1]})", "callbox::json");
    expect_result(R"({"title":"tone","enum":["a","b"]})", "Tone");
}

Test(openrpc_generate_cpp, alternatives_that_variants_cannot_distinguish_are_json) {
    const string made = client_of_result(R"({"anyOf":[{"type":"string"},{"enum":["a"]}]})");
    expect(made, "answer<callbox::json> m()");
    expect(made, "note: C++: several alternatives of one kind: any JSON\n");
}

Test(openrpc_generate_cpp, members_may_be_absent_or_null) {
    const string made = client_of_result(
        R"({"title":"x","properties":{"a":{"type":"boolean"},"b":{"type":["string","null"]},)"
        R"("c":{"type":["string","null"]},"d":{"type":"number"},"e":{"const":"one"}},)"
        R"("required":["a","c","e"]})");
    expect(made, "struct X {\n    bool a;\n    std::optional<std::string> b = {};\n"
                 "    std::variant<std::monostate, std::string> c;\n"
                 "    std::optional<double> d = {};\n    std::string e{\"one\"};\n");
}

Test(openrpc_generate_cpp, required_members_of_params_have_no_default) {
    const string made = client_of(
        R"([{"name":"m","params":[{"name":"p","schema":{"$ref":"#/components/schemas/x"}}],)"
        R"("result":{"name":"r","schema":{"title":"y","properties":{"a":{"type":"string"}},)"
        R"("required":["a"]}}},{"name":"n","params":[{"name":"a","required":true,)"
        R"("x-by-name-only":true,"schema":{"type":"string","format":"date"}}]}])",
        R"({"x":{"properties":{"a":{"type":"boolean"},"b":{"type":"number"},)"
        R"("c":{"type":["string","null"]},"d":{"items":{"$ref":"#/components/schemas/x"}},)"
        R"("e":{"$ref":"#/components/schemas/z"},"f":{"const":"one"}},)"
        R"("required":["a","c","d","e","f"]},)"
        R"("z":{"properties":{"g":{"type":"integer"}},"required":["g"]}})");
    expect(made, "struct X {\n    callbox::required<bool> a;\n"
                 "    std::optional<double> b = {};\n"
                 "    callbox::required<std::variant<std::monostate, std::string>> c;\n"
                 "    callbox::required<std::vector<X>> d;\n    Z e;\n"
                 "    std::string f{\"one\"};\n};\n");
    expect(made, "struct Z {\n    callbox::required<std::int64_t> g;\n");
    expect(made, "struct Y {\n    std::string a;\n");
    expect(made, "struct NNamed {\n    callbox::required<std::chrono::year_month_day> a;\n};\n");
}

Test(openrpc_generate_cpp, a_recursive_struct_is_held_by_lists_and_maps_only) {
    const string made = client_of_result(
        R"({"$ref":"#/components/schemas/t"})",
        R"({"t":{"properties":{"all":{"items":{"$ref":"#/components/schemas/t"}},)"
        R"("one":{"$ref":"#/components/schemas/t"}}}})");
    expect(made, "    std::optional<std::vector<T>> all = {};\n"
                 "    std::optional<callbox::json> one = {};\n};\n");
    expect(made, "note: C++: \"T\" contains itself outside a list or map: any JSON\n");
}

Test(openrpc_generate_cpp, a_part_of_a_union_has_no_tag) {
    const string made = client_of_result(
        R"({"title":"pet","oneOf":[{"$ref":"#/components/schemas/cat"},)"
        R"({"$ref":"#/components/schemas/dog"}]})",
        R"({"cat":{"properties":{"kind":{"const":"cat"},"n":{"type":"integer"}},)"
        R"("required":["kind"]},"dog":{"properties":{"kind":{"const":"dog"}},)"
        R"("required":["kind"]}})");
    expect(made, "using Pet = std::variant<Cat, Dog>;\n");
    expect(made, "struct Cat {\n    std::optional<std::int64_t> n = {};\n");
    expect(made, R"("kind", callbox::tagged<Cat>("cat"), )"
                 R"(callbox::tagged<Dog>("dog")}.named("Pet");)");
}

Test(openrpc_generate_cpp, a_union_with_an_alternative_that_is_no_object_has_no_tag) {
    const string made = client_of_result(
        R"({"title":"pet","discriminator":{"propertyName":"kind"},)"
        R"("oneOf":[{"$ref":"#/components/schemas/cat"},{"$ref":"#/components/schemas/dog"}]})",
        R"({"cat":{"properties":{"kind":{"const":"cat"}},"required":["kind"]},)"
        R"("dog":{"type":"integer","properties":{"kind":{"const":"dog"}},"required":["kind"]}})");
    expect(made, "std::variant<Cat, std::int64_t>");
}

Test(openrpc_generate_cpp, a_part_of_two_unions_has_the_tag_of_its_union) {
    const string made = client_of_result(
        R"({"type":"array","items":{"title":"pet","oneOf":[{"$ref":"#/components/schemas/cat"},)"
        R"({"$ref":"#/components/schemas/dog"}]}})",
        R"({"cat":{"properties":{"a":{"const":"cat"},"b":{"const":"x"},)"
        R"("other":{"oneOf":[{"$ref":"#/components/schemas/cat"},)"
        R"({"$ref":"#/components/schemas/cow"}]}},"required":["a","b"]},)"
        R"("dog":{"properties":{"a":{"const":"dog"}},"required":["a"]},)"
        R"("cow":{"properties":{"b":{"const":"y"}},"required":["b"]}})");
    expect(made, R"("b", callbox::tagged<Cat>("x"), callbox::tagged<Cow>("y")})");
}

Test(openrpc_generate_cpp, arguments_are_sent_as_the_method_accepts_them) {
    const string made = client_of(
        R"([{"name":"a.b","params":[{"name":"class","required":true,"schema":{"type":"string"}},)"
        R"({"name":"user-id","schema":{"type":"integer"}},)"
        R"({"name":"x","x-by-name-only":true,"schema":{"type":"boolean"}}],)"
        R"("paramStructure":"by-name","deprecated":true,"errors":[{"code":7,"message":"not so"},)"
        R"({"code":99999999999,"message":"too great"}]},)"
        R"({"name":"p","params":[{"name":"n","required":true,)"
        R"("schema":{"type":["number","null"]}}],)"
        R"("paramStructure":"by-position"}])");
    expect(made, "struct ABNamed {\n    std::optional<bool> x = {};\n};\n");
    expect(made, "enum class ABError { not_so = 7 };\n");
    expect(made, "        // Fails with ABError.\n        [[deprecated]]\n"
                 "        answer<void> b(\n            std::string_view class_, "
                 "std::optional<std::int64_t> user_id = {},\n"
                 "            const ABNamed& named = {}) {\n");
    expect(made, R"(callbox::given_by_name("x", named.x));)");
    expect(made, R"({"p", true, false}, callbox::given_or_null("n", n));)");
}

Test(openrpc_generate_cpp, the_errors_of_a_method_are_an_enumeration) {
    const string made = client_of(
        R"([{"name":"a","params":[],"errors":[{"code":7,"message":"Not found"},)"
        R"({"code":-5,"message":"not found"},{"code":8,"message":"class"},)"
        R"({"code":-32768,"message":"It is what it is.\n#error"},{"code":9,"message":""},)"
        R"({"code":2147483648,"message":"x"}]},)"
        R"({"name":"b","params":[],"errors":[{"code":2147483648,"message":"x"}]}])");
    expect(made, "enum class AError {\n    not_found = 7,\n    not_found_2 = -5,\n"
                 "    class_ = 8,\n    // It is what it is.\n    // #error\n"
                 "    error_minus_32768 = -32768,\n    error_9 = 9,\n};\n");
    cr_expect(made.find("BError") == string::npos && made.find("2147483648") == string::npos);
}

Test(openrpc_generate_cpp, a_parameter_by_name_only_may_precede_others) {
    const string made = client_of(
        R"([{"name":"m","params":[{"name":"x","x-by-name-only":true,"schema":{"type":"boolean"}},)"
        R"({"name":"a","schema":{"type":"boolean"}}]}])");
    expect(made, "struct MNamed {\n    std::optional<bool> x = {};\n};\n");
    expect(made, "answer<void> m(std::optional<bool> a = {}, const MNamed& named = {}) {\n");
    const string needed = client_of(
        R"([{"name":"m","params":[{"name":"x","x-by-name-only":true,"required":true,)"
        R"("schema":{"type":"boolean"}},{"name":"a","schema":{"type":"boolean"}}]}])");
    expect(needed, "answer<void> m(std::optional<bool> a, const MNamed& named) {\n");
}

// The names of a type and of a member differ in case, unless they begin with a digit or are cut.
Test(openrpc_generate_cpp, no_member_hides_a_type_or_what_methods_use) {
    const string type = R"({"$ref":"#/components/schemas/1st"})";
    const string made = client_of(
        R"([{"name":"1st.1st","params":[{"name":"1st","schema":)" + type +
            R"(}],"result":{"name":"r","schema":)" + type +
            R"(}},{"name":"send","params":[]},)"
            R"({"name":"send.to","params":[{"name":"send","required":true,)"
            R"("schema":{"type":"string"}}]}])",
        R"({"1st":{"title":"1st","type":"object","required":["1st"],)"
        R"("properties":{"1st":{"type":"string"}}}})");
    expect(made, "struct _1st {\n    callbox::required<std::string> _1st_;\n");
    expect(made, "        answer<_1st> _1st_(const std::optional<_1st>& _1st_2 = {}) {\n");
    expect(made, "    } _1st_;\n");
    expect(made, "        answer<void> to(std::string_view send_2) {\n");
    const string name(200, 'x');
    const string cut = client_of(R"([{"name":")" + name + R"(.a","params":[],"result":)"
                                 R"({"name":"r","schema":{"title":")" + name +
                                 R"(","enum":["a","b"]}}}])");
    expect(cut, "class X" + string(scope::name_bytes_max - 1, 'x') + "_ {\n");
}

Test(openrpc_generate_cpp, no_text_of_the_document_is_code) {
    const string made = client_of(
        R"([{"name":"m\"\\\n","summary":"*/ a\\\n#error b",)"
        R"("params":[{"name":"??/","required":true,)"
        R"("description":"\n#error c","schema":{"type":"string"}}]}])",
        "{}", {.name = "MyShop"});
    expect(made, "namespace my_shop {\n");
    expect(made, R"({"m\"\\\012"})");
    for (std::size_t at = made.find('#'); at != string::npos; at = made.find('#', at + 1)) {
        const std::size_t begin = made.rfind('\n', at) + 1;
        const string_view line = string_view(made).substr(begin);
        cr_expect(line.starts_with("#include <") || line.starts_with("#pragma once") ||
                      line.find("//") < at - begin, "%s", string(line).c_str());
    }
    expect(made, "// A client for \"The */ shop\" 2 . Generated by");
}

Test(openrpc_generate_cpp, a_recursive_union_is_held_by_lists_and_maps_only) {
    const string made = client_of_result(
        R"({"$ref":"#/components/schemas/pet"})",
        R"({"pet":{"oneOf":[{"$ref":"#/components/schemas/cat"},)"
        R"({"$ref":"#/components/schemas/dog"}]},"cat":{"properties":{"kind":{"const":"cat"},)"
        R"("friend":{"$ref":"#/components/schemas/pet"}},"required":["kind"]},)"
        R"("dog":{"properties":{"kind":{"const":"dog"},)"
        R"("pack":{"items":{"$ref":"#/components/schemas/pet"}}},"required":["kind"]}})");
    expect(made, "struct Cat {\n    std::optional<callbox::json> friend_ = {};\n};\n");
    expect(made, "struct Dog {\n    std::optional<std::vector<Pet>> pack = {};\n};\n");
    expect(made, "note: C++: \"Pet\" contains itself outside a list or map: any JSON\n");
}

Test(openrpc_generate_cpp, named_unions_within_unions_are_json) {
    const string made = client_of_result(
        R"({"anyOf":[{"$ref":"#/components/schemas/id"},{"type":"boolean"}]})",
        R"({"id":{"anyOf":[{"type":"string"},{"type":"integer"}]}})");
    expect(made, "answer<callbox::json> m()");
    expect(made, "note: C++: several alternatives of one kind: any JSON\n");
}

Test(openrpc_generate_cpp, a_client_of_events_says_how_they_are_received) {
    const string_view part =
        "//     auto c = api.with({.timeout_ms = 500}).x();\n//\n"
        "// Functions of events return a callbox::subscription (subscription.hpp):\n//\n"
        "//     auto events = api.e();\n"
        "//     while (auto event = events.next()) use(*event);\n";
    const string method = R"({"name":"m","params":[],"result":{"name":"r","schema":{}})";
    expect(client_of('[' + method + R"(,"x-event":{"payload":{"type":"boolean"}}}])"), part);
    cr_expect(client_of('[' + method + "}]").find("subscription.hpp") == string::npos);
}

Test(openrpc_generate_cpp, no_line_ends_with_a_blank) {
    string methods;
    for (int i = 0; i < 20; ++i)
        methods += (i == 0 ? "[" : ",") + (R"({"name":"group)" + std::to_string(i)) +
                   R"(.m","params":[]})";
    const string made = client_of(methods + "]");
    expect(made, "explicit Calls(const Send& by) :\n        group0{by}, group1{by},");
    cr_expect(made.find(" \n") == string::npos);
}

}}  // namespace cpp_test
