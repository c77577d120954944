// Tagged unions: reading, writing, and every violation with its place and its alternative.
#include "support/everything.hpp"
#include "support/messages.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace one_of_test { namespace {

namespace marked {

struct label {
    std::variant<int, std::string> text;
};
constexpr auto describe(callbox::as<label>) {
    return callbox::fields{callbox::field{"text", &label::text}};
}
struct blank {};
constexpr auto describe(callbox::as<blank>) { return callbox::fields{}; }

using mark = std::variant<label, blank>;
constexpr auto describe(callbox::as<mark>) {
    return callbox::one_of{"kind", callbox::tagged<label>("label"),
                           callbox::tagged<blank>("blank")};
}

constexpr callbox::api methods{
    callbox::method<"mark", [](const mark&) { return 1; }>("", "by"),
};

}  // namespace marked

std::string ask(std::string_view method, std::string_view params) {
    everything::counter state;
    return everything::answer(state, made_up::sent(method, params));
}

struct answered {
    const char* params;
    const char* result;
};

void expect(const char* method, const std::vector<answered>& rows) {
    for (const auto& r : rows) {
        const auto said = ask(method, r.params);
        const auto want = made_up::answered(r.result);
        cr_expect(said == want, "%s %s\n  said %s\n  not  %s", method, r.params, said.c_str(),
                  want.c_str());
    }
}

struct refused {
    const char* params;
    const char* message;
    const char* errors;
};

void expect(const char* method, const std::vector<refused>& rows) {
    for (const auto& r : rows) {
        const auto said = ask(method, r.params);
        const auto want = std::string(R"({"jsonrpc":"2.0","error":{"code":-32602,)") +
                          R"("message":"Invalid params: )" + r.message + R"(","data":{"errors":[)" +
                          r.errors + R"(]}},"id":1})";
        cr_expect(said == want, "%s %s\n  said %s\n  not  %s", method, r.params, said.c_str(),
                  want.c_str());
    }
}

Test(rpc_one_of, the_tag_decides_wherever_it_is) {
    expect("union.pay", std::vector<answered>{
        {R"([{"kind":"card","number":"1"}])", R"({"kind":"card","number":"1"})"},
        {R"([{"number":"1","kind":"card"}])", R"({"kind":"card","number":"1"})"},
        {R"([{"number":"1","kind":"card","code":7}])",
         R"({"kind":"card","number":"1","code":7})"},
        {R"({"by":{"iban":"DE","kind":"transfer"}})",
         R"({"kind":"transfer","iban":"DE","days":3})"},
        {R"([{"kind":"cash"}])", R"({"kind":"cash"})"},
        {R"([{"\u006bind":"\u0063ash"}])", R"({"kind":"cash"})"},
    });
}

Test(rpc_one_of, unions_stand_in_lists_maps_optionals_and_in_themselves) {
    expect("union.pay_all", std::vector<answered>{
        {R"([[],{}])", "{}"},
        {R"([[{"kind":"cash"}],{"a":{"kind":"card","number":"2"}},null])",
         R"({"1":{"kind":"cash"},"a":{"kind":"card","number":"2"}})"},
        {R"([[],{},{"kind":"cash"}])", R"({"last":{"kind":"cash"}})"},
    });
    expect("union.value", std::vector<answered>{
        {R"([{"op":"number","value":2}])", "2"},
        {R"([{"terms":[],"op":"sum"}])", "0"},
        {R"([{"op":"sum","terms":[{"op":"sum","terms":[{"value":1,"op":"number"}]},)"
         R"({"op":"number","value":2}]}])", "3"},
    });
    expect("union.swipe", std::vector<answered>{
        {R"([{"number":"1"}])", R"({"number":"1"})"}});
}

Test(rpc_one_of, a_missing_tag_lists_the_valid_ones) {
    constexpr const char* all = R"("expected":"one of \"transfer\", \"card\", \"cash\"",)";
    const std::string error =
        R"({"param":"by","path":"/by/kind",)" + std::string(all) + R"("got":"nothing"})";
    constexpr const char* message =
        R"(parameter \"by\": missing member \"kind\", one of \"transfer\", \"card\", \"cash\")";
    expect("union.pay", std::vector<refused>{
        {R"({"by":{}})", message, error.c_str()},
        {R"({"by":{"number":"1"}})", message, error.c_str()},
        {R"({"by":{"Kind":"card","number":"1"}})", message, error.c_str()},
    });
}

Test(rpc_one_of, an_unknown_tag_lists_the_valid_ones_and_the_closest) {
    constexpr const char* sentence = R"(parameter \"by\" at /kind: expected one of )"
                                     R"(\"transfer\", \"card\", \"cash\", got )";
    const auto error = [](std::string_view got, std::string_view more = "") {
        return R"({"param":"by","path":"/0/kind","expected":"one of \"transfer\", \"card\", )"
               R"(\"cash\"","got":")" + std::string(got) + '"' + std::string(more) + '}';
    };
    constexpr const char* unmatched = "a string that does not match";
    const std::string other = std::string(sentence) + unmatched;
    const std::string integer = std::string(sentence) + "integer";
    const std::string null = std::string(sentence) + "null";
    expect("union.pay", std::vector<refused>{
        {R"([{"kind":"crad","number":"1"}])", other.c_str(),
         error(unmatched, R"(,"did_you_mean":"card")").c_str()},
        {R"([{"kind":"CASH"}])", other.c_str(),
         error(unmatched, R"(,"did_you_mean":"cash")").c_str()},
        {R"([{"kind":"","number":"1"}])", other.c_str(), error(unmatched).c_str()},
        {R"([{"kind":"cheque"}])", other.c_str(), error(unmatched).c_str()},
        {R"([{"kind":1}])", integer.c_str(), error("integer").c_str()},
        {R"([{"kind":null}])", null.c_str(), error("null").c_str()},
    });
}

Test(rpc_one_of, a_value_that_is_not_an_object_is_refused_with_the_name_of_the_union) {
    expect("union.pay", std::vector<refused>{
        {R"(["card"])", R"(parameter \"by\": expected payment, got string)",
         R"({"param":"by","path":"/0","expected":"payment","got":"string"})"},
        {R"([["card","1"]])", R"(parameter \"by\": expected payment, got array)",
         R"({"param":"by","path":"/0","expected":"payment","got":"array"})"},
        {R"([null])", R"(parameter \"by\": expected payment, got null)",
         R"({"param":"by","path":"/0","expected":"payment","got":"null"})"},
    });
    expect("union.value", std::vector<refused>{
        {R"([1])", R"(parameter \"term\": expected number or sum, got integer)",
         R"({"param":"term","path":"/0","expected":"number or sum","got":"integer"})"},
    });
}

Test(rpc_one_of, a_violation_inside_names_the_alternative) {
    expect("union.pay", std::vector<refused>{
        {R"([{"kind":"card"}])", R"(parameter \"by\", in \"card\": missing member \"number\")",
         R"({"param":"by","path":"/0/number","expected":"string","got":"nothing",)"
         R"("alternative":"card"})"},
        {R"([{"kind":"card","number":1}])",
         R"(parameter \"by\" at /number, in \"card\": expected string, got integer)",
         R"({"param":"by","path":"/0/number","expected":"string","got":"integer",)"
         R"("alternative":"card"})"},
        {R"([{"kind":"card","number":""}])",
         R"(parameter \"by\" at /number, in \"card\": expected string of 1 to 19 characters, )"
         R"(got 0 characters)",
         R"({"param":"by","path":"/0/number","expected":"string of 1 to 19 characters",)"
         R"("got":"0 characters","alternative":"card"})"},
        {R"([{"kind":"cash","number":"1"}])",
         R"(parameter \"by\", in \"cash\": unexpected member \"number\")",
         R"({"param":"by","path":"/0/number","expected":"nothing","got":"string",)"
         R"("alternative":"cash"})"},
        {R"([{"kind":"card","number":"1","kind":"card"}])",
         R"(parameter \"by\", in \"card\": member \"kind\" is given twice)",
         R"({"param":"by","path":"/0/kind","expected":"once","got":"twice",)"
         R"("alternative":"card"})"},
        {R"([{"kind":"card","number":"1","kind":"cash"}])",
         R"(parameter \"by\", in \"card\": member \"kind\" is given twice)",
         R"({"param":"by","path":"/0/kind","expected":"once","got":"twice",)"
         R"("alternative":"card"})"},
        {R"([{"kind":"transfer","ibna":"DE","iban":"DE"}])",
         R"(parameter \"by\", in \"transfer\": unexpected member \"ibna\")",
         R"({"param":"by","path":"/0/ibna","expected":"nothing","got":"string",)"
         R"("alternative":"transfer","did_you_mean":"iban"})"},
    });
}

Test(rpc_one_of, the_innermost_alternative_is_named) {
    expect("union.value", std::vector<refused>{
        {R"([{"op":"sum","terms":[{"op":"number","value":1},{"op":"number"}]}])",
         R"(parameter \"term\" at /terms/1, in \"number\": missing member \"value\")",
         R"({"param":"term","path":"/0/terms/1/value","expected":"number","got":"nothing",)"
         R"("alternative":"number"})"},
        {R"([{"op":"sum","terms":[7]}])",
         R"(parameter \"term\" at /terms/0, in \"sum\": expected number or sum, got integer)",
         R"({"param":"term","path":"/0/terms/0","expected":"number or sum","got":"integer",)"
         R"("alternative":"sum"})"},
        {R"([{"op":"sum","terms":[{"op":"sub"}]}])",
         R"(parameter \"term\" at /terms/0/op, in \"sum\": expected one of \"number\", \"sum\", )"
         R"(got a string that does not match)",
         R"({"param":"term","path":"/0/terms/0/op","expected":"one of \"number\", \"sum\"",)"
         R"("got":"a string that does not match","alternative":"sum","did_you_mean":"sum"})"},
    });
    expect("union.pay_all", std::vector<refused>{
        {R"([[{"kind":"cash"},{"kind":"card"}],{}])",
         R"(parameter \"in_turn\" at /1, in \"card\": missing member \"number\")",
         R"({"param":"in_turn","path":"/0/1/number","expected":"string","got":"nothing",)"
         R"("alternative":"card"})"},
        {R"({"in_turn":[],"named":{"a/b":{"kind":"cash","x":0}}})",
         R"(parameter \"named\" at /a~1b, in \"cash\": unexpected member \"x\")",
         R"({"param":"named","path":"/named/a~1b/x","expected":"nothing","got":"integer",)"
         R"("alternative":"cash"})"},
        {R"({"in_turn":[],"named":{},"at_last":{"kind":"cash","x":0}})",
         R"(parameter \"at_last\", in \"cash\": unexpected member \"x\")",
         R"({"param":"at_last","path":"/at_last/x","expected":"nothing","got":"integer",)"
         R"("alternative":"cash"})"},
    });
}

Test(rpc_one_of, a_value_of_no_kind_of_a_member_names_the_alternative_around_it) {
    const std::string said = callbox::answer(
        marked::methods, made_up::sent("mark", R"([{"kind":"label","text":true}])"));
    cr_expect(said.find(R"(parameter \"by\" at /text, in \"label\": expected )"
                        R"(integer or string, got boolean)") != said.npos, "%s", said.c_str());
    cr_expect(said.find(R"("got":"boolean","alternative":"label"})") != said.npos);
    for (const char* right : {R"("a")", "7"})
        cr_expect(callbox::answer(marked::methods,
                                  made_up::sent("mark", R"([{"kind":"label","text":)" +
                                                            std::string(right) + "}]")) ==
                  made_up::answered("1"));
}

Test(rpc_one_of, a_struct_that_stands_alone_takes_no_tag) {
    expect("union.swipe", std::vector<refused>{
        {R"([{"kind":"card","number":"1"}])",
         R"(parameter \"card\": unexpected member \"kind\")",
         R"({"param":"card","path":"/0/kind","expected":"nothing","got":"string"})"},
    });
}

Test(rpc_one_of, all_violations_are_reported_together) {
    const auto said = ask("union.pay_all", R"([[{"kind":"card"},{"kind":"car"},{"x":1}],)"
                                           R"({"a":{"kind":"cash","b":1}}])");
    for (const char* path : {"/0/0/number", "/0/1/kind", "/0/2/kind", "/1/a/b"})
        cr_expect(said.find('"' + std::string(path) + '"') != said.npos, "%s in %s", path,
                  said.c_str());
}

Test(rpc_one_of, json_reads_and_writes_a_union) {
    const auto given = callbox::json::parse(R"({"number":"1","kind":"card"})");
    const auto read = given->as<everything::payment>();
    cr_assert(read.has_value());
    cr_expect(std::get<everything::card>(*read).number == "1");
    cr_expect(callbox::json(*read).text() == R"({"kind":"card","number":"1"})");
    cr_expect(!callbox::json::parse(R"({"kind":"card"})")->as<everything::payment>());
    cr_expect(!callbox::json::parse(R"([])")->as<everything::payment>());
}

}}  // namespace one_of_test
