// What changes of tagged unions, and of strings with a format or pattern, break.
#include "compared.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace compare_types_test { namespace {

using std::string;
using std::string_view;

string document_of(string_view param, string_view result) {
    return R"({"openrpc":"1.2.6","info":{"title":"t","version":"1"},"methods":[{"name":"m",)"
           R"("params":[{"name":"p","required":true,"schema":)" + string(param) +
           R"(}],"result":{"name":"result","schema":)" + string(result) +
           R"(}}],"components":{"schemas":{"card":{"type":"object","properties":)"
           R"({"kind":{"const":"card"}},"required":["kind"],"additionalProperties":false}}}})";
}

void expect(string_view before, string_view after, string_view as_param, string_view as_result) {
    const string any = "{}";
    for (const bool of_param : {true, false}) {
        const string got = of_param
                               ? compared(document_of(before, any), document_of(after, any))
                               : compared(document_of(any, before), document_of(any, after));
        const string_view wanted = of_param ? as_param : as_result;
        cr_expect(got == wanted, "got: %s\nwanted: %s", got.c_str(), string(wanted).c_str());
    }
}

// An alternative with its tag and other members.
string one(string_view tag, string_view more = "", string_view required = "",
           string_view member = "kind") {
    return R"({"type":"object","properties":{")" + string(member) +
           R"(":{"type":"string","const":")" + string(tag) + "\"}" + string(more) +
           R"(},"required":[")" + string(member) + '"' + string(required) +
           R"(],"additionalProperties":false})";
}
string one_of(const string& a, const string& b = "", const string& c = "") {
    return R"({"oneOf":[)" + a + (b.empty() ? "" : ",") + b + (c.empty() ? "" : ",") + c +
           R"(],"discriminator":{"propertyName":"kind","mapping":{}}})";
}

Test(openrpc_compare_union, the_order_of_alternatives_does_not_matter) {
    expect(one_of(one("a", R"(,"x":{"type":"null"})"), one("b")),
           one_of(one("b"), one("a", R"(,"x":{"type":"null"})")), "", "");
}

Test(openrpc_compare_union, an_inline_alternative_equals_a_referenced_one) {
    expect(one_of(one("card"), one("b")),
           one_of(R"({"$ref":"#/components/schemas/card"})", one("b")), "", "");
}

Test(openrpc_compare_union, a_new_alternative_breaks_results) {
    expect(one_of(one("a")), one_of(one("a"), one("b")),
           R"(parameter p: now also accepts {"kind":"b"};)",
           R"(! result: now also returns {"kind":"b"};)");
}

Test(openrpc_compare_union, a_removed_alternative_breaks_params) {
    expect(one_of(one("b"), one("a"), one("c")), one_of(one("a"), one("c")),
           R"(! parameter p: no longer accepts {"kind":"b"};)",
           R"(result: no longer returns {"kind":"b"};)");
}

Test(openrpc_compare_union, a_replaced_alternative_is_two_changes) {
    expect(one_of(one("a"), one("b")), one_of(one("a"), one("c")),
           R"(! parameter p: no longer accepts {"kind":"b"};)"
           R"(parameter p: now also accepts {"kind":"c"};)",
           R"(! result: now also returns {"kind":"c"};result: no longer returns {"kind":"b"};)");
}

Test(openrpc_compare_union, a_renamed_discriminator_makes_other_alternatives) {
    expect(one_of(one("a")), one_of(one("a", "", "", "type")),
           R"(! parameter p: no longer accepts {"kind":"a"};)"
           R"(parameter p: now also accepts {"type":"a"};)",
           R"(! result: now also returns {"type":"a"};result: no longer returns {"kind":"a"};)");
}

Test(openrpc_compare_union, a_change_within_an_alternative_names_its_tag) {
    constexpr string_view number = R"(,"n":{"type":"number"})", text = R"(,"n":{"type":"string"})";
    expect(one_of(one("a", number), one("b", number)), one_of(one("b", text), one("a", number)),
           R"(! parameter p {"kind":"b"}.n: accepts string, previously number;)",
           R"(! result {"kind":"b"}.n: returns string, previously number;)");
    expect(one_of(one("a")), one_of(one("a", number, R"(,"n")")),
           R"(! parameter p {"kind":"a"}.n: added as required;)",
           R"(result {"kind":"a"}.n: added as number, always present; )"
           "strict validators of the old document reject it;");
}

Test(openrpc_compare_union, a_struct_that_becomes_a_union_breaks_both) {
    const string plain = R"({"type":"object","properties":{"x":{}},"additionalProperties":false})";
    expect(plain, one_of(one("a"), one("b")),
           R"(! parameter p: accepts object or object, previously object;)"
           R"(parameter p: now also accepts {"kind":"a"};)"
           R"(parameter p: now also accepts {"kind":"b"};)",
           R"(! result: now also returns {"kind":"a"};! result: now also returns {"kind":"b"};)"
           R"(result: returns object or object, previously object;)");
}

Test(openrpc_compare_union, unions_can_be_alternatives_to_other_kinds) {
    const auto or_null = [](const string& other) {
        return R"({"anyOf":[)" + other + R"(,{"type":"null"}]})";
    };
    expect(or_null(one_of(one("a"))), or_null(one_of(one("a"), one("b"))),
           R"(parameter p: now also accepts {"kind":"b"};)",
           R"(! result: now also returns {"kind":"b"};)");
    expect(one_of(one("a")), or_null(one_of(one("a"))),
           R"(parameter p: accepts object or null, previously object;)",
           R"(! result: returns object or null, previously object;)");
}

Test(openrpc_compare_union, a_const_is_one_value_of_an_enumeration) {
    expect(R"({"type":"string","enum":["a"]})", R"({"type":"string","const":"a"})", "", "");
    expect(R"({"type":"string","enum":["a","b"]})", R"({"type":"string","const":"a"})",
           R"(! parameter p: no longer accepts "b";)", R"(result: no longer returns "b";)");
    expect(R"({"type":"string","const":"a"})", R"({"type":"string","const":1})",
           R"(! parameter p: accepts nothing, previously string;)",
           R"(result: returns nothing, previously string;)");
}

Test(openrpc_compare_union, an_optional_member_is_no_discriminator) {
    const string loose = R"({"type":"object","properties":{"kind":{"const":"a"}}})";
    expect(R"({"oneOf":[)" + loose + "]}", R"({"oneOf":[)" + loose + "]}", "", "");
}

Test(openrpc_compare_format, a_format_narrows_a_string) {
    constexpr string_view any = R"({"type":"string"})";
    constexpr string_view date = R"({"type":"string","format":"date"})";
    constexpr string_view octets = R"({"type":"string","contentEncoding":"base64"})";
    constexpr string_view own = R"({"type":"string","x-format":"own","examples":["a"]})";
    expect(any, date, "! parameter p: accepts date, previously any string;",
           "result: returns date, previously any string;");
    expect(octets, any, "parameter p: accepts any string, previously base64;",
           "! result: returns any string, previously base64;");
    expect(date, own, "! parameter p: accepts own, previously date;",
           "! result: returns own, previously date;");
    expect(own, R"({"type":"string","x-format":"own"})", "", "");
}

Test(openrpc_compare_format, a_pattern_narrows_a_string) {
    constexpr string_view any = R"({"type":"string"})";
    constexpr string_view a = R"({"type":"string","pattern":"^a$"})";
    constexpr string_view b = R"({"type":"string","pattern":"^b$"})";
    expect(a, a, "", "");
    expect(any, a, "! parameter p: accepts string that matches ^a$, previously any string;",
           "result: returns string that matches ^a$, previously any string;");
    expect(a, any, "parameter p: accepts any string, previously string that matches ^a$;",
           "! result: returns any string, previously string that matches ^a$;");
    expect(a, b,
           "! parameter p: accepts string that matches ^b$, "
           "previously string that matches ^a$;",
           "! result: returns string that matches ^b$, previously string that matches ^a$;");
    expect(R"({"type":"object","propertyNames":{"pattern":"^a$"}})",
           R"({"type":"object","propertyNames":{"pattern":"^b$"}})",
           "! parameter p (names): accepts string that matches ^b$, "
           "previously string that matches ^a$;",
           "! result (names): returns string that matches ^b$, "
           "previously string that matches ^a$;");
}

Test(openrpc_compare_names, an_inline_schema_that_became_a_component_is_no_change) {
    expect(R"({"type":"object","properties":{"kind":{"type":"string","const":"card"}},)"
           R"("required":["kind"],"additionalProperties":false})",
           R"({"$ref":"#/components/schemas/card"})", "", "");
    expect(R"({"type":"object","properties":{"kind":{"const":"card"}},"required":["kind"],)"
           R"("additionalProperties":false,"default":{}})",
           R"({"allOf":[{"$ref":"#/components/schemas/card"}],"default":{}})", "", "");
}

Test(openrpc_compare_names, a_member_that_is_always_there_now_breaks_no_result) {
    constexpr string_view before =
        R"({"type":"object","properties":{"n":{"type":"null","default":null}}})";
    constexpr string_view after =
        R"({"type":"object","properties":{"n":{"type":"null"}},"required":["n"]})";
    expect(before, after, R"(! parameter p.n: now required;)",
           "result.n: now always present;");
}

Test(openrpc_compare_names, formats_of_numbers_are_no_change) {
    expect(R"({"type":"integer","minimum":0,"maximum":9})",
           R"({"type":"integer","x-format":"int64","minimum":0,"maximum":9})", "", "");
}

}}  // namespace compare_types_test
