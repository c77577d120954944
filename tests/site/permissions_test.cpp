// Requests with known heads have the same permissions as requests with unknown heads.
#include "guarded.hpp"

#include <string>
#include <string_view>

namespace permissions_test { namespace {

using callbox::listener_role;

constexpr std::string_view call_who = R"({"jsonrpc":"2.0","id":1,"method":"who"})";
constexpr std::string_view file =
    "ada ada-ada-ada-ada-ada *\nbob bob-bob-bob-bob-bob *\neve eve-eve-eve-eve-eve none\n";

struct guarded_site : guarded {
    guarded_site() : guarded(named_methods, {}, file) {}

    wire::answer post_as(std::string_view name, std::string_view body = call_who,
                         std::string_view more = "", std::string_view host = "localhost") {
        std::string fields = "Authorization: Bearer ";
        for (int i = 0; i < 5; ++i) fields.append(i == 0 ? "" : "-").append(name);
        return post(fields.append("\r\n").append(more), body, host);
    }
    // Until the head is known and a request with it was answered.
    void learn(std::string_view name, std::string_view body = call_who) {
        for (int i = 0; i < 9; ++i) (void)post_as(name, body);
        cr_assert(was_known);
    }
};

std::string result(std::string_view text) {
    return R"({"jsonrpc":"2.0","result":")" + std::string(text) + R"(","id":1})";
}
bool is_hidden(const wire::answer& a) { return a.body.find("-32601") != a.body.npos; }

Test(site_permissions, a_removed_token_is_rejected_although_its_head_is_known) {
    guarded_site site;
    site.learn("ada");
    cr_expect(site.post_as("ada").body == result("ada"));
    site.read("bob bob-bob-bob-bob-bob *\n");
    for (int i = 0; i < 5; ++i) {
        expect_refusal(site.post_as("ada"), 401, "token");
        cr_expect(site.was_known);
    }
    site.read(file);
    for (int i = 0; i < 3; ++i) cr_expect(site.post_as("ada").body == result("ada"));
}

Test(site_permissions, another_holder_and_narrower_scopes_apply_immediately) {
    guarded_site site;
    site.learn("ada");
    site.read("other ada-ada-ada-ada-ada *\n");
    cr_expect(site.post_as("ada").body == result("other") && site.was_known);
    cr_expect(site.post_as("ada").body == result("other"));
    site.read("other ada-ada-ada-ada-ada count\n");
    for (int i = 0; i < 3; ++i) cr_expect(is_hidden(site.post_as("ada")) && site.was_known);
    cr_expect(!is_hidden(site.post_as("ada", call_count)));
}

Test(site_permissions, each_token_calls_as_its_own_holder) {
    guarded_site site;
    for (const char* name : {"ada", "bob", "eve"}) site.learn(name);
    for (int i = 0; i < 10; ++i) {
        for (const char* name : {"ada", "bob"}) {
            cr_expect(site.post_as(name).body == result(name), "%s", name);
            cr_expect(site.was_known, "%s", name);
        }
        cr_expect(is_hidden(site.post_as("eve")) && site.was_known);
    }
    // More heads than are remembered.
    for (int i = 0; i < 200; ++i) {
        const std::string name = i % 2 == 0 ? "ada" : "bob";
        const std::string agent = "User-Agent: " + std::to_string(i * i % 7) + "\r\n";
        cr_expect(site.post_as(name, call_who, agent).body == result(name), "%d", i);
    }
}

Test(site_permissions, rejections_are_not_remembered) {
    guarded_site site;
    for (const char* name : {"Ada", "bobo", "x"}) site.learn(name);
    expect_refusal(site.post_as("Ada"), 401, "token");
    cr_expect(site.was_known);
    site.read("late Ada-Ada-Ada-Ada-Ada *\n");
    cr_expect(site.post_as("Ada").body == result("late") && site.was_known);
    const auto refusals = [&](std::string_view fields, std::string_view host, int status) {
        for (int i = 0; i < 9; ++i) {
            const auto a = site.post_as("Ada", call_count, fields, host);
            cr_expect(a.status == status, "%d: %d", status, a.status);
        }
        cr_expect(site.was_known, "%d", status);
    };
    refusals("", "evil.example", 403);
    refusals("Origin: https://evil.example\r\n", "localhost", 403);
    refusals("Content-Type: text/plain\r\n", "localhost", 415);
    refusals("Content-Encoding: gzip\r\n", "localhost", 415);
    cr_expect(calls == 0);
}

Test(site_permissions, the_same_head_at_another_listener_is_another_request) {
    asked site;
    site.open_admin({});
    const auto status_at = [&](listener_role role) {
        site.at = role;
        const int status = site.post().status;
        return std::pair(status, site.was_known);
    };
    for (int i = 0; i < 9; ++i) (void)site.post();
    for (int i = 0; i < 4; ++i) {
        cr_expect(status_at(listener_role::all) == std::pair(200, true));
        cr_expect(status_at(listener_role::admin) == std::pair(404, true));
        cr_expect(status_at(listener_role::calls) == std::pair(200, true));
        cr_expect(status_at(listener_role::admin) == std::pair(404, true));
    }
}

Test(site_permissions, requests_other_than_calls_call_nothing_when_their_heads_are_known) {
    asked site;
    for (int i = 0; i < 9; ++i) {
        cr_expect(site.ask("OPTIONS /api").status == 204);
        cr_expect(site.ask("GET /livez").body == "ok\n");
        cr_expect(site.ask("GET /api").status == 405);
        site.draining = i % 2 == 1;
        cr_expect(site.ask("GET /readyz").status == (site.draining ? 503 : 200));
    }
    cr_expect(site.was_known);
    cr_expect(calls == 0);
}

Test(site_permissions, a_response_has_the_head_that_its_request_asks_for) {
    asked site(with(&options::cors_origin, {"https://app.example"}));
    for (int i = 0; i < 9; ++i) {
        site.close = i % 2 == 1;
        const auto plain = site.post();
        cr_expect(field_of(plain, "Connection") == (site.close ? "close" : "(none)"));
        cr_expect(field_of(plain, "Content-Type") == "application/json");
        cr_expect(field_of(plain, "Access-Control-Allow-Origin") == "(none)");
        const auto page = site.post("Origin: https://app.example\r\n");
        cr_expect(field_of(page, "Access-Control-Allow-Origin") == "https://app.example");
        const auto silent = site.post("", R"({"jsonrpc":"2.0","method":"count"})");
        cr_expect(silent.status == 204 && field_of(silent, "Content-Type") == "(none)");
    }
    cr_expect(calls == 27);
}

}}  // namespace permissions_test
