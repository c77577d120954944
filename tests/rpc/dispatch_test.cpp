// Messages in, answers out, without a network: JSON-RPC 2.0 as in protocol.md.
#include "support/methods.hpp"

#include "rpc/dispatch.hpp"
#include "support/logs.hpp"
#include "support/messages.hpp"

#include <callbox/memory.hpp>

#include <criterion/criterion.h>

#include <string>
#include <vector>

namespace dispatch_test { namespace {

using callbox::answer;

struct row {
    const char* message;
    const char* answer;
};

std::string ask(std::string_view message) {
    sample::counter state;
    return sample::answer(state, message);
}

void expect(const std::vector<row>& rows) {
    for (const row& r : rows) {
        const auto said = ask(r.message);
        cr_expect(said == r.answer, "%s\n  said %s\n  not  %s", r.message, said.c_str(), r.answer);
    }
}

// The result or the error of a response.
std::string outcome(std::string_view method, std::string_view params) {
    const auto said = ask(made_up::sent(method, params));
    const auto begin = said.find(R"("result":)") != said.npos ? said.find(R"("result":)") + 9
                                                              : said.find(R"("error":)") + 8;
    return said.substr(begin, said.rfind(R"(,"id":1})") - begin);
}

struct case_of {
    const char* method;
    const char* params;
    const char* outcome;
};

void expect_outcomes(const std::vector<case_of>& cases) {
    for (const auto& c : cases) {
        const auto said = outcome(c.method, c.params);
        cr_expect(said == c.outcome, "%s %s\n  said %s\n  not  %s", c.method, c.params,
                  said.c_str(), c.outcome);
    }
}

// A dispatcher with a log for inspection.
struct bench {
    sample::counter state;
    support::kept_log log;
    callbox::bytes out{callbox::memory::budget::clients};
    callbox::rpc::dispatcher one;

    explicit bench(callbox::limits bounds = {})
        : one(sample::table(), &state, bounds, log) {}
    std::string ask(std::string message) {
        out.clear();
        one.dispatch(message, out);
        return std::string(out.view());
    }
};

Test(rpc_dispatch, an_id_comes_back_byte_for_byte) {
    for (const char* id : {"1", "-1", "0", "-0", "null", "1.50", "1e2", "1e-999",
                           "123456789012345678901234567890", R"("")", R"("a")",
                           R"("\u0061\n\/\ud83d\ude00\"")", R"("ü")"}) {
        const std::string rest = std::string(R"("id":)") + id + "}";
        const auto said = ask(R"({"jsonrpc":"2.0","method":"nothing",)" + rest);
        cr_expect(said == R"({"jsonrpc":"2.0","result":null,)" + rest, "%s", said.c_str());
    }
}

Test(rpc_dispatch, members_come_in_any_order_with_others_beside_them) {
    expect({
        {R"( { "id" : 7 , "x":[{}], "params":[],"method":"nothing","jsonrpc":"2.0"} )",
         R"({"jsonrpc":"2.0","result":null,"id":7})"},
        {R"({"jsonrpc":"2.0","method":"no\u0074hing","\u0069d":7})",
         R"({"jsonrpc":"2.0","result":null,"id":7})"},
    });
}

Test(rpc_dispatch, an_invalid_request_is_explained) {
    const auto wrong = [](const std::string& message, const char* why, const char* id) {
        const auto said = ask(message);
        const auto want = std::string(R"({"jsonrpc":"2.0","error":{"code":-32600,)") +
                          R"("message":"Invalid Request","data":{"message":")" + why +
                          R"("}},"id":)" + id + "}";
        cr_expect(said == want, "%s\n  said %s\n  not  %s", message.c_str(), said.c_str(),
                  want.c_str());
    };
    const auto request = [](std::string_view members) {
        return R"({"id":1,)" + std::string(members) + "}";
    };
    const char* const an_object = "a request must be an object";
    for (const char* message : {"1", "-1.5e3", "null", "true", "false", R"("x")"})
        wrong(message, an_object, "null");
    const char* const version = R"(\"jsonrpc\" must be \"2.0\")";
    for (const char* message : {"{}", R"({"foo":"boo"})", R"({"method":"ping"})"})
        wrong(message, version, "null");
    for (const char* bad : {R"("x":1)", R"("JSONRPC":"2.0")", R"("jsonrpc":2.0)", R"("jsonrpc":2)",
                            R"("jsonrpc":"")", R"("jsonrpc":"2")", R"("jsonrpc":"2.00")",
                            R"("jsonrpc":"2.0\u0000")", R"("jsonrpc":["2.0"])",
                            R"("jsonrpc":{"jsonrpc":"2.0"})", R"("jsonrpc":null)"})
        wrong(request(std::string(bad) + R"(,"method":"ping")"), version, "1");
    wrong(R"({"jsonrpc":"1.0","method":"ping","id":"a"})", version, R"("a")");
    const char* const method = R"(\"method\" must be a string)";
    wrong(R"({"jsonrpc":"2.0","method":1,"params":"bar"})", method, "null");
    for (const char* bad : {R"("x":1)", R"("Method":"ping")", R"("method":null)",
                            R"("method":true)", R"("method":["ping"])",
                            R"("method":{"method":"ping"})"})
        wrong(request(R"("jsonrpc":"2.0",)" + std::string(bad)), method, "1");
    const char* const params = R"(\"params\" must be an array or an object)";
    for (const char* bad : {"0", "1.5", R"("")", R"("bar")", "true", "false"})
        wrong(request(R"("jsonrpc":"2.0","method":"ping","params":)" + std::string(bad)), params,
              "1");
    const char* const id = R"(\"id\" must be a string, a number or null)";
    for (const char* bad : {"{}", R"({"id":1})", "[]", "[1]", "true", "false"})
        wrong(std::string(R"({"jsonrpc":"2.0","method":"ping","id":)") + bad + "}", id, "null");
    for (const char* both : {R"("method":"ping","method":"ping")",
                             R"("method":"ping","m\u0065thod":"ping")",
                             R"("method":"ping","jsonrpc":"2.0")",
                             R"("method":"ping","params":[],"params":[])"})
        wrong(request(R"("jsonrpc":"2.0",)" + std::string(both)), "duplicate member", "1");
    wrong(R"({"jsonrpc":"2.0","method":"ping","id":1,"id":1})", R"(duplicate \"id\")", "null");
}

Test(rpc_dispatch, a_syntax_error_has_its_place) {
    expect({
        {"", R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error","data":)"
             R"({"message":"expected a value","offset":0,"line":1,"column":1}},"id":null})"},
    });
    for (const char* message : {"{", "[", "nul", "{\"a\":1,}", "1 2", "\xff", "[1]]", "NaN", "'a'"})
        cr_expect(ask(message).find(R"({"code":-32700,"message":"Parse error","data":)"
                                    R"({"message":)") !=
                      std::string::npos,
                  "%s", message);
}

Test(rpc_dispatch, a_notification_is_executed_and_never_answered) {
    bench b;
    cr_assert(b.ask(R"({"jsonrpc":"2.0","method":"counter.advance","params":[5]})").empty());
    cr_assert(b.state.value == 5);
    cr_assert(b.log.all.empty());
}

Test(rpc_dispatch, a_notification_that_fails_is_logged_and_never_answered) {
    bench b;
    for (const char* n : {R"({"jsonrpc":"2.0","method":"nope"})",
                          R"({"jsonrpc":"2.0","method":"math.add","params":["x"]})",
                          R"({"jsonrpc":"2.0","method":"fail.divide","params":[1,0]})"})
        cr_expect(b.ask(n).empty(), "%s", n);
    const char* const logged[] = {
        R"(notification failed unknown_method=nope code=-32601 error="Method not found")",
        R"(notification failed method=math.add code=-32602 error="Invalid params: missing )",
        R"(notification failed method=fail.divide code=7 error=")"};
    cr_assert(b.log.all.size() == 3);
    for (std::size_t i = 0; i < 3; ++i)
        cr_expect(b.log.all[i].starts_with(logged[i]), "%s", b.log.all[i].c_str());
}

Test(rpc_dispatch, a_failed_notification_is_logged_with_its_sender_in_a_bounded_line) {
    support::kept_log log;
    const callbox::caller from{.peer = "[::1]:7", .token = "deploy"};
    constexpr callbox::api fails{callbox::method<"fails", [](int) {
        return callbox::result<int>(
            callbox::failure{7, "it \"is\" \\\t" + std::string(5000, 'x')});
    }>("Fails.", "n")};
    callbox::rpc::dispatcher one(fails, nullptr, {}, log);
    callbox::bytes out;
    std::string call = R"({"jsonrpc":"2.0","method":"fails","params":[1]})";
    cr_expect(one.dispatch(call, out, from).silent);
    call = R"({"jsonrpc":"2.0","method":")" + std::string(63, 'n') + R"(\u00e4"})";
    cr_expect(one.dispatch(call, out, from).silent);
    cr_assert(log.all.size() == 2);
    cr_expect(log.all[0] == "notification failed method=fails peer=[::1]:7 "
                            "token=deploy code=7 error=\"it \\\"is\\\" \\\\\\\\t" +
                                std::string(189, 'x') + '"',
              "%s", log.all[0].c_str());
    const std::string name = "unknown_method=" + std::string(63, 'n') + ' ';
    cr_expect(log.all[1].find(name) != std::string::npos, "%s", log.all[1].c_str());
}

Test(rpc_dispatch, a_batch_is_answered_in_its_order) {
    expect({
        {R"([{"jsonrpc":"2.0","method":"math.add","params":[1,2],"id":"1"},
             {"jsonrpc":"2.0","method":"nothing"},
             1,
             [],
             {"foo":"boo"},
             {"jsonrpc":"2.0","method":"nothing","id":2}])",
         R"([{"jsonrpc":"2.0","result":3,"id":"1"},)"
         R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":)"
         R"({"message":"a request must be an object"}},"id":null},)"
         R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":)"
         R"({"message":"a request must be an object"}},"id":null},)"
         R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":)"
         R"({"message":"\"jsonrpc\" must be \"2.0\""}},"id":null},)"
         R"({"jsonrpc":"2.0","result":null,"id":2}])"},
        {"[]",
         R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":)"
         R"({"message":"a batch must not be empty"}},"id":null})"},
        {R"([{"jsonrpc":"2.0","method":"nothing"},{"jsonrpc":"2.0","method":"nothing"}])", ""},
        {R"([{"jsonrpc":"2.0","method":"nothing"},{"jsonrpc":"2.0","method":"nothing","id":1}])",
         R"([{"jsonrpc":"2.0","result":null,"id":1}])"},
    });
}

Test(rpc_dispatch, a_batch_over_the_limit_is_not_begun) {
    bench b({.batch_length_max = 2});
    const std::string one = R"({"jsonrpc":"2.0","method":"ping","id":1})";
    cr_assert(b.ask("[" + one + "," + one + "]").starts_with(R"([{"jsonrpc":"2.0","result":)"
        R"("pong")"));
    b.state.executed = 0;
    cr_assert(b.ask("[" + one + "," + one + "," + one + "]") ==
              R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request","data":)"
              R"({"message":"a batch has at most 2 members","limit":2}},"id":null})");
    cr_assert(b.state.executed == 0);
}

Test(rpc_dispatch, an_unknown_method_gets_the_closest_name) {
    expect({
        {R"({"jsonrpc":"2.0","method":"math.ad","id":1})",
         R"({"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found","data":)"
         R"({"message":"no method has this name","did_you_mean":"math.add"}},"id":1})"},
        {R"({"jsonrpc":"2.0","method":"completely.else","id":1})",
         R"({"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found","data":)"
         R"({"message":"no method has this name"}},"id":1})"},
    });
}

Test(rpc_dispatch, every_type_goes_there_and_back) {
    expect_outcomes({
        {"same.narrow", "[-128,255,-32768,65535,-2147483648,4294967295]", "2147516541"},
        {"same.uint64", "[18446744073709551615]", "18446744073709551615"},
        {"same.uint64", "[0]", "0"},
        {"same.float", "[0.1]", "0.1"},
        {"same.double", "[0.1]", "0.1"},
        {"same.double", "[5]", "5"},
        {"same.bool", "[false]", "false"},
        {"same.tone", R"(["cheerful"])", R"("cheerful")"},
        {"same.tone", R"(["chee\u0072ful"])", R"("cheerful")"},
        {"same.json", R"([{"a":[1.50,123456789012345678901234567890,"\u0061"]}])",
         R"({"a":[1.50,123456789012345678901234567890,"\u0061"]})"},
        {"same.json", "[null]", "null"},
        {"same.optional", "[null]", "null"},
        {"same.optional", "[]", "null"},
        {"same.optional", "{}", "null"},
        {"same.optional", "null", "null"},
        {"same.optional", "[7]", "7"},
        {"same.lists", "[[[],[1,2],[3]]]", "[[],[1,2],[3]]"},
        {"same.lists", "[[]]", "[]"},
        {"nothing", "[]", "null"},
        {"fail.check", "[true]", "null"},
        {"fail.divide", "[1,4]", "0.25"},
    });
}

Test(rpc_dispatch, defaults_stand_in_for_what_is_absent) {
    expect_outcomes({
        {"defaults", "[]", R"("1184467440737095516151.000000text-5!")"},
        {"defaults", R"({"s":"","o":null,"t":"plain"})", R"("1184467440737095516151.0000000.")"},
        {"counter.advance", "[]", "1"},
        {"counter.advance", R"({"by":41})", "41"},
        {"greeting.hello", R"(["Ada"])", R"("Ada.")"},
        {"greeting.hello", R"({"tone":"cheerful","name":"Ada"})", R"("Ada!")"},
    });
}

Test(rpc_dispatch, a_method_fails_as_it_declared) {
    expect_outcomes({
        {"fail.divide", "[1,0]", R"({"code":7,"message":"division by zero","data":1})"},
        {"fail.check", "[false]", R"({"code":8,"message":"not good"})"},
    });
}

Test(rpc_dispatch, a_contract_violation_is_logged_with_an_incident_id) {
    const std::vector<std::pair<const char*, const char*>> rows{
        {"fail.throws", "fail.throws threw: secret of the house"},
        {"fail.throws_seven", "fail.throws_seven threw a non-std::exception"},
        {"fail.not_finite", "fail.not_finite returned a number that is not finite"},
        {"fail.not_utf8", "fail.not_utf8 returned a string that is not UTF-8"},
        {"fail.not_named", "fail.not_named returned an enumerator without a name"},
        {"fail.reserved", "fail.reserved failed with reserved error code -32601: no"},
        {"fail.silent",
         "fail.silent refused a parameter without reporting a violation: see its codec"},
        {"fail.mute", "fail.mute did not write exactly one value: see its codec"},
        {"fail.twofold", "fail.twofold did not write exactly one value: see its codec"},
    };
    for (const auto& [method, logged] : rows) {
        bench b;
        const bool takes = method == std::string_view("fail.silent");
        const auto said = b.ask(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) +
                                (takes ? R"(","params":[1]})" : "\"}"));
        const std::string before = R"({"jsonrpc":"2.0","error":{"code":-32603,"message":)"
                                   R"("Internal error","data":{"incident":")";
        cr_assert(said.starts_with(before), "%s", said.c_str());
        const auto id = said.substr(before.size(), 8);
        cr_assert(said.substr(before.size() + 8) == R"("}},"id":1})", "%s", said.c_str());
        cr_assert(b.log.all.size() == 1 && b.log.all[0] == "incident " + id + ": " + logged,
                  "%s", b.log.all[0].c_str());
    }
}

Test(rpc_dispatch, an_answer_over_the_limit_is_replaced) {
    bench b({.response_bytes_max = 100});
    const auto big = [](int size, int id) {
        return R"({"jsonrpc":"2.0","method":"fail.big","params":[)" + std::to_string(size) +
               R"(],"id":)" + std::to_string(id) + "}";
    };
    const std::string before = R"({"jsonrpc":"2.0","result":")";
    const std::string too_large =
        R"({"jsonrpc":"2.0","error":{"code":-32001,"message":"Response too large","data":)"
        R"({"message":"the answer is over the server's limit for one response"}},"id":)";
    const int fits = 100 - static_cast<int>(before.size()) - 1;
    cr_assert(b.ask(big(fits, 1)).starts_with(before));
    cr_assert(b.ask(big(fits + 1, 1)) == too_large + "1}");
    cr_assert(b.ask(big(100000, 1)) == too_large + "1}");
    // In a batch, every response that does not fit.
    const auto said = b.ask("[" + big(10, 1) + "," + big(100, 2) + "," + big(3, 3) + "]");
    const auto want = "[" + before + R"(xxxxxxxxxx","id":1},)" + too_large + "2}," + too_large +
                      "3}]";
    cr_assert(said == want, "%s", said.c_str());
}

Test(rpc_dispatch, an_answer_that_memory_runs_out_for_is_an_internal_error) {
    bench b;
    const auto big = [](const char* size) {
        return std::string(R"({"jsonrpc":"2.0","id":1,"method":"fail.big","params":[)") + size +
               "]}";
    };
    (void)b.ask(big("10"));  // allocates the permanent buffers
    callbox::memory::limit(callbox::memory::taken() + 20'000);
    for (const bool in_batch : {false, true}) {
        const auto said = b.ask(in_batch ? "[" + big("100000") + "]" : big("100000"));
        const std::string before = R"({"jsonrpc":"2.0","error":{"code":-32603,)";
        cr_expect(said.starts_with(in_batch ? "[" + before : before), "%s", said.c_str());
        cr_assert(!b.log.all.empty());
        const std::string& line = b.log.all.back();
        cr_expect(line.ends_with("fail.big ran out of memory for its result"), "%s",
                  line.c_str());
    }
    cr_expect(b.ask(big("3")) == R"({"jsonrpc":"2.0","result":"xxx","id":1})");
}

Test(rpc_dispatch, violations_over_the_limit_are_replaced_too) {
    bench b({.response_bytes_max = 1000});
    const std::string name(500, '~');
    const auto said = b.ask(R"({"jsonrpc":"2.0","id":1,"method":"nothing","params":{")" + name +
                            R"(":1}})");
    cr_assert(said.starts_with(R"({"jsonrpc":"2.0","error":{"code":-32001,)"), "%s", said.c_str());
    cr_assert(said.size() < 300);
}

Test(rpc_dispatch, an_error_of_code_0_is_an_error) {
    constexpr callbox::api zero{callbox::method<"zero", [] {
        return callbox::result<int>(callbox::failure{0, "none"});
    }>("Fails.")};
    support::kept_log log;
    callbox::rpc::dispatcher one(zero, nullptr, {}, log);
    callbox::bytes out;
    std::string call = R"({"jsonrpc":"2.0","id":1,"method":"zero"})";
    cr_expect(one.dispatch(call, out).error_code == 0);
    cr_expect(out.view() == R"({"jsonrpc":"2.0","error":{"code":0,"message":"none"},"id":1})");
    std::string notification = R"({"jsonrpc":"2.0","method":"zero"})";
    one.dispatch(notification, out);
    cr_assert(log.all.size() == 1);
    cr_expect(log.all[0] == R"(notification failed method=zero code=0 error=none)", "%s",
              log.all[0].c_str());
}

Test(rpc_dispatch, the_same_dispatcher_answers_again_after_anything) {
    bench b;
    const std::string good = R"({"jsonrpc":"2.0","method":"ping","id":1})";
    for (const char* bad : {"{", "[1,", R"({"jsonrpc":"2.0","method":"math.add","params":[{},)"
                                        R"([]],"id":1})",
                            R"({"jsonrpc":"2.0","method":"fail.throws","id":1})", "[]", "[[]]"}) {
        b.ask(bad);
        cr_expect(b.ask(good) == R"({"jsonrpc":"2.0","result":"pong","id":1})", "after %s", bad);
    }
}

}}  // namespace dispatch_test
