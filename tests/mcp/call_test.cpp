// tools/call: results and errors for models.
#include "spoken.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace call_test { namespace {

using callbox::arg, callbox::method;
using made_up::notified, made_up::sent;
using mcp_test::failed, mcp_test::http_fields, mcp_test::modern, mcp_test::modern_end;
using mcp_test::named, mcp_test::returned, mcp_test::spoken, mcp_test::tool_call;
using std::string;

namespace called_tools {

struct point {
    int x = 0;
    std::optional<int> y;
};
constexpr auto describe(callbox::as<point>) {
    return callbox::fields{callbox::field{"x", &point::x}, callbox::field{"y", &point::y}};
}

}  // namespace called_tools

using called_tools::point;

int executed = 0;
template <class T> T same(T value) { return ++executed, value; }

// As deep as a document may be, but too deep inside an error.
string nested() {
    const std::size_t depth = callbox::limits{}.json_depth_max;
    return string(depth, '[') + string(depth, ']');
}

callbox::result<int> refuse(int what) {
    switch (what) {
    case 0: return callbox::failure{7, "a \"quoted\"\nmessage"};
    case 1: return callbox::failure{7, "it is", callbox::json(std::vector<int>{1, 2})};
    case 2: return callbox::failure{7, "it is", callbox::json("a text")};
    case 3: return callbox::failure{9, "not declared"};
    case 4: return callbox::failure{-32601, "reserved"};
    case 5: return callbox::failure{7, ""};
    case 6: throw std::runtime_error("secret of the house");
    case 7: throw 7;
    case 8: throw std::bad_alloc();
    case 9: return callbox::failure{7, "deep", callbox::json::parse(nested())};
    default: return what;
    }
}
string who(const callbox::caller& c) {
    return string(c.peer) + '|' + string(c.token) + '|' + string(c.traceparent) + '|' +
           (c.via == callbox::call_protocol::mcp ? "mcp" : "json_rpc");
}

constexpr callbox::api methods{
    method<"same.integer", same<std::int64_t>>("", "v"),
    method<"same.natural", same<std::uint64_t>>("", "v"),
    method<"same.real", same<double>>("", "v"),
    method<"same.text", same<string>>("", "v"),
    method<"same.truth", same<bool>>("", "v"),
    method<"same.list", same<std::vector<int>>>("", "v"),
    method<"same.map", same<std::map<string, int>>>("", "v"),
    method<"same.point", same<point>>("", "v"),
    method<"same.optional", same<std::optional<int>>>("", "v"),
    method<"same.json", same<callbox::json>>("", "v"),
    method<"same.small", same<std::uint8_t>>("", arg("count").in(1, 9)),
    method<"nothing", [] { ++executed; }>(""),
    method<"not_finite", [] { return std::numeric_limits<double>::infinity(); }>(""),
    method<"not_utf8", [] { return string("\xff"); }>(""),
    method<"refuse", refuse>("", "what", callbox::fails(7, "it is so")),
    method<"who", who>(""),
    method<"big", [](std::size_t size) { return string(size, 'x'); }>("", "size"),
    method<"old", [] { return ++executed; }>("", callbox::deprecated),
};

string quoted(std::string_view text) { return '"' + string(text) + '"'; }

// An argument, and its result as text and in structuredContent.
struct returns {
    const char* tool;
    const char* argument;
    const char* text;
    const char* structured;
};

std::uint64_t called(const spoken& one, std::string_view name) {
    const auto& all = one.counts.methods();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].name != name) continue;
        std::uint64_t sum = 0;
        for (const auto& bucket : one.counts.of(i).took) sum += bucket.get();
        return sum;
    }
    return 0;
}
std::uint64_t failures(const spoken& one, std::string_view name, int code) {
    const auto& all = one.counts.methods();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].name == name) return one.counts.failures(i, code);
    return 0;
}

Test(mcp_call, a_result_is_written_as_text_and_as_structured_content) {
    spoken one(methods);
    for (const returns& each : std::initializer_list<returns>{
             {"same_integer", "-7", "-7", R"({"result":-7})"},
             {"same_natural", "18446744073709551615", "18446744073709551615",
              R"({"result":18446744073709551615})"},
             {"same_real", "0.1", "0.1", R"({"result":0.1})"},
             {"same_truth", "true", "true", R"({"result":true})"},
             {"same_text", R"("plain")", "plain", R"({"result":"plain"})"},
             {"same_text", R"("")", "", R"({"result":""})"},
             {"same_text", R"("a \"b\" \\ \n\t\u0001")", R"(a \"b\" \\ \n\t\u0001)",
              R"({"result":"a \"b\" \\ \n\t\u0001"})"},
             {"same_text", "\"\xc3\xa9\xf0\x9f\x98\x80\"", "\xc3\xa9\xf0\x9f\x98\x80",
              "{\"result\":\"\xc3\xa9\xf0\x9f\x98\x80\"}"},
             {"same_list", "[1,2]", "[1,2]", R"({"result":[1,2]})"},
             {"same_list", "[]", "[]", R"({"result":[]})"},
             {"same_map", R"({"a \"b\"":1})", R"({\"a \\\"b\\\"\":1})", R"({"a \"b\"":1})"},
             {"same_map", "{}", "{}", "{}"},
             {"same_point", R"({"x":1,"y":2})", R"({\"x\":1,\"y\":2})", R"({"x":1,"y":2})"},
             {"same_optional", "5", "5", R"({"result":5})"},
             {"same_optional", "null", "null", R"({"result":null})"},
             {"same_json", R"({"a":[1,"x"]})", R"({\"a\":[1,\"x\"]})",
              R"({"result":{"a":[1,"x"]}})"},
             {"same_json", R"("a text")", "a text", R"({"result":"a text"})"},
             {"same_json", "null", "null", R"({"result":null})"}})
        one.expect(tool_call(each.tool, R"({"v":)" + string(each.argument) + "}"),
                   returned(quoted(each.text), each.structured));
    one.expect(tool_call("nothing"), returned(quoted("null"), R"({"result":null})"));
}

Test(mcp_call, a_modern_answer_says_that_it_is_complete) {
    spoken one(methods);
    const auto is_modern = [](string legacy) {
        const string end = R"(},"id":1})";
        return legacy.substr(0, legacy.size() - end.size()) + ',' + string(modern_end) + end;
    };
    one.expect(modern("tools/call", named("same_integer", R"({"v":1})")),
               is_modern(returned("\"1\"", R"({"result":1})")));
    one.expect(modern("tools/call", named("same_map", R"({"v":{}})")),
               is_modern(returned("\"{}\"", "{}")));
    one.expect(modern("tools/call", named("refuse", R"({"what":3})")),
               is_modern(failed("\"not declared\"")));
}

Test(mcp_call, arguments_may_be_absent) {
    spoken one(methods);
    for (const char* params : {R"({"name":"nothing"})", R"({"name":"nothing","arguments":{}})",
                               R"({"name":"nothing","_meta":{"progressToken":1},"other":[]})",
                               R"({"_meta":null,"name":"nothing"})"})
        one.expect(sent("tools/call", params), returned("\"null\"", R"({"result":null})"));
}

Test(mcp_call, params_that_name_no_tool_are_refused) {
    spoken one(methods);
    executed = 0;
    for (const char* params :
         {"{}", "[]", R"(["nothing"])", R"({"name":1})", R"({"name":null})",
          R"({"name":["nothing"]})", R"({"tool":"nothing"})",
          R"({"name":"nothing","arguments":[]})",
          R"({"name":"nothing","arguments":null})", R"({"name":"nothing","arguments":"{}"})",
          R"({"name":"nothing","arguments":1})"})
        one.expect_error(sent("tools/call", params), -32602);
    one.expect_error(R"({"jsonrpc":"2.0","method":"tools/call","id":1})", -32602);
    cr_expect(executed == 0);
}

Test(mcp_call, all_argument_errors_are_listed_one_per_line) {
    spoken one(methods);
    executed = 0;
    one.expect(tool_call("same_small", R"({"cont":1})"),
               failed(R"("Invalid params: unexpected parameter \"cont\", did you mean \"count\"?\n)"
                      R"(missing required parameter \"count\"")"));
    one.expect(tool_call("same_small", R"({"count":10})"),
               failed(R"("Invalid params: parameter \"count\": expected integer from 1 to 9, )"
                      R"(got integer out of range")"));
    one.expect(tool_call("same_point", R"({"v":{"x":"1","z":2}})"),
               failed(R"("Invalid params: parameter \"v\": unexpected member \"z\"\n)"
                      R"(parameter \"v\" at /x: expected integer, got string")"));
    one.expect(tool_call("nothing", R"({"a":1})"),
               failed(R"("Invalid params: unexpected parameter \"a\"")"));
    cr_expect(executed == 0);
}

Test(mcp_call, an_error_is_its_message_and_its_data) {
    spoken one(methods);
    const char* const texts[] = {R"("a \"quoted\"\nmessage")", R"("it is\n[1,2]")",
                                 R"("it is\n\"a text\"")", R"("not declared")"};
    for (int i = 0; i < 4; ++i)
        one.expect(tool_call("refuse", R"({"what":)" + std::to_string(i) + "}"), failed(texts[i]));
    one.expect(tool_call("refuse", R"({"what":5})"), failed(R"("")"));
    one.expect(tool_call("refuse", R"({"what":9})"),
               failed(R"("{\"code\":7,\"message\":\"deep\",\"data\":)" + nested() + R"(}")"));
}

Test(mcp_call, exceptions_and_contract_violations_are_incidents_in_the_log) {
    spoken one(methods);
    for (const string& message :
         {tool_call("refuse", R"({"what":4})"), tool_call("refuse", R"({"what":6})"),
          tool_call("refuse", R"({"what":7})"), tool_call("refuse", R"({"what":8})"),
          tool_call("not_finite"), tool_call("not_utf8")}) {
        const string got = one.answer(message);
        const string before = R"({"jsonrpc":"2.0","result":{"content":[{"type":"text",)"
                              R"("text":"Internal error, incident )";
        cr_assert(got.starts_with(before), "%s", got.c_str());
        const std::size_t end = got.find('"', before.size());
        const string incident = got.substr(before.size(), end - before.size());
        cr_expect(got == before + incident + R"("}],"isError":true},"id":1})", "%s", got.c_str());
        cr_expect(incident.size() >= 4 && one.log.text().find(incident) != string::npos);
        cr_expect(got.find("secret") == string::npos);
    }
}

Test(mcp_call, an_unknown_tool_is_an_error_of_the_protocol) {
    spoken one(methods);
    const auto unknown = [](std::string_view name, std::string_view near = "") {
        string text = R"({"jsonrpc":"2.0","error":{"code":-32602,"message":"Unknown tool: )";
        text.append(name) += '"';
        if (!near.empty()) text.append(R"(,"data":{"did_you_mean":")").append(near) += "\"}";
        return text + R"(},"id":1})";
    };
    one.expect(tool_call("zzzzzzzz"), unknown("zzzzzzzz"));
    one.expect(tool_call(""), unknown(""));
    one.expect(tool_call("rpc.discover"), unknown("rpc.discover"));
    one.expect(tool_call("same_txt"), unknown("same_txt", "same_text"));
    one.expect(tool_call(R"(a\"\u0062)"), unknown(R"(a\"b)"));
    one.expect(tool_call(string(200, 'x')), unknown(string(64, 'x')));
}

Test(mcp_call, a_tool_outside_the_scopes_is_like_an_unknown_one) {
    spoken one(methods);
    const callbox::table all(methods);
    const callbox::rpc::view some(all, std::vector<string>{"same.*"});
    executed = 0;
    const auto answer_for = [&](std::string_view name) {
        return one.answer(tool_call(name), nullptr, &some);
    };
    cr_expect(answer_for("nothing") ==
              R"({"jsonrpc":"2.0","error":{"code":-32602,"message":"Unknown tool: nothing"},)"
              R"("id":1})");
    cr_expect(answer_for("nothin").find("did_you_mean") == string::npos);
    cr_expect(answer_for("same_txt").find(R"("did_you_mean":"same_text")") != string::npos);
    cr_expect(executed == 0);
    cr_expect(answer_for("same_small").find("Invalid params") != string::npos);
}

Test(mcp_call, a_deprecated_method_is_still_called) {
    spoken one(methods);
    executed = 0;
    one.expect(tool_call("old"), returned("\"1\"", R"({"result":1})"));
}

Test(mcp_call, an_answer_over_the_limit_asks_for_less) {
    mcp_test::setup with;
    with.bounds.response_bytes_max = 1024;
    spoken one(methods, with);
    one.expect(tool_call("big", R"({"size":5000})"),
               failed(R"("The answer is larger than 1024 bytes: ask for less")"));
    const string some(700, 'x');
    one.expect(tool_call("big", R"({"size":700})"),
               returned(quoted(some), R"({"result":)" + quoted(some) + "}"));
}

Test(mcp_call, the_method_gets_the_caller_and_the_protocol) {
    spoken one(methods);
    one.from.token = "deploy";
    one.expect(tool_call("who"),
               returned(R"("127.0.0.1:1|deploy||mcp")", R"({"result":"127.0.0.1:1|deploy||mcp"})"));
}

Test(mcp_call, the_trace_is_that_of_the_head_or_of_meta) {
    const string trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const string other = "00-11111111111111111111111111111111-b7ad6b7169203331-01";
    const auto traced = [](spoken& one, std::string_view meta) {
        const string got = one.answer(sent(
            "tools/call", R"({"name":"who","_meta":{"traceparent":)" + string(meta) + "}}"));
        const auto at = got.find("||") + 2;
        return got.substr(at, got.find('|', at) - at);
    };
    spoken one(methods);
    cr_expect(traced(one, quoted(trace)) == trace);
    for (const char* none : {"\"\"", "\"x\"", "1", "null", "{}",
                             "\"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331\""})
        cr_expect(traced(one, none).empty(), "%s", none);
    one.from.traceparent = other;
    cr_expect(traced(one, quoted(trace)) == other);
    cr_expect(one.log.text().find("trace=0af7651916cd43dd8448eb211c80319c") != string::npos);
}

Test(mcp_call, a_call_counts_and_is_logged_under_the_methods_name) {
    spoken one(methods);
    (void)one.answer(tool_call("same_integer", R"({"v":1})"));
    (void)one.answer(tool_call("same.integer", R"({"v":1})"));
    (void)one.answer(tool_call("same_integer", R"({"v":"x"})"));
    (void)one.answer(tool_call("refuse", R"({"what":0})"));
    (void)one.answer(tool_call("refuse", R"({"what":6})"));
    (void)one.answer(tool_call("same_integr", R"({"v":1})"));
    cr_expect(called(one, "same.integer") == 3);
    cr_expect(failures(one, "same.integer", -32602) == 1);
    cr_expect(called(one, "refuse") == 2);
    cr_expect(failures(one, "refuse", 7) == 1);
    cr_expect(failures(one, "refuse", -32603) == 1);
    cr_expect(one.counts.unknown_methods.get() == 0);
    std::size_t calls = 0;
    for (const string& line : one.log.all) {
        if (!line.starts_with("call ")) continue;
        ++calls;
        cr_expect(line.find(" via=mcp") != string::npos, "%s", line.c_str());
        cr_expect(line.find("same_") == string::npos, "%s", line.c_str());
    }
    cr_expect(calls == 5);
    cr_expect(one.log.text().find("method=same.integer id=1") != string::npos, "%s",
              one.log.text().c_str());
}

Test(mcp_call, calls_by_json_rpc_have_no_via) {
    spoken one(methods);
    callbox::bytes out;
    string message = sent("same.integer", R"({"v":1})");
    (void)one.calls.dispatch(message, out, one.from);
    cr_assert(one.log.all.size() == 1);
    cr_expect(one.log.text().find("via") == string::npos);
}

}}  // namespace call_test
