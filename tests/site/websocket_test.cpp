// The handshake of a WebSocket: accepted, or refused like a POST to the same path.
#include "asking.hpp"

#include "base/sha256.hpp"

#include <span>
#include <string>
#include <string_view>

namespace websocket_test { namespace {

constexpr std::string_view key = "dGhlIHNhbXBsZSBub25jZQ==";

options served(options chosen = {}) {
    return with(&options::websocket, callbox::websocket_mode::on, std::move(chosen));
}
std::string fields(std::string_view more = "") {
    return "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: " + std::string(key) + "\r\n" + std::string(more);
}
std::string without(std::string text, std::string_view part, std::string_view instead = "") {
    cr_assert(text.find(part) != std::string::npos);
    return text.replace(text.find(part), part.size(), instead);
}
std::string protocols(std::string_view offered) {
    return fields("Sec-WebSocket-Protocol: " + std::string(offered) + "\r\n");
}
std::string bearer(std::string_view token) {
    std::string text = callbox::base64(
        std::span(reinterpret_cast<const std::uint8_t*>(token.data()), token.size()));
    for (char& c : text) c = c == '+' ? '-' : c == '/' ? '_' : c;
    return "bearer." + text.substr(0, text.find('='));
}

struct handshake : asked {
    explicit handshake(const options& chosen = served(), bool loopback_only = true)
        : asked(chosen, loopback_only) {}
    wire::answer open(std::string_view more = "", std::string_view path = "/api",
                      std::string_view host = "localhost") {
        return ask("GET " + std::string(path), more, "", host);
    }
    void expect_open(std::string_view more, std::string_view protocol = "(none)") {
        const wire::answer a = open(more);
        cr_expect(a.status == 101 && upgraded, "%d %s: %s", a.status, a.body.c_str(),
                  std::string(more).c_str());
        cr_expect(field_of(a, "Upgrade") == "websocket");
        cr_expect(field_of(a, "Connection") == "Upgrade");
        cr_expect(field_of(a, "Sec-WebSocket-Accept") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        cr_expect(field_of(a, "Sec-WebSocket-Protocol") == protocol);
        cr_expect(field_of(a, "Sec-WebSocket-Extensions") == "(none)");
        cr_expect(field_of(a, "Content-Length") == "(none)" && a.body.empty());
    }
};

Test(site_websocket, a_valid_handshake_is_accepted) {
    handshake site;
    site.expect_open(fields());
    site.expect_open(fields("Content-Length: 0\r\n"));
    site.expect_open(fields("Sec-WebSocket-Extensions: permessage-deflate\r\n"));
    site.expect_open(without(fields(), "Connection: Upgrade", "Connection: keep-alive, upgrade"));
    site.expect_open(without(fields(), "websocket", "h2c, WebSocket"));
    cr_expect(site.open(fields(), "/api/").status == 101);
    cr_expect(site.open(fields(), "/api?x=1").status == 101);
    site.close = true;
    site.expect_open(fields());
}

Test(site_websocket, the_first_served_subprotocol_is_selected) {
    handshake site;
    site.expect_open(protocols("graphql-ws, jsonrpc2.0, callbox"), "jsonrpc2.0");
    site.expect_open(protocols("jsonrpc"), "jsonrpc");
    site.expect_open(protocols("jsonrpc-2.0"), "jsonrpc-2.0");
    site.expect_open(protocols("CALLBOX, other"));
    site.expect_open(protocols("callbox, bearer.c2VjcmV0"), "callbox");
}

Test(site_websocket, what_is_no_upgrade_gets_405_as_before) {
    handshake site;
    for (const std::string& other :
         {std::string(), without(fields(), "websocket", "h2c"),
          without(fields(), "Upgrade: websocket\r\n"), without(fields(), "Connection: Upgrade\r\n"),
          std::string("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n")}) {
        const wire::answer a = site.open(other);
        expect_refusal(a, 405, "POST");
        cr_expect(field_of(a, "Allow") == "POST, OPTIONS");
    }
    cr_expect(site.ask("HEAD /api", fields()).status == 405);
    cr_expect(site.ask("PUT /api", fields()).status == 405);
    cr_expect(site.post(fields()).status == 200);
}

Test(site_websocket, it_is_served_only_where_the_option_says_so) {
    for (const auto mode : {callbox::websocket_mode::off, callbox::websocket_mode::automatic}) {
        handshake site(with(&options::websocket, mode));
        expect_refusal(site.open(fields()), 405, "POST");
    }
    handshake site(served(with(&options::mcp, true)));
    expect_refusal(site.open(fields(), "/api/mcp"), 405, "POST");
    expect_refusal(site.open(fields(), "/other"), 404, "");
    cr_expect(site.open(fields(), "/livez").status == 200);
    site.open_admin({});
    site.at = callbox::listener_role::admin;
    expect_refusal(site.open(fields()), 404, "");
}

Test(site_websocket, other_versions_get_426_with_ours) {
    handshake site;
    for (const std::string& other :
         {without(fields(), "13", "8"), without(fields(), "13", "013"),
          without(fields(), "13", "13, 8"), without(fields(), "Sec-WebSocket-Version: 13\r\n"),
          fields("Sec-WebSocket-Version: 13\r\n")}) {
        const wire::answer a = site.open(other);
        expect_refusal(a, 426, "13");
        cr_expect(field_of(a, "Sec-WebSocket-Version") == "13");
        cr_expect(field_of(a, "Upgrade") == "websocket");
        cr_expect(field_of(a, "Connection") == "Upgrade");
    }
}

Test(site_websocket, a_malformed_handshake_gets_400) {
    handshake site;
    for (const std::string_view other : {"", "dGhlIHNhbXBsZSBub25jZQ", "AAAA", "not base64 at all"})
        expect_refusal(site.open(without(fields(), key, other)), 400, "Sec-WebSocket-Key");
    expect_refusal(site.open(without(fields(), "Sec-WebSocket-Key: " + std::string(key) + "\r\n")),
                   400, "Sec-WebSocket-Key");
    expect_refusal(site.open(fields("Sec-WebSocket-Key: " + std::string(key) + "\r\n")), 400,
                   "Sec-WebSocket-Key");
    expect_refusal(site.ask("GET /api", fields("Content-Length: 2\r\n"), "{}"), 400, "body");
    expect_refusal(site.ask("GET /api", fields("Transfer-Encoding: chunked\r\n")), 400, "body");
    expect_refusal(site.send("GET /api HTTP/1.0\r\nHost: localhost\r\n" + fields() + "\r\n"), 400,
                   "HTTP/1.0");
}

// Each check precedes those below, as for POST; those of the handshake are the last.
Test(site_websocket, the_checks_are_those_of_a_post) {
    const std::string wrong = without(fields(), "13", "8");
    const std::string origin = "Origin: http://evil.example\r\n";
    const std::string user = "X-User: ada\r\n";
    handshake site(served(with(&options::token_file, "/tokens",
                               with(&options::caller_header, "X-User"))));
    site.peer = "10.0.0.1:1";
    expect_refusal(site.open(wrong + origin + user, "/api", "evil.example"), 403, "host");
    expect_refusal(site.open(wrong + origin + user), 403, "origin");
    expect_refusal(site.open(wrong + "Sec-Fetch-Site: cross-site\r\n"), 403, "origin");
    expect_refusal(site.open(wrong + user), 403, "proxy");
    site.peer = "127.0.0.1:1";
    expect_refusal(site.open(wrong + user + "x-user: eve\r\n"), 400, "twice");
    expect_refusal(site.open(wrong + user), 401, "missing token");
    expect_refusal(site.open(wrong), 401, "missing token");
}

Test(site_websocket, pages_of_allowed_origins_may_open_one) {
    handshake site(served(with(&options::cors_origin, {"https://page.example"})));
    site.expect_open(fields());
    site.expect_open(fields("Origin: http://localhost\r\n"));
    site.expect_open(fields("Origin: https://page.example\r\n"));
    site.expect_open(fields("Origin: null\r\nSec-Fetch-Site: same-origin\r\n"));
    expect_refusal(site.open(fields("Origin: https://other.example\r\n")), 403, "origin");
    expect_refusal(site.open(fields("Origin: null\r\n")), 403, "origin");
}

Test(site_websocket, a_token_is_in_the_authorization_or_a_subprotocol) {
    const std::string one = "0123456789abcdef0", two = "~~~~>>>>0123456789";
    handshake site(served(with(&options::token_file, "/tokens")));
    callbox::site::tokens holders;
    const std::string second = "abc-._~+/0123456789==";
    cr_assert(callbox::site::tokens::read("a " + one + " *\nb " + second + " *\n", holders)
                  .empty());
    site.admit(std::move(holders));
    const std::string right = "Authorization: Bearer " + one + "\r\n";
    const auto offered = [](std::string_view list) { return protocols(list); };

    site.expect_open(fields(right));
    cr_expect(site.upgraded->holder == 0);
    site.expect_open(offered("callbox, " + bearer(one)), "callbox");
    site.expect_open(offered("jsonrpc, callbox, " + bearer(one)), "jsonrpc");
    cr_expect(site.upgraded->holder == 0);
    site.expect_open(offered(bearer(second) + ", jsonrpc-3, callbox"), "callbox");
    cr_expect(site.upgraded->holder == 1);
    site.expect_open(offered("callbox, " + bearer(second)) + right, "callbox");
    cr_expect(site.upgraded->holder == 0);
    site.expect_open(offered(bearer("wrong wrong wrong")) + right);

    expect_refusal(site.open(fields()), 401, "missing token");
    expect_refusal(site.open(offered("callbox")), 401, "missing token");
    expect_refusal(site.open(offered(bearer(one))), 401, "callbox");
    expect_refusal(site.open(offered("jsonrpc, " + bearer(one))), 401, "callbox");
    for (const std::string& wrong :
         {bearer(two), bearer("short"), std::string("bearer.!"), std::string("bearer.A"),
          bearer(""), bearer(one) + "=", "bearer." + one})
        expect_refusal(site.open(offered("callbox, " + wrong)), 401, "unknown token");
    expect_refusal(site.open(offered("callbox, " + bearer(one)) +
                             "Authorization: Bearer " + two + "\r\n"), 401, "unknown token");
    cr_expect(field_of(site.open(fields()), "WWW-Authenticate") == "Bearer realm=\"callbox\"");
}

Test(site_websocket, the_user_named_by_a_proxy_is_kept) {
    handshake site(served(with(&options::caller_header, "X-User")));
    site.peer = "127.0.0.1:1";
    site.expect_open(fields("X-User: ada\r\n"));
    cr_expect(site.upgraded->user() == "ada");
    site.expect_open(fields());
    cr_expect(site.upgraded->user().empty());
}

}}  // namespace websocket_test
