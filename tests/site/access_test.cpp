// Allowed hosts and origins.
#include "asking.hpp"

namespace access_test { namespace {

// Whether calls to these hosts are answered.
void expect_hosts(asked& site, bool served, const std::vector<std::string>& hosts) {
    for (const std::string& host : hosts) {
        const auto a = site.post("", call_count, host);
        cr_expect(a.status == (served ? 200 : 403), "%s: %d", host.c_str(), a.status);
        if (!served) expect_refusal(a, 403, "--allow-host");
    }
}

// Whether a browser lets a page of that origin read the response.
void expect_open_to(const wire::answer& a, std::string_view origin) {
    cr_expect(field_of(a, "Access-Control-Allow-Origin") == origin, "%d for %s: %s", a.status,
              std::string(origin).c_str(), field_of(a, "Access-Control-Allow-Origin").c_str());
    cr_expect(field_of(a, "Vary") == (origin == "(none)" ? "(none)" : "Origin"));
}

// Whether calls to localhost:8080 with these lines are made. Only that page reads the responses.
void expect_calls(bool made, const std::string& begin, const std::vector<std::string>& ends) {
    for (const std::string& end : ends) {
        asked site;
        const std::string line = begin + end;
        const auto a = site.post(line.empty() ? "" : line + "\r\n", call_count, "localhost:8080");
        if (made) cr_expect(a.status == 200, "%s: %s", line.c_str(), a.body.c_str());
        else expect_refusal(a, 403, "--cors-origin");
        expect_open_to(a, "(none)");
        cr_expect(calls == (made ? 1 : 0), "%s", line.c_str());
    }
}

Test(site_access, on_loopback_only_local_names_are_served) {
    asked site;
    expect_hosts(site, true,
                 {"localhost", "localhost:8080", "LocalHost", "localhost.", "localhost.:80",
                  "a.localhost", "a.b.LOCALHOST:1", "127.0.0.1", "127.0.0.1:8080", "10.1.2.3",
                  "0.0.0.0", "[::1]", "[::1]:8080", "[2001:DB8::1]", "[::ffff:1.2.3.4]:65535"});
    expect_hosts(site, false,
                 {"example.org", "example.org:8080", "localhost.example.org", "localhos",
                  "localhostx", "xlocalhost", ".localhost", "127.0.0.1.example.org",
                  "127.0.0.1.nip.io", "1.2.3", "1.2.3.4.5", "256.0.0.1", "0x7f.0.0.1",
                  "2130706433", "127.0.0.01x", "evil", "a.localhost.b", "localhost..",
                  "%6cocalhost", "255.255.255.2555", "127.0.0.01", "127.0.0.", "127..0.1",
                  ".127.0.0.1", "127.0.0.1..", "00.0.0.0", "1.2.3.256", "1.2.3.4a", "0000.0.0.0",
                  "99999999999.0.0.1", "1.2.3.", "..."});
}

Test(site_access, a_host_is_checked_independently_of_the_last_one) {
    asked local;
    asked named(with(&options::allow_host, {"a.example"}));
    const std::string long_name = std::string(200, 'a') + ".localhost";
    for (int round = 0; round < 2; ++round)
        for (const std::string& host : {std::string("localhost"), std::string("localhost:80"),
                                        std::string("127.0.0.1"), long_name}) {
            expect_hosts(local, true, {host, host});
            expect_hosts(local, false, {"evil.example"});
            expect_hosts(named, true, {"a.example"});
            expect_hosts(named, false, {host});
            expect_hosts(named, true, {"a.example"});
            expect_hosts(named, false, {"a.exampl"});
        }
}

Test(site_access, every_path_is_for_its_host_only) {
    asked site(with_explorer());
    for (const char* start : {"GET /livez", "GET /readyz", "GET /api/browse", "GET /nowhere",
                              "OPTIONS /api", "OPTIONS *", "GET /api"})
        expect_refusal(site.ask(start, "", "", "evil.example"), 403, "--allow-host");
}

Test(site_access, the_authority_of_the_target_takes_precedence_over_host) {
    asked site;
    cr_expect(site.ask("GET http://evil.example/livez").status == 403);
    cr_expect(site.ask("GET http://localhost/livez", "", "", "evil.example").status == 200);
}

Test(site_access, http_1_0_without_host_is_served) {
    asked local;
    asked named(with(&options::allow_host, {"example.org"}));
    for (asked* site : {&local, &named})
        cr_expect(site->send("GET /livez HTTP/1.0\r\n\r\n").status == 200);
    cr_expect(local.send("GET /livez HTTP/1.0\r\nHost: evil.example\r\n\r\n").status == 403);
}

Test(site_access, beyond_loopback_any_host_is_served) {
    asked site(options{}, false);
    expect_hosts(site, true, {"example.org", "localhost", "10.0.0.1:80", "x"});
}

Test(site_access, allow_host_allows_exactly_these_hosts) {
    for (const bool loopback_only : {true, false}) {
        asked site(with(&options::allow_host,
                        {"Example.org", "api.test:8443", "[::1]", "10.0.0.1"}), loopback_only);
        expect_hosts(site, true, {"example.org", "EXAMPLE.ORG:8080", "example.org.", "api.test",
                                  "api.test:1", "[::1]:9", "10.0.0.1"});
        expect_hosts(site, false, {"localhost", "127.0.0.1", "www.example.org", "example.orgx",
                                   "xexample.org", "org", "[::2]", "10.0.0.11", "api.tes"});
    }
}

Test(site_access, a_star_allows_any_host) {
    asked site(with(&options::allow_host, {"*"}));
    asked none(with(&options::allow_host, {"*.example.org"}));
    expect_hosts(site, true, {"example.org", "localhost", "evil.example:1"});
    expect_hosts(none, false, {"a.example.org"});
}

Test(site_access, requests_that_are_not_from_a_foreign_page_are_called) {
    expect_calls(true, "", {""});
    expect_calls(true, "Sec-Fetch-Site: ", {"same-origin", "none"});
    expect_calls(true, "Origin: ", {"http://localhost:8080", "https://localhost:8080",
                                    "HTTP://LOCALHOST:8080",
                                    "http://localhost:8080\r\nSec-Fetch-Site: same-origin",
                                    "https://proxy.example\r\nSec-Fetch-Site: same-origin"});
}

Test(site_access, a_foreign_page_may_not_call) {
    expect_calls(false, "Origin: ",
                 {"https://evil.example", "null", "", "http://localhost", "http://localhost:8081",
                  "http://127.0.0.1:8080", "http://localhost:80800", "http://localhost:8080/",
                  "http://localhost:8080@evil.example", "ftp://localhost:8080", "localhost:8080",
                  "http:localhost:8080", "http://localhost:8080.evil.example",
                  "https://evil.example/?localhost:8080", "//localhost:8080", "http://", "x",
                  "http://localhost:8080 https://evil.example", "file://",
                  "http://localhost:8080\r\nSec-Fetch-Site: cross-site",
                  "https://evil.example\r\nSec-Fetch-Site: cross-site"});
    expect_calls(false, "Sec-Fetch-Site: ", {"cross-site", "same-site", "", "Same-Origin",
                                             "same-origin, none"});
}

// Any site may link to the explorer; only calls are restricted.
Test(site_access, pages_may_be_linked_to) {
    asked site(with_explorer());
    for (const char* start : {"GET /api/browse", "GET /livez"})
        cr_expect(site.ask(start, "Sec-Fetch-Site: cross-site\r\n").status == 200);
}

Test(site_access, an_allowed_origin_may_call_and_read) {
    asked site(with(&options::cors_origin, {"https://app.example", "http://b.test:3000"}));
    for (const char* more :
         {"", "Sec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site: same-site\r\n"}) {
        const auto a = site.post("Origin: https://app.example\r\n" + std::string(more));
        cr_expect(a.status == 200);
        expect_open_to(a, "https://app.example");
    }
    expect_open_to(site.post("Origin: http://b.test:3000\r\n"), "http://b.test:3000");
    for (const char* origin : {"http://app.example", "https://app.example:444",
                               "https://app.exampl", "https://app.example.evil.example",
                               "https://x.app.example", "https://xapp.example", "http://b.test",
                               "null", "*"}) {
        const auto a = site.post("Origin: " + std::string(origin) + "\r\n");
        expect_refusal(a, 403, "--cors-origin");
        expect_open_to(a, "(none)");
    }
}

Test(site_access, an_allowed_origin_may_read_errors_too) {
    asked site(with(&options::cors_origin, {"https://app.example"}, with_explorer()));
    const std::string origin = "Origin: https://app.example\r\n";
    for (const char* start : {"POST /nowhere", "GET /api", "GET /livez", "GET /api/browse",
                              "OPTIONS *", "POST /api/browse"})
        expect_open_to(site.ask(start, origin), "https://app.example");
    expect_open_to(site.post(origin + "Content-Type: text/plain\r\n"), "https://app.example");
    expect_open_to(site.post(origin, "{"), "https://app.example");
    expect_open_to(site.post(origin, R"({"jsonrpc":"2.0","method":"count"})"),
                   "https://app.example");
    expect_open_to(site.post(origin, call_count, "evil.example"), "https://app.example");
    expect_open_to(site.refused("PUT /api", origin), "https://app.example");
}

Test(site_access, a_star_allows_any_origin) {
    asked site(with(&options::cors_origin, {"*"}));
    for (const char* origin : {"https://evil.example", "null"}) {
        const auto a = site.post("Sec-Fetch-Site: cross-site\r\nOrigin: " + std::string(origin) +
                                 "\r\n");
        cr_expect(a.status == 200);
        expect_open_to(a, origin);
    }
    cr_expect(site.post("Sec-Fetch-Site: cross-site\r\n").status == 200);
}

}}  // namespace access_test
