// A server with a token file; requests with and without tokens.
#include "guarded.hpp"

namespace scopes_test { namespace {

struct guarded_site : guarded {
    guarded_site()
        : guarded(named_methods,
                  with(&options::cors_origin, {"https://app.example"}, with_explorer())) {}

    std::string called(std::string_view name, std::string_view fields) {
        return post(fields, R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(name) + "\"}")
            .body;
    }
};

Test(site_scopes, without_a_valid_token_nothing_is_called) {
    guarded_site site;
    expect_401(site.post(), bare);
    expect_401(site.post("Authorization: Basic YTpi\r\n"), bare);
    for (const std::string_view fields :
         {wrong, std::string_view("Authorization: Bearer\r\n"),
          std::string_view("Authorization: Bearer halver-halver-halver x\r\n")})
        expect_401(site.post(fields), invalid);
    cr_expect(calls == 0);
    cr_expect(site.post(all).status == 200);
    cr_expect(calls == 1);
}

Test(site_scopes, before_the_file_is_read_every_token_is_rejected) {
    asked site(named_methods, guarded::with_tokens({}));
    expect_401(site.post(all), invalid);
    asked open(named_methods, options{});
    cr_expect(open.post().status == 200 && open.post(wrong).status == 200);
}

Test(site_scopes, a_method_outside_of_the_scopes_does_not_exist) {
    guarded_site site;
    std::string there = site.called("count", halver), not_there = site.called("counx", halver);
    cr_expect(there == not_there && has(there, "-32601"), "%s", there.c_str());
    cr_expect(!has(site.called("broke", halver), "broken"), "no name is revealed");
    cr_expect(has(site.called("broke", all), R"("did_you_mean":"broken")"));
    cr_expect(has(site.called("halv", halver), R"("did_you_mean":"halve")"));
    cr_expect(has(site.called("halve", halver), "-32602"), "it is called");
    cr_expect(has(site.called("halve", none), "-32601"));
    const auto batch = site.post(halver, R"([{"jsonrpc":"2.0","id":1,"method":"count"},)"
                                         R"({"jsonrpc":"2.0","method":"count"}])");
    cr_expect(has(batch.body, "-32601"));
    cr_expect(calls == 0);
}

Test(site_scopes, documents_contain_only_methods_in_scope) {
    guarded_site site;
    const auto a = site.ask("GET /api/openrpc.json", halver);
    const auto b = site.ask("GET /api/openrpc.json", all);
    const auto c = site.ask("GET /api/openrpc.json", none);
    cr_expect(has(a.body, R"("name":"halve")") && !has(a.body, "count") && !has(a.body, "broken"));
    cr_expect(has(b.body, R"("name":"count")") && has(b.body, R"("name":"halve")"));
    cr_expect(has(c.body, R"("methods":[])"));
    cr_expect(field_of(a, "ETag") != field_of(b, "ETag") && field_of(a, "ETag") != "(none)");
    const auto methods_of = [](const std::string& text) {
        return text.substr(text.find("\"methods\":"));
    };
    cr_expect(has(site.called("rpc.discover", halver), methods_of(a.body)));
    cr_expect(has(site.called("rpc.discover", none), methods_of(c.body)));
    const std::string same = std::string(halver) + "If-None-Match: " + field_of(a, "ETag") + "\r\n";
    const std::string other = std::string(all) + "If-None-Match: " + field_of(a, "ETag") + "\r\n";
    cr_expect(site.ask("GET /api/openrpc.json", same).status == 304);
    cr_expect(site.ask("GET /api/openrpc.json", other).status == 200);
    expect_401(site.ask("GET /api/openrpc.json"), bare);
    expect_401(site.ask("GET /api/openrpc.json", wrong), invalid);
}

Test(site_scopes, another_token_file_replaces_cached_documents) {
    guarded_site site;
    cr_expect(has(site.ask("GET /api/openrpc.json", halver).body, "halve"));
    site.read("halver halver-halver-halver count\n");
    const auto a = site.ask("GET /api/openrpc.json", halver);
    cr_expect(has(a.body, "count") && !has(a.body, R"("name":"halve")"));
    cr_expect(has(site.called("count", halver), R"("result":1)"));
    expect_401(site.post(all), invalid);
}

Test(site_scopes, pages_without_method_names_need_no_token) {
    guarded_site site;
    for (const char* start : {"GET /livez", "GET /readyz", "GET /api/browse"}) {
        const auto a = site.ask(start);
        cr_expect(a.status == 200, "%s: %d", start, a.status);
        for (const char* name : {"halve", "count", "broken"})
            cr_expect(!has(a.body, std::string("\"") + name), "%s reveals %s", start, name);
    }
    cr_expect(site.ask("GET /nowhere").status == 404);
}

Test(site_scopes, a_preflight_needs_no_token_and_may_announce_one) {
    guarded_site site;
    const auto a = site.ask("OPTIONS /api", "Origin: https://app.example\r\n"
                                            "Access-Control-Request-Method: POST\r\n"
                                            "Access-Control-Request-Headers: authorization,"
                                            "content-type,traceparent\r\n");
    cr_expect(a.status == 204);
    cr_expect(field_of(a, "Access-Control-Allow-Headers") ==
              "authorization,content-type,traceparent");
    cr_expect(field_of(a, "Access-Control-Allow-Origin") == "https://app.example");
    const auto refused = site.post("Origin: https://app.example\r\n");
    expect_401(refused, bare);
    cr_expect(field_of(refused, "Access-Control-Allow-Origin") == "https://app.example");
}

Test(site_scopes, host_and_origin_are_checked_before_the_token_and_the_type_after_it) {
    guarded_site site;
    const std::string text = "Content-Type: text/plain\r\n";
    expect_refusal(site.post(text, call_count, "evil.example"), 403, "--allow-host");
    expect_refusal(site.ask("GET /api"), 405, "POST");
    expect_refusal(site.post(text + "Origin: https://evil.example\r\n"), 403, "--cors-origin");
    expect_refusal(site.post(std::string(all) + "Sec-Fetch-Site: cross-site\r\n"), 403,
                   "--cors-origin");
    expect_401(site.post(text), bare);
    expect_refusal(site.post(text + std::string(all)), 415, "application/json");
    expect_refusal(site.ask("POST /api/openrpc.json"), 405, "GET");
}

Test(site_scopes, a_request_that_expects_100_gets_401_immediately) {
    guarded_site site;
    const std::string_view asks = "Content-Length: 9\r\nExpect: 100-continue\r\n";
    cr_expect(site.refused("POST /api", asks).status == 401);
    cr_expect(site.refused("POST /api", std::string(asks) + std::string(wrong)).status == 401);
    cr_expect(site.refused("POST /api", std::string(asks) + std::string(none)).status == 0);
}

Test(site_scopes, a_request_with_two_tokens_is_rejected) {
    const callbox::limits bounds;
    callbox::http::parser parser(bounds);
    const std::string head = "POST /api HTTP/1.1\r\nHost: localhost\r\n" + std::string(all) +
                             std::string(halver) + "\r\n";
    cr_expect(parser.feed(head) == callbox::http::progress::bad && parser.status() == 400);
}

Test(site_scopes, a_method_receives_the_name_of_the_token) {
    guarded_site site;
    cr_expect(has(site.called("who", all), R"("result":"all")"));
    cr_expect(has(site.called("who", halver), "-32601"));
    asked open(named_methods, options{});
    cr_expect(has(open.post(all, R"({"jsonrpc":"2.0","id":1,"method":"who"})").body,
                  R"("result":"")"));
}

}}  // namespace scopes_test
