// -32602: every violation of a call, with its message and its place.
#include "support/messages.hpp"
#include "support/methods.hpp"

#include <criterion/criterion.h>

#include <string>
#include <vector>

namespace params_test { namespace {

std::string ask(const char* method, const char* params) {
    sample::counter state;
    return sample::answer(state, made_up::sent(method, params));
}

struct refusal {
    const char* method;
    const char* params;
    const char* message;
    const char* errors;
};

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

// One argument of a wrong type or out of range.
struct misfit {
    const char* method;
    const char* params;
    const char* param;
    const char* path;
    const char* expected;
    const char* got;
};

void expect(const std::vector<misfit>& rows) {
    for (const auto& [method, params, param, path, expected, got] : rows) {
        const std::string name(param);
        const auto message = R"(parameter \")" + name + R"(\": expected )" + expected + ", got " +
                             got;
        const auto errors = R"([{"param":")" + name + R"(","path":")" + path +
                            R"(","expected":")" + expected + R"(","got":")" + got + R"("}])";
        expect(std::vector<refusal>{{method, params, message.c_str(), errors.c_str()}});
    }
}

Test(rpc_params, a_wrong_type_is_named) {
    expect(std::vector<misfit>{
        {"same.uint64", R"(["3"])", "n", "/0", "integer", "string"},
        {"same.uint64", R"({"n":true})", "n", "/n", "integer", "boolean"},
        {"same.uint64", "[1.0]", "n", "/0", "integer", "number"},
        {"same.uint64", "[1e2]", "n", "/0", "integer", "number"},
        {"same.uint64", "[null]", "n", "/0", "integer", "null"},
        {"same.double", R"(["1"])", "n", "/0", "number", "string"},
        {"same.bool", "[1]", "b", "/0", "boolean", "integer"},
        {"greeting.hello", "[{}]", "name", "/0", "string", "object"},
        {"same.tone", "[1]", "t", "/0", R"(one of \"plain\", \"cheerful\")", "integer"},
        {"same.tone", R"(["loud"])", "t", "/0", R"(one of \"plain\", \"cheerful\")",
         "a string that does not match"},
        {"same.lists", "[{}]", "lists", "/0", "array of array of integer", "object"},
        {"same.optional", R"(["x"])", "n", "/0", "integer", "string"},
    });
}

Test(rpc_params, what_is_out_of_range_names_the_range) {
    expect(std::vector<refusal>{
        {"same.narrow", "[-129,256,0,0,0,0]",
         R"(parameter \"a\": expected integer from -128 to 127, got integer out of range)",
         R"([{"param":"a","path":"/0","expected":"integer from -128 to 127","got":)"
         R"("integer out of range"},)"
         R"({"param":"b","path":"/1","expected":"integer from 0 to 255","got":)"
         R"("integer out of range"}])"},
    });
    expect(std::vector<misfit>{
        {"same.uint64", "[-1]", "n", "/0", "integer from 0 to 18446744073709551615",
         "integer out of range"},
        {"counter.advance", "[9223372036854775808]", "by", "/0",
         "integer from -9223372036854775808 to 9223372036854775807", "integer out of range"},
        {"same.double", "[1e400]", "n", "/0", "number", "number out of range"},
        {"same.float", "[1e300]", "n", "/0", "number", "number out of range"},
    });
}

Test(rpc_params, a_violation_deep_in_a_value_has_its_pointer) {
    expect(std::vector<refusal>{
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
    expect(std::vector<refusal>{
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

Test(rpc_params, a_surplus_parameter_is_named_with_the_closest_name) {
    expect(std::vector<refusal>{
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
    expect(std::vector<refusal>{
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

Test(rpc_params, violations_of_every_kind_are_reported_together) {
    expect(std::vector<refusal>{
        {"math.add", R"({"a":"x","c":1})", R"(unexpected parameter \"c\")",
         R"([{"param":"c","path":"/c","expected":"nothing","got":"integer"},)"
         R"({"param":"b","path":"/b","expected":"number","got":"nothing"},)"
         R"({"param":"a","path":"/a","expected":"number","got":"string"}])"},
    });
}

Test(rpc_params, violations_beyond_the_limit_are_not_listed) {
    std::string list = "[[[";
    for (std::size_t i = 0; i < callbox::violations_max + 5; ++i) list += "null,";
    const auto said = ask("same.lists", (list + "null]]]").c_str());
    const std::string key = "\"param\"";
    std::size_t listed = 0;
    for (auto at = said.find(key); at != said.npos; at = said.find(key, at + 1)) ++listed;
    cr_assert(listed == callbox::violations_max, "%zu", listed);
}

}}  // namespace params_test
