// What a change of a type with a meaning breaks: of a tagged union, of a text with a format
// or pattern.
#include "compared.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace {

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
        cr_expect(got == wanted, "%s\nin place of: %s", got.c_str(), string(wanted).c_str());
    }
}

// An alternative with its tag, and with other members.
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

}  // namespace

Test(openrpc_compare_union, the_order_of_alternatives_means_nothing) {
    expect(one_of(one("a", R"(,"x":{"type":"null"})"), one("b")),
           one_of(one("b"), one("a", R"(,"x":{"type":"null"})")), "", "");
}

Test(openrpc_compare_union, an_alternative_in_place_is_one_by_reference) {
    expect(one_of(one("card"), one("b")),
           one_of(R"({"$ref":"#/components/schemas/card"})", one("b")), "", "");
}

Test(openrpc_compare_union, a_new_alternative_breaks_results) {
    expect(one_of(one("a")), one_of(one("a"), one("b")),
           R"(parameter "p" takes {"kind":"b"} too;)", R"(! the result gives {"kind":"b"} too;)");
}

Test(openrpc_compare_union, an_alternative_that_is_gone_breaks_params) {
    expect(one_of(one("b"), one("a"), one("c")), one_of(one("a"), one("c")),
           R"(! parameter "p" no longer takes {"kind":"b"};)",
           R"(the result no longer gives {"kind":"b"};)");
}

Test(openrpc_compare_union, an_alternative_in_place_of_another_is_two_changes) {
    expect(one_of(one("a"), one("b")), one_of(one("a"), one("c")),
           R"(! parameter "p" no longer takes {"kind":"b"};parameter "p" takes {"kind":"c"} too;)",
           R"(! the result gives {"kind":"c"} too;the result no longer gives {"kind":"b"};)");
}

Test(openrpc_compare_union, another_name_of_the_member_that_tells_is_other_alternatives) {
    expect(one_of(one("a")), one_of(one("a", "", "", "how")),
           R"(! parameter "p" no longer takes {"kind":"a"};parameter "p" takes {"how":"a"} too;)",
           R"(! the result gives {"how":"a"} too;the result no longer gives {"kind":"a"};)");
}

Test(openrpc_compare_union, a_change_within_is_told_with_the_alternative) {
    constexpr string_view number = R"(,"n":{"type":"number"})", text = R"(,"n":{"type":"string"})";
    expect(one_of(one("a", number), one("b", number)), one_of(one("b", text), one("a", number)),
           R"(! parameter "p" at /{"kind":"b"}/n takes string, before number;)",
           R"(! the result at /{"kind":"b"}/n gives string, before number;)");
    expect(one_of(one("a")), one_of(one("a", number, R"(,"n")")),
           R"(! parameter "p" at /{"kind":"a"}/n is new and required;)",
           R"(the result at /{"kind":"a"}/n is new;)");
}

Test(openrpc_compare_union, a_struct_that_becomes_a_union_takes_no_object_as_before) {
    const string plain = R"({"type":"object","properties":{"x":{}},"additionalProperties":false})";
    expect(plain, one_of(one("a"), one("b")),
           R"(! parameter "p" takes object or object, before object;)"
           R"(parameter "p" takes {"kind":"a"} too;parameter "p" takes {"kind":"b"} too;)",
           R"(! the result gives {"kind":"a"} too;! the result gives {"kind":"b"} too;)"
           R"(the result gives object or object, before object;)");
}

Test(openrpc_compare_union, a_union_among_other_kinds_is_one_of_them) {
    const auto or_null = [](const string& other) {
        return R"({"anyOf":[)" + other + R"(,{"type":"null"}]})";
    };
    expect(or_null(one_of(one("a"))), or_null(one_of(one("a"), one("b"))),
           R"(parameter "p" takes {"kind":"b"} too;)", R"(! the result gives {"kind":"b"} too;)");
    expect(one_of(one("a")), or_null(one_of(one("a"))),
           R"(parameter "p" takes object or null, before object;)",
           R"(! the result gives object or null, before object;)");
}

Test(openrpc_compare_union, a_const_is_one_value_of_an_enumeration) {
    expect(R"({"type":"string","enum":["a"]})", R"({"type":"string","const":"a"})", "", "");
    expect(R"({"type":"string","enum":["a","b"]})", R"({"type":"string","const":"a"})",
           R"(! parameter "p" no longer takes "b";)", R"(the result no longer gives "b";)");
    expect(R"({"type":"string","const":"a"})", R"({"type":"string","const":1})",
           R"(! parameter "p" takes nothing, before string;)",
           R"(the result gives nothing, before string;)");
}

Test(openrpc_compare_union, a_member_that_may_be_absent_tells_nothing) {
    const string loose = R"({"type":"object","properties":{"kind":{"const":"a"}}})";
    expect(R"({"oneOf":[)" + loose + "]}", R"({"oneOf":[)" + loose + "]}", "", "");
}

Test(openrpc_compare_format, a_text_with_a_format_is_one_of_fewer) {
    constexpr string_view any = R"({"type":"string"})";
    constexpr string_view date = R"({"type":"string","format":"date"})";
    constexpr string_view octets = R"({"type":"string","contentEncoding":"base64"})";
    constexpr string_view own = R"({"type":"string","x-format":"own","examples":["a"]})";
    expect(any, date, "! parameter \"p\" takes date, before any string;",
           "the result gives date, before any string;");
    expect(octets, any, "parameter \"p\" takes any string, before base64;",
           "! the result gives any string, before base64;");
    expect(date, own, "! parameter \"p\" takes own, before date;",
           "! the result gives own, before date;");
    expect(own, R"({"type":"string","x-format":"own"})", "", "");
}

Test(openrpc_compare_format, a_text_with_a_pattern_is_one_of_fewer) {
    constexpr string_view any = R"({"type":"string"})";
    constexpr string_view a = R"({"type":"string","pattern":"^a$"})";
    constexpr string_view b = R"({"type":"string","pattern":"^b$"})";
    expect(a, a, "", "");
    expect(any, a, "! parameter \"p\" takes string that matches ^a$, before any string;",
           "the result gives string that matches ^a$, before any string;");
    expect(a, any, "parameter \"p\" takes any string, before string that matches ^a$;",
           "! the result gives any string, before string that matches ^a$;");
    expect(a, b,
           "! parameter \"p\" takes string that matches ^b$, before string that matches ^a$;",
           "! the result gives string that matches ^b$, before string that matches ^a$;");
    expect(R"({"type":"object","propertyNames":{"pattern":"^a$"}})",
           R"({"type":"object","propertyNames":{"pattern":"^b$"}})",
           "! parameter \"p\" at /(names) takes string that matches ^b$, before string that "
           "matches ^a$;",
           "! the result at /(names) gives string that matches ^b$, before string that matches "
           "^a$;");
}

Test(openrpc_compare_names, an_inline_schema_that_became_a_component_is_the_same) {
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
    expect(before, after, R"(! parameter "p" at /n is required now;)",
           "the result at /n is always there now;");
}

Test(openrpc_compare_names, formats_of_numbers_are_no_change) {
    expect(R"({"type":"integer","minimum":0,"maximum":9})",
           R"({"type":"integer","x-format":"int64","minimum":0,"maximum":9})", "", "");
}
