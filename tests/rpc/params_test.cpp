// -32602: every fault of a call, in words and with its place.
#include "support/messages.hpp"
#include "support/methods.hpp"

#include <criterion/criterion.h>

#include <string>
#include <vector>

namespace {

struct refusal {
    const char* method;
    const char* params;
    const char* message;
    const char* errors;
};

std::string ask(const char* method, const char* params) {
    sample::counter state;
    return sample::answer(state, made_up::sent(method, params));
}

void expect(const std::vector<refusal>& rows) {
    for (const refusal& r : rows) {
        const auto said = ask(r.method, r.params);
        const auto want = std::string(R"({"jsonrpc":"2.0","error":{"code":-32602,)") +
                          R"("message":"Invalid params: )" + r.message + R"(","data":{"errors":)" +
                          r.errors + R"(}},"id":1})";
        cr_expect(said == want, "%s %s\n  said %s\n  not  %s", r.method, r.params, said.c_str(),
                  want.c_str());
    }
}

}  // namespace

Test(rpc_params, a_wrong_type_is_named) {
    expect({
        {"same.uint64", R"(["3"])", R"(parameter \"n\": expected integer, got string)",
         R"([{"param":"n","path":"/0","expected":"integer","got":"string"}])"},
        {"same.uint64", R"({"n":true})", R"(parameter \"n\": expected integer, got boolean)",
         R"([{"param":"n","path":"/n","expected":"integer","got":"boolean"}])"},
        {"same.uint64", "[1.0]", R"(parameter \"n\": expected integer, got number)",
         R"([{"param":"n","path":"/0","expected":"integer","got":"number"}])"},
        {"same.uint64", "[1e2]", R"(parameter \"n\": expected integer, got number)",
         R"([{"param":"n","path":"/0","expected":"integer","got":"number"}])"},
        {"same.uint64", "[null]", R"(parameter \"n\": expected integer, got null)",
         R"([{"param":"n","path":"/0","expected":"integer","got":"null"}])"},
        {"same.double", R"(["1"])", R"(parameter \"n\": expected number, got string)",
         R"([{"param":"n","path":"/0","expected":"number","got":"string"}])"},
        {"same.bool", "[1]", R"(parameter \"b\": expected boolean, got integer)",
         R"([{"param":"b","path":"/0","expected":"boolean","got":"integer"}])"},
        {"greeting.hello", "[{}]", R"(parameter \"name\": expected string, got object)",
         R"([{"param":"name","path":"/0","expected":"string","got":"object"}])"},
        {"same.tone", "[1]",
         R"(parameter \"t\": expected one of \"plain\", \"cheerful\", got integer)",
         R"([{"param":"t","path":"/0","expected":"one of \"plain\", \"cheerful\"","got":)"
         R"("integer"}])"},
        {"same.tone", R"(["loud"])",
         R"(parameter \"t\": expected one of \"plain\", \"cheerful\", got another string)",
         R"([{"param":"t","path":"/0","expected":"one of \"plain\", \"cheerful\"","got":)"
         R"("another string"}])"},
        {"same.lists", "[{}]", R"(parameter \"lists\": expected array of array of integer,)"
                               R"( got object)",
         R"([{"param":"lists","path":"/0","expected":"array of array of integer","got":)"
         R"("object"}])"},
        {"same.optional", R"(["x"])", R"(parameter \"n\": expected integer, got string)",
         R"([{"param":"n","path":"/0","expected":"integer","got":"string"}])"},
    });
}

Test(rpc_params, what_is_out_of_range_names_the_range) {
    expect({
        {"same.narrow", "[-129,256,0,0,0,0]",
         R"(parameter \"a\": expected integer from -128 to 127, got integer out of range)",
         R"([{"param":"a","path":"/0","expected":"integer from -128 to 127","got":)"
         R"("integer out of range"},)"
         R"({"param":"b","path":"/1","expected":"integer from 0 to 255","got":)"
         R"("integer out of range"}])"},
        {"same.uint64", "[-1]",
         R"(parameter \"n\": expected integer from 0 to 18446744073709551615,)"
         R"( got integer out of range)",
         R"([{"param":"n","path":"/0","expected":"integer from 0 to 18446744073709551615","got":)"
         R"("integer out of range"}])"},
        {"counter.advance", "[9223372036854775808]",
         R"(parameter \"by\": expected integer from -9223372036854775808 to 9223372036854775807,)"
         R"( got integer out of range)",
         R"([{"param":"by","path":"/0","expected":)"
         R"("integer from -9223372036854775808 to 9223372036854775807","got":)"
         R"("integer out of range"}])"},
        {"same.double", "[1e400]", R"(parameter \"n\": expected number, got number out of range)",
         R"([{"param":"n","path":"/0","expected":"number","got":"number out of range"}])"},
        {"same.float", "[1e300]", R"(parameter \"n\": expected number, got number out of range)",
         R"([{"param":"n","path":"/0","expected":"number","got":"number out of range"}])"},
    });
}

Test(rpc_params, a_fault_deep_in_a_value_has_its_pointer) {
    expect({
        {"same.lists", R"({"lists":[[1],[2,"x",{}],null]})",
         R"(parameter \"lists\" at /1/1: expected integer, got string)",
         R"([{"param":"lists","path":"/lists/1/1","expected":"integer","got":"string"},)"
         R"({"param":"lists","path":"/lists/1/2","expected":"integer","got":"object"},)"
         R"({"param":"lists","path":"/lists/2","expected":"array of integer","got":"null"}])"},
    });
}

Test(rpc_params, what_is_missing_is_named) {
    const char* const both =
        R"([{"param":"a","path":"/a","expected":"number","got":"nothing"},{"param":"b","path":)"
        R"("/b","expected":"number","got":"nothing"}])";
    expect({
        {"math.add", "[1]", R"(missing required parameter \"b\")",
         R"([{"param":"b","path":"/1","expected":"number","got":"nothing"}])"},
        {"math.add", R"({"a":1})", R"(missing required parameter \"b\")",
         R"([{"param":"b","path":"/b","expected":"number","got":"nothing"}])"},
        {"math.add", "{}", R"(missing required parameter \"a\")", both},
        {"math.add", "null", R"(missing required parameter \"a\")", both},
        {"math.mul", "[]", R"(missing required parameter \"a\")",
         R"([{"param":"a","path":"/a","expected":"number","got":"nothing"},{"param":"b","path":)"
         R"("/b","expected":"number","got":"nothing"}])"},
    });
}

Test(rpc_params, what_is_surplus_is_named_with_what_is_near) {
    expect({
        {"greeting.hello", R"({"nmae":"Ada"})", R"(unexpected parameter \"nmae\")",
         R"([{"param":"nmae","path":"/nmae","expected":"nothing","got":"string","did_you_mean":)"
         R"("name"},)"
         R"({"param":"name","path":"/name","expected":"string","got":"nothing"}])"},
        {"ping", R"({"a/b~c\"":1})", R"(unexpected parameter \"a/b~c\\\"\")",
         R"([{"param":"a/b~c\"","path":"/a~1b~0c\"","expected":"nothing","got":"integer"}])"},
        {"math.add", "[1,2,3]", "too many parameters: at most 2, got 3",
         R"([{"path":"","expected":"at most 2","got":"3"}])"},
        {"ping", "[1]", "too many parameters: at most 0, got 1",
         R"([{"path":"","expected":"at most 0","got":"1"}])"},
        {"math.add", R"({"a":1,"b":2,"a":3})", R"(parameter \"a\" is given twice)",
         R"([{"param":"a","path":"/a","expected":"once","got":"twice"}])"},
        {"math.add", R"({"a":1,"b":2,"\u0061":3})", R"(parameter \"a\" is given twice)",
         R"([{"param":"a","path":"/a","expected":"once","got":"twice"}])"},
    });
}

Test(rpc_params, keyword_only_is_not_taken_by_position) {
    expect({
        {"math.mul", "[2,3]", "parameters of math.mul are keyword-only: send an object",
         R"([{"path":"","expected":"object","got":"array"}])"},
        {"math.mul", "[2,3,4]", "parameters of math.mul are keyword-only: send an object",
         R"([{"path":"","expected":"object","got":"array"}])"},
        {"greeting.hello", R"(["Ada","plain"])",
         R"(parameter \"tone\" of greeting.hello is keyword-only: send an object)",
         R"([{"param":"tone","path":"","expected":"object","got":"array"}])"},
        {"greeting.hello", R"(["Ada","plain",1])", "too many parameters: at most 1, got 3",
         R"([{"path":"","expected":"at most 1","got":"3"}])"},
    });
}

Test(rpc_params, faults_of_every_kind_are_told_at_once) {
    expect({
        {"math.add", R"({"a":"x","c":1})", R"(unexpected parameter \"c\")",
         R"([{"param":"c","path":"/c","expected":"nothing","got":"integer"},)"
         R"({"param":"b","path":"/b","expected":"number","got":"nothing"},)"
         R"({"param":"a","path":"/a","expected":"number","got":"string"}])"},
    });
}

Test(rpc_params, faults_beyond_the_bound_are_not_listed) {
    std::string list = "[[[";
    for (std::size_t i = 0; i < callbox::faults_max + 5; ++i) list += "null,";
    const auto said = ask("same.lists", (list + "null]]]").c_str());
    const std::string key = "\"param\"";
    std::size_t told = 0;
    for (auto at = said.find(key); at != said.npos; at = said.find(key, at + 1)) ++told;
    cr_assert(told == callbox::faults_max, "%zu", told);
}
