#include "mcp/endpoint.hpp"

#include "spoken.hpp"

#include <array>
#include <string>
#include <string_view>

namespace endpoint_test { namespace {

using made_up::answered, made_up::notified, made_up::sent;
using mcp_test::http_fields, mcp_test::modern, mcp_test::modern_end, mcp_test::setup;
using mcp_test::spoken, mcp_test::tool_call;
using std::string;

int calls = 0;
int count() { return ++calls; }
constexpr callbox::api methods{callbox::method<"count", count>("Counts its calls.")};

constexpr std::string_view version = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view capabilities = "io.modelcontextprotocol/clientCapabilities";

string meta(std::string_view version_is, std::string_view capabilities_are = "{}") {
    return string(R"({"_meta":{")").append(version).append("\":").append(version_is) + ",\"" +
           string(capabilities) + "\":" + string(capabilities_are) + "}}";
}

// Indexed like method_names and era_names.
string counted(const spoken& one) {
    string all;
    for (const auto& method : one.one.requests())
        for (const auto& era : method) all += std::to_string(era.get());
    return all;
}

Test(mcp_endpoint, initialize_returns_the_description_of_the_program) {
    spoken plain(methods);
    plain.expect(sent("initialize", R"({"protocolVersion":"2025-06-18"})"),
                 answered(R"({"protocolVersion":"2025-06-18","capabilities":{"tools":{}},)"
                          R"("serverInfo":{"name":"test","version":"1"}})"));
    const callbox::api_info about{.title = "a \"test\"", .version = "2", .description = "Ask\nme."};
    spoken one(methods, {.about = about});
    one.expect(sent("initialize", R"({"protocolVersion":"2025-06-18"})"),
               answered(R"({"protocolVersion":"2025-06-18","capabilities":{"tools":{}},)"
                        R"("serverInfo":{"name":"a \"test\"","version":"2"},)"
                        R"("instructions":"Ask\nme."})"));
}

Test(mcp_endpoint, discover_returns_it_too) {
    spoken plain(methods);
    const string begin = R"({"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},)";
    const string caching = R"("ttlMs":300000,"cacheScope":"public",)";
    plain.expect(modern("server/discover"), answered(begin + caching + string(modern_end) + "}"));
    spoken one(methods, {.about = {.title = "test", .version = "1", .description = "Ask me."}});
    one.expect(modern("server/discover"),
               answered(begin + R"("instructions":"Ask me.",)" + caching + string(modern_end) +
                        "}"));
}

Test(mcp_endpoint, where_callers_see_different_tools_answers_are_private) {
    spoken one(methods, {.is_private = true});
    for (const char* method : {"server/discover", "tools/list"})
        cr_expect(one.answer(modern(method)).find(R"("cacheScope":"private")") != string::npos);
    cr_expect(one.answer(sent("tools/list", "{}")).find("cacheScope") == string::npos);
}

Test(mcp_endpoint, a_list_of_tools_is_alike_in_both_eras) {
    spoken one(methods);
    const string legacy = one.answer(sent("tools/list", "{}"));
    cr_expect(legacy.starts_with(answered(R"({"tools":[{"name":"count")").substr(0, 30)));
    const string list = legacy.substr(0, legacy.size() - string(R"(},"id":1})").size());
    one.expect(sent("tools/list", "{}"), legacy);
    one.expect(modern("tools/list"), list + R"(,"ttlMs":300000,"cacheScope":"public",)" +
                                         string(modern_end) + R"(},"id":1})");
}

Test(mcp_endpoint, standard_input_has_no_headers_so_that_meta_decides_alone) {
    spoken one(methods);
    calls = 0;
    one.expect(modern("tools/call", R"("name":"count")"),
               answered(R"({"content":[{"type":"text","text":"1"}],)"
                        R"("structuredContent":{"result":1},)" +
                        string(modern_end) + "}"));
    one.expect_error(sent("tools/list", meta(R"("2025-11-25")")), -32022, "1", 400);
    one.expect_error(sent("tools/list", meta("1")), -32602, "1", 400);
    one.expect_error(sent("tools/list", meta(R"("2026-07-28")", "null")), -32602, "1", 400);
    one.expect_error(modern("ping"), -32601, "1", 404);
    one.expect(sent("ping", "{}"), answered("{}"));
}

Test(mcp_endpoint, a_head_without_fields_is_still_a_head) {
    spoken one(methods);
    const http_fields none;
    one.expect_error(modern("tools/list"), -32020, "1", 400, &none);
    one.answer(sent("ping", "{}"), &none);
    cr_expect(one.said.status == 200);
}

Test(mcp_endpoint, a_modern_request_has_version_and_capabilities_in_meta) {
    spoken one(methods);
    const http_fields head{.version = "2026-07-28", .method = "x"};
    const string old = R"("1900-01-01")", now = R"("2026-07-28")";
    for (const string& params :
         {string("{}"), string("[]"), string(R"({"_meta":null})"), string(R"({"_meta":[]})"),
          string(R"({"_meta":{}})"), R"({"_meta":{")" + string(capabilities) + R"(":{}}})",
          R"({"_meta":{")" + string(version) + "\":" + old + "}}", meta("1"), meta("null"),
          meta(old, "null"), meta(old, "[]")})
        one.expect_error(sent("nothing/like/it", params), -32602, "1", 400, &head);
    one.expect_error(R"({"jsonrpc":"2.0","method":"tools/list","id":1})", -32602, "1", 400, &head);
    const http_fields none;
    for (const string& value : {now, old, string("1"), string("null")})
        for (const char* method : {"tools/list", "initialize"})
            one.expect_error(sent(method,
                                  R"({"_meta":{")" + string(version) + "\":" + value + "}}"),
                             -32602, "1", 400, &none);
}

Test(mcp_endpoint, the_first_error_of_a_modern_request_counts) {
    spoken one(methods);
    struct row {
        string params;
        http_fields head;
        int code;
        int status;
    };
    const string good = meta(R"("2026-07-28")");
    const string call = R"({"name":"count",)" + good.substr(1);
    const row rows[] = {
        {R"({"_meta":{")" + string(version) + R"(":"1"}})", {.version = "2"}, -32602, 400},
        {meta(R"("1")"), {.version = "2", .method = "x"}, -32020, 400},
        {meta(R"("1")"), {.version = "2026-07-28", .method = "x"}, -32020, 400},
        {meta(R"("1")"), {.version = "1", .method = "x"}, -32022, 400},
        {meta(R"("1")"), {}, -32022, 400},
        {call, {.version = "", .method = "tools/call", .name = "count"}, -32020, 400},
        {call, {.method = "tools/call", .name = "count"}, -32020, 400},
        {call, {.version = "2026-07-28", .name = "count"}, -32020, 400},
        {call, {.version = "2026-07-28", .method = "", .name = "count"}, -32020, 400},
        {call, {.version = "2026-07-28", .method = "tools/list", .name = "count"}, -32020, 400},
        {call, {.version = "2026-07-28", .method = "tools/cal", .name = "count"}, -32020, 400},
        {call, {.version = "2026-07-28", .method = "tools/calls", .name = "count"}, -32020, 400},
        {call, {.version = "2026-07-28", .method = "tools/Call", .name = "count"}, -32020, 400},
        {call, {.version = "2026-07-28", .method = "tools/call"}, -32020, 400},
        {call, {.version = "2026-07-28", .method = "tools/call", .name = "coun"}, -32020, 400},
        {good, {.version = "2026-07-28", .method = "tools/call", .name = "count"}, -32020, 400},
        {R"({"name":1,)" + good.substr(1),
         {.version = "2026-07-28", .method = "tools/call", .name = "1"}, -32020, 400},
        {R"({"name":null,)" + good.substr(1),
         {.version = "2026-07-28", .method = "tools/call", .name = "null"}, -32020, 400},
    };
    calls = 0;
    for (const row& each : rows)
        one.expect_error(sent("tools/call", each.params), each.code, "1", each.status, &each.head);
    cr_expect(calls == 0);
    const http_fields right{.version = "2026-07-28", .method = "tools/call", .name = "count"};
    cr_expect(one.answer(sent("tools/call", call), &right).find("isError") == string::npos);
    cr_expect(calls == 1);
    for (const char* other : {"ping", "initialize", "tools/lisT", "logging/setLevel", "count"}) {
        const http_fields head{.version = "2026-07-28", .method = other};
        one.expect_error(sent(other, good), -32601, "1", 404, &head);
    }
}

Test(mcp_endpoint, an_unknown_version_is_reported_with_the_supported_ones) {
    spoken one(methods);
    const auto refused = [&](std::string_view wanted) {
        return R"({"jsonrpc":"2.0","error":{"code":-32022,)"
               R"("message":"Unsupported protocol version",)"
               R"("data":{"supported":["2026-07-28"],"requested":")" +
               string(wanted) + R"("}},"id":1})";
    };
    one.expect(sent("tools/list", meta(R"("2025-\u0031")")), refused("2025-1"), 400);
    one.expect(sent("tools/list", meta('"' + string(200, 'x') + '"')),
               refused(string(64, 'x')), 400);
    const http_fields old{.version = "2024-10-07"};
    cr_expect(one.answer(sent("ping", "{}"), &old) == refused("2024-10-07"));
    cr_expect(one.said.status == 400);
    const http_fields bytes{.version = "\xff\"\\"};
    cr_expect(one.answer(sent("ping", "{}"), &bytes).find("-32022") != string::npos);
}

Test(mcp_endpoint, a_notification_is_accepted_and_does_nothing) {
    spoken one(methods);
    calls = 0;
    for (const string& each :
         {notified("notifications/initialized", "{}"), notified("nothing/like/it", "[]"),
          notified("tools/call", R"({"name":"count"})"), notified("tools/list", "{}"),
          notified("tools/call", '{' + string(mcp_test::modern_meta) + '}')}) {
        one.expect(each, "", 202);
        cr_expect(one.said.silent);
    }
    cr_expect(calls == 0);
}

Test(mcp_endpoint, an_id_comes_back_as_it_was_sent) {
    spoken one(methods);
    for (const char* id : {"0", "-0", "-1", "18446744073709551616", "\"\"", R"("\u0061\"\\\/")",
                           "\"\xc3\xa9\"", R"("null")", R"(",\"id\":2}")"}) {
        one.expect(sent("ping", "{}", id), answered("{}", id));
        one.expect_error(sent("nothing/like/it", "{}", id), -32601, id);
        one.expect_error(tool_call("nothing_like_it", "{}", id), -32602, id);
        cr_expect(one.answer(tool_call("count", "{}", id))
                      .ends_with(",\"id\":" + string(id) + "}"));
        cr_expect(one.answer(tool_call("count", R"({"a":1})", id))
                      .ends_with(R"("isError":true},"id":)" + string(id) + "}"));
    }
}

Test(mcp_endpoint, an_id_that_is_none_is_refused_with_null) {
    spoken one(methods);
    for (const char* id : {"null", "1.0", "1e2", "1E2", "-0.0", "true", "false", "{}", "[]", "[1]"})
        one.expect_error(sent("ping", "{}", id), -32600, "null", 400);
}

Test(mcp_endpoint, what_is_no_request_is_refused) {
    spoken one(methods);
    for (const char* text :
         {"", " ", "oops", "{", "{}{}", R"({"jsonrpc":"2.0",})", "\xff", "\"\xff\""})
        one.expect_error(text, -32700, "null", 400);
    for (const char* text : {"[]", "[1]", "1", "null", "\"ping\"", "{}", R"({"jsonrpc":"2.0"})",
                             R"({"jsonrpc":"2.0","method":1})", R"({"method":"ping"})",
                             R"({"jsonrpc":"2.0","method":null})",
                             R"({"jsonrpc":2.0,"method":"ping"})",
                             R"([{"jsonrpc":"2.0","method":"ping"}])"})
        one.expect_error(text, -32600, "null", 400);
    one.expect_error(R"({"jsonrpc":"1.0","method":"ping","id":7})", -32600, "7", 400);
    one.expect_error(R"({"jsonrpc":"2.0","result":{},"id":"x"})", -32600, "\"x\"", 400);
    cr_expect(one.counts.parse_errors.get() == 8);
    cr_expect(one.counts.invalid_requests.get() == 14);
}

Test(mcp_endpoint, the_limits_of_a_message_hold) {
    setup with;
    with.bounds.json_depth_max = 4;
    with.bounds.json_nodes_max = 20;
    spoken one(methods, with);
    one.expect(sent("ping", R"({"a":[[1]]})"), answered("{}"));
    one.expect_error(sent("ping", R"({"a":[[[1]]]})"), -32700, "null", 400);
    one.expect_error(sent("ping", R"({"a":[1,2,3,4,5,6,7,8,9,10,11,12]})"), -32700, "null", 400);
    one.expect(sent("ping", "{}"), answered("{}"));
}

Test(mcp_endpoint, params_are_an_object) {
    spoken one(methods);
    for (const char* method : {"ping", "tools/list", "tools/call", "initialize"})
        one.expect_error(sent(method, "[]"), -32602);
    one.expect_error(sent("ping", "1"), -32600, "1", 400);
}

Test(mcp_endpoint, members_that_stand_twice_are_refused) {
    spoken one(methods);
    calls = 0;
    const string v = '"' + string(version) + R"(":"2026-07-28")";
    const string c = '"' + string(capabilities) + R"(":{})";
    for (const string& params :
         {string(R"({"name":"count","name":"count"})"),
          string(R"({"name":"x","n\u0061me":"count"})"),
          string(R"({"name":"count","arguments":{},"arguments":{}})"),
          string(R"({"name":"count","_meta":{},"_meta":{}})"),
          string(R"({"name":"count","_meta":{"traceparent":"","traceparent":""}})"),
          R"({"name":"count","_meta":{)" + v + ',' + v + ',' + c + "}}",
          R"({"name":"count","_meta":{)" + v + ',' + c + ',' + c + "}}"})
        one.expect_error(sent("tools/call", params), -32602);
    one.expect_error(sent("tools/list", R"({"cursor":"a","cursor":"b"})"), -32602);
    one.expect_error(sent("initialize", R"({"protocolVersion":"2025-06-18","protocolVersion":1})"),
                     -32602);
    cr_expect(calls == 0);
    one.expect(sent("ping", R"({"other":1,"other":2})"), answered("{}"));
}

Test(mcp_endpoint, requests_are_counted_by_method_and_era) {
    spoken one(methods);
    (void)one.answer(sent("initialize", R"({"protocolVersion":"1"})"));
    (void)one.answer(sent("ping", "{}"));
    (void)one.answer(sent("tools/list", "{}"));
    (void)one.answer(sent("tools/call", "{}"));
    (void)one.answer(sent("math.add", "{}"));
    cr_expect(counted(one) == "101000101010", "%s", counted(one).c_str());
    (void)one.answer(modern("ping"));
    (void)one.answer(modern("server/discover"));
    (void)one.answer(modern("tools/list"));
    (void)one.answer(modern("tools/list"));
    (void)one.answer(modern("nothing/like/it"));
    cr_expect(counted(one) == "101101121011", "%s", counted(one).c_str());
    (void)one.answer(notified("tools/list", "{}"));
    (void)one.answer("oops");
    cr_expect(counted(one) == "101101121011", "%s", counted(one).c_str());
}

}}  // namespace endpoint_test
