// The Model Context Protocol on a server with a token file.
#include "guarded.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace tools_test { namespace {

constexpr std::string_view ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
constexpr std::string_view list = R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})";
constexpr std::string_view modern_list =
    R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{)"
    R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}}}})";
constexpr std::string_view modern_head =
    "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/list\r\n";

options with_tools() {
    return with(&options::cors_origin, {"https://app.example"}, with(&options::mcp, true));
}
std::string call_of(std::string_view tool) {
    return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" +
           std::string(tool) + "\"}}";
}

struct guarded_site : guarded {
    guarded_site() : guarded(asked_methods, with_tools()) {}

    wire::answer mcp(std::string_view fields, std::string_view body) {
        return ask("POST /api/mcp", fields, body);
    }
};

Test(site_tools, without_a_valid_token_every_body_gets_401) {
    guarded_site site;
    const std::string notification = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
    const std::string count = call_of("count");
    for (const std::string_view body :
         {ping, list, std::string_view(count), std::string_view(notification),
          std::string_view("oops"), std::string_view("[]"), std::string_view("")}) {
        expect_401(site.mcp("", body), bare);
        expect_401(site.mcp("Authorization: Basic YTpi\r\n", body), bare);
        expect_401(site.mcp(wrong, body), invalid);
    }
    expect_401(site.mcp("Content-Type: text/plain\r\n", ping), bare);
    cr_expect(calls == 0);
    cr_expect(site.mcp(all, ping).status == 200);
    cr_expect(site.mcp(all, notification).status == 202);
}

Test(site_tools, discovery_paths_that_clients_try_after_a_401_are_404) {
    guarded_site site;
    for (const char* path :
         {"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/api/mcp",
          "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration",
          "/register", "/api/mcp/.well-known/openid-configuration", "/mcp", "/api/mcpx",
          "/api//mcp", "/api/MCP", "/api/mcp//"})
        for (const char* verb : {"GET ", "POST "})
            expect_refusal(site.ask(std::string(verb) + path), 404, "nothing here");
}

Test(site_tools, a_token_sees_the_tools_of_its_scopes_alone) {
    guarded_site site;
    const auto listed = [&](std::string_view fields) { return site.mcp(fields, list).body; };
    cr_expect(has(listed(halver), R"("name":"halve")") && !has(listed(halver), "count"));
    cr_expect(has(listed(all), R"("name":"count")") && has(listed(all), R"("name":"halve")"));
    cr_expect(has(listed(none), R"("tools":[])"));
    const std::string there = site.mcp(halver, call_of("count")).body;
    cr_expect(there == R"({"jsonrpc":"2.0","error":{"code":-32602,)"
                       R"("message":"Unknown tool: count"},"id":1})",
              "%s", there.c_str());
    cr_expect(!has(site.mcp(halver, call_of("broke")).body, "broken"), "no name is revealed");
    cr_expect(has(site.mcp(all, call_of("broke")).body, R"("did_you_mean":"broken")"));
    cr_expect(calls == 0);
}

Test(site_tools, with_a_token_file_lists_are_cached_privately) {
    guarded_site site;
    const std::string fields = std::string(modern_head) + std::string(all);
    cr_expect(has(site.mcp(fields, modern_list).body, R"("cacheScope":"private")"));
    asked open(asked_methods, with_tools());
    cr_expect(has(open.ask("POST /api/mcp", modern_head, modern_list).body,
                  R"("cacheScope":"public")"));
}

Test(site_tools, another_token_file_replaces_cached_lists) {
    guarded_site site;
    cr_expect(has(site.mcp(halver, list).body, R"("name":"halve")"));
    cr_expect(has(site.mcp(all, list).body, R"("name":"broken")"));
    site.read("halver halver-halver-halver count\n");
    const std::string text = site.mcp(halver, list).body;
    cr_expect(has(text, R"("name":"count")") && !has(text, R"("name":"halve")"));
    cr_expect(has(site.mcp(halver, call_of("count")).body, R"("result":1)"));
    expect_401(site.mcp(all, list), invalid);
}

// The site remembers permissions by head, and a head contains the path.
Test(site_tools, a_head_that_is_known_for_calls_is_not_for_tools) {
    guarded_site site;
    for (int i = 0; i < 3; ++i) {
        cr_expect(has(site.post(halver, ping).body, "-32601"));
        cr_expect(has(site.mcp(halver, ping).body, R"("result":{})"));
        expect_401(site.mcp(wrong, ping), invalid);
    }
}

Test(site_tools, a_get_without_a_token_is_405_as_there_is_no_stream) {
    guarded_site site;
    for (const char* start : {"GET /api/mcp", "GET /api/mcp/", "DELETE /api/mcp", "PUT /api/mcp",
                              "PATCH /api/mcp/"}) {
        const auto a = site.ask(start);
        expect_refusal(a, 405, "POST");
        cr_expect(field_of(a, "Allow") == "POST, OPTIONS");
    }
    const auto a = site.ask("OPTIONS /api/mcp",
                            "Origin: https://app.example\r\n"
                            "Access-Control-Request-Method: POST\r\n"
                            "Access-Control-Request-Headers: authorization\r\n");
    cr_expect(a.status == 204 && field_of(a, "Access-Control-Allow-Headers") == "authorization");
}

Test(site_tools, admin_listeners_have_no_tools) {
    asked site(asked_methods, with_tools());
    site.at = callbox::listener_role::admin;
    expect_refusal(site.ask("POST /api/mcp", "", ping), 404, "nothing here");
    expect_refusal(site.ask("GET /api/mcp"), 404, "nothing here");
}

Test(site_tools, while_draining_the_answer_closes_like_that_of_a_call) {
    asked site(asked_methods, with_tools());
    site.draining = site.close = true;
    const auto tool = site.ask("POST /api/mcp", "", ping);
    const auto call = site.post();
    cr_expect(tool.status == call.status);
    cr_expect(field_of(tool, "Connection") == field_of(call, "Connection"));
}

Test(site_tools, server_timing_is_reported_if_enabled) {
    asked site(asked_methods, with(&options::server_timing, true, with_tools()));
    cr_expect(field_of(site.ask("POST /api/mcp", "", call_of("count")), "Server-Timing") !=
              "(none)");
}

}}  // namespace tools_test
