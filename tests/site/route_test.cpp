// Status codes and fields set by the site.
#include "asking.hpp"

namespace route_test { namespace {

constexpr std::string_view counted = R"({"jsonrpc":"2.0","result":1,"id":1})";
constexpr std::string_view notification = R"({"jsonrpc":"2.0","method":"count"})";

void expect_called(const std::string& fields) {
    const auto a = asked().post(fields);
    cr_expect(a.body == counted, "%s: %d %s", fields.c_str(), a.status, a.body.c_str());
}

// A call with that start line and field line is refused and not made.
void expect_refused(std::string_view start, std::string_view line, int status,
                    std::string_view clause, std::string_view field = "",
                    std::string_view value = "(none)", const options& chosen = {}) {
    asked site(chosen);
    const auto a = site.ask(start, line.empty() ? "" : std::string(line) + "\r\n", call_count);
    expect_refusal(a, status, clause);
    cr_expect(field_of(a, field) == value && calls == 0, "%s %s", std::string(start).c_str(),
              std::string(line).c_str());
}

Test(site_route, responses_are_independent_of_the_previous_one) {
    asked site(with_explorer());
    for (const char* before : {"GET /api/browse", "HEAD /api/browse", "GET /livez", "OPTIONS /api",
                               "GET /nowhere", "POST /api", "GET /api/openrpc.json"}) {
        cr_expect(site.ask(before, "", notification).status != 0);
        const std::string page = site.ask("GET /api/browse").body;
        cr_expect(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"), "%s", before);
        cr_expect(site.post("", "[]").body.starts_with("{\"jsonrpc\""), "%s", before);
        cr_expect(site.ask(before, "", notification).status != 0);
        cr_expect(site.post("", R"({"jsonrpc":"2.0","id":1,"method":"halve","params":[4]})").body ==
                  R"({"jsonrpc":"2.0","result":2,"id":1})");
        cr_expect(site.post("", notification).status == 204);
    }
}

Test(site_route, the_mount_may_have_several_segments_or_a_trailing_slash) {
    for (const char* mount : {"/a/b", "/a/b/"}) {
        const options chosen = with(&options::mount, mount);
        for (const char* start : {"POST /a/b", "POST /a/b/"})
            cr_expect(asked(chosen).ask(start, "", call_count).status == 200, "%s", start);
        for (const char* start : {"POST /a", "POST /a/", "POST /api", "POST /a/b//", "POST /a/bc"})
            expect_refused(start, "", 404, "POST to /a/b", "", "(none)", chosen);
    }
}

Test(site_route, a_mount_of_no_segment_is_the_root) {
    asked site(with(&options::mount, "/", with_explorer()));
    cr_expect(site.ask("POST /", "", call_count).status == 200);
    cr_expect(site.ask("GET /browse").status == 200);
    cr_expect(site.ask("GET /livez").status == 200);
}

Test(site_route, any_other_path_is_not_found) {
    for (const char* start :
         {"GET /", "POST /", "GET /apix", "POST /ap", "POST /API", "POST //api", "POST /api//",
          "POST /api/x", "POST /%61pi", "POST /api%2f", "POST /api/.", "POST /x/../api",
          "OPTIONS /", "GET /livez/", "GET /LIVEZ", "GET /healthz", "GET /favicon.ico",
          "GET /metrics", "GET /api/openrpc", "BREW /pot", "GET /livez;x", "GET /livezz",
          "POST /api;x=y"})
        expect_refused(start, "", 404, "send calls by POST to /api");
}

Test(site_route, json_content_types_are_accepted) {
    for (const char* type :
         {"application/json", "Application/JSON", "application/json-rpc", "APPLICATION/JSON-RPC",
          "application/jsonrequest", "application/vnd.api+json", "application/x+JSON",
          "application/json; charset=utf-8", "application/json;charset=UTF-8",
          "application/json; charset=utf8", "application/json; charset=\"UTF\\8\"",
          "application/json ; charset=\"utf-8\"", "application/json; charset=\"Utf\\-8\"",
          "application/json;", "application/json;;",
          "application/json; odata=verbose; x=\"a;b\\\"\"",
          "application/json; utf-8", "application/json; boundary=\"; charset=latin1\"",
          "application/a+b+json; profile=\"x\"", ""})
        expect_called("Content-Type: " + std::string(type) + "\r\n");
    expect_called("");
}

Test(site_route, other_content_types_get_415_with_the_expected_type) {
    for (const char* type :
         {"text/plain", "text/json", "application/x-www-form-urlencoded",
          "multipart/form-data; a=b",
          "application", "application/", "application/+json", "application/jsonp", "json",
          "application/json+", "application/xml", "application/json, text/plain", "*/*",
          "application/ json", "application /json", "application/x y+json", "application/json/x",
          "text/plain; x=application/json", ";application/json", "\"application/json\"",
          "application/jsonx", "text/vnd.api+json"})
        expect_refused("POST /api", "Content-Type: " + std::string(type), 415,
                       "send Content-Type: application/json", "Accept", "application/json");
}

Test(site_route, a_charset_other_than_utf_8_is_refused) {
    for (const char* parameter :
         {"charset=latin1", "charset=utf-16", "CharSet=ISO-8859-1", "charset=\"us-ascii\"",
          "charset=", "charset", "charset=utf88", "charset=utf_8", "charset=utf-80",
          "charset=utf-", "charset=\"\"",
          "charset=utf-8; charset=utf-16", "x=\"a\\\\\"; charset=latin1", "charset = koi8-r",
          "x=y;charset=ebcdic", "charset='utf-8'"})
        expect_refused("POST /api", "Content-Type: application/json; " + std::string(parameter),
                       415, "charset", "Accept", "application/json");
    for (const char* parameter : {"charset=\"utf-8", "x=\"\\\""})
        expect_refused("POST /api", "Content-Type: application/json; " + std::string(parameter),
                       415, "quote", "Accept", "application/json");
}

Test(site_route, a_content_encoding_is_refused) {
    for (const char* coding : {"gzip", "br", "deflate, gzip", "identity, gzip", "x", "identityx"})
        expect_refused("POST /api", "Content-Encoding: " + std::string(coding), 415,
                       "without Content-Encoding", "Accept-Encoding", "identity");
    for (const char* coding : {"identity", "Identity", ""})
        expect_called("Content-Encoding: " + std::string(coding) + "\r\n");
}

Test(site_route, other_methods_on_the_endpoint_get_405_with_the_allowed_methods) {
    for (const char* start : {"GET /api", "GET /api/", "PUT /api", "DELETE /api", "PATCH /api",
                              "post /api", "Post /api", "POSTS /api", "TRACE /api"})
        expect_refused(start, "", 405, "POST", "Allow", "POST, OPTIONS");
}

Test(site_route, head_gets_the_length_without_the_body) {
    asked site(with_explorer());
    for (const char* path : {"/api", "/livez", "/api/browse", "/nowhere"}) {
        const auto get = site.ask(std::string("GET ") + path);
        const auto head = site.ask(std::string("HEAD ") + path);
        cr_expect(head.status == get.status, "%s", path);
        cr_expect(head.body.empty(), "%s", path);
        cr_expect(field_of(head, "Content-Length") == std::to_string(get.body.size()), "%s", path);
        cr_expect(field_of(head, "Content-Type") == field_of(get, "Content-Type"), "%s", path);
    }
}

Test(site_route, the_explorer_is_one_page) {
    asked site(with_explorer());
    for (const char* start : {"GET /api/browse", "GET /api/browse/", "GET /api/browse?q"}) {
        const auto a = site.ask(start);
        cr_expect(a.status == 200, "%s", start);
        cr_expect(field_of(a, "Content-Type") == "text/html; charset=utf-8");
        cr_expect(a.body.starts_with("<!doctype html>"));
    }
    for (const char* start : {"POST /api/browse", "PUT /api/browse/", "OPTIONS /api/browse"})
        expect_refused(start, "", 405, "GET", "Allow", "GET, HEAD", with_explorer());
    for (const char* start : {"GET /api/browse/x", "GET /api/browse//", "GET /api/browser",
                              "GET /browse", "GET /api/Browse"})
        expect_refused(start, "", 404, "the explorer is at /api/browse", "", "(none)",
                       with_explorer());
}

Test(site_route, health_is_reported) {
    asked site;
    for (const char* start : {"GET /livez", "GET /readyz", "GET /readyz?verbose"}) {
        const auto a = site.ask(start);
        cr_expect(a.status == 200, "%s", start);
        cr_expect(a.body == "ok\n");
        cr_expect(field_of(a, "Content-Type").starts_with("text/plain"));
    }
    for (const char* start : {"POST /livez", "DELETE /readyz", "OPTIONS /livez"})
        expect_refused(start, "", 405, "", "Allow", "GET, HEAD");
}

Test(site_route, a_draining_server_is_alive_but_not_ready) {
    asked site;
    site.draining = true;
    const auto ready = site.ask("GET /readyz");
    cr_expect(ready.status == 503);
    cr_expect(field_of(ready, "Retry-After") == "1");
    cr_expect(site.ask("GET /livez").status == 200);
    cr_expect(site.post().body == counted);
}

Test(site_route, connection_reports_whether_the_connection_closes) {
    asked site;
    const std::string_view old = "GET /livez HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
    cr_expect(field_of(site.send(old), "Connection") == "keep-alive");
    site.close = true;
    cr_expect(field_of(site.send(old), "Connection") == "close");
    cr_expect(field_of(site.post(), "Connection") == "close");
    cr_expect(field_of(site.ask("GET /x"), "Connection") == "close");
}

// Else they are 200, and no response is 204, but 200 with always_200.
Test(site_route, errors_are_mapped_to_statuses_with_mapped) {
    using callbox::status_mode;
    const struct {
        const char* body;
        int status;
    } rows[] = {
        {R"({"jsonrpc":"2.0","id":1,"method":"count"})", 200},
        {R"({"jsonrpc":"2.0","method":"count"})", 204},
        {R"({"jsonrpc":"2.0","method":"none"})", 204},
        {"{", 400},
        {"", 400},
        {"1", 400},
        {"[]", 400},
        {R"({"jsonrpc":"1.0","id":1,"method":"count"})", 400},
        {R"({"jsonrpc":"2.0","id":1,"method":"halve"})", 400},
        {R"({"jsonrpc":"2.0","id":1,"method":"none"})", 404},
        {R"({"jsonrpc":"2.0","id":1,"method":"halve","params":[3]})", 500},
        {R"({"jsonrpc":"2.0","id":1,"method":"broken"})", 500},
        {R"([{"jsonrpc":"2.0","id":1,"method":"none"}])", 200},
    };
    for (const auto& row : rows) {
        const auto in = [&](status_mode mode) {
            return asked(with(&options::http_status, mode)).post("", row.body);
        };
        const auto a = in(status_mode::mapped), b = in(status_mode::rpc);
        const auto c = in(status_mode::always_200);
        cr_expect(a.status == row.status, "%s: %d", row.body, a.status);
        cr_expect(b.status == (row.status == 204 ? 204 : 200), "%s: %d", row.body, b.status);
        cr_expect(c.status == 200, "%s: %d", row.body, c.status);
        if (row.status == 204)
            cr_expect(field_of(c, "Content-Length") == "0" &&
                      field_of(c, "Content-Type") == "(none)");
        if (row.status >= 400)
            cr_expect(b.body.find("\"error\"") != std::string::npos, "%s", row.body);
    }
}

Test(site_route, malformed_requests_are_rejected) {
    asked site;
    for (const int status : {400, 408, 413, 414, 417, 431}) {
        const auto a = site.refuse(status, "a \"reason\"");
        expect_refusal(a, status, "a \\\"reason\\\"");
        cr_expect(field_of(a, "Connection") == "close");
        cr_expect(field_of(a, "Retry-After") == "(none)");
    }
    for (const int status : {500, 501, 505})
        cr_expect(field_of(site.refuse(status, "a reason"), "Connection") == "close");
    const auto busy = site.refuse(503, "a reason");
    expect_refusal(busy, 503, "a reason");
    cr_expect(field_of(busy, "Retry-After") == "1");
}

Test(site_route, a_request_with_expect_is_rejected_for_errors_in_its_head) {
    asked site(with_explorer());
    const struct {
        const char* start;
        const char* fields;
        int status;
    } rows[] = {
        {"POST /api", "", 0},
        {"POST /api", "Content-Type: application/json\r\n", 0},
        {"POST /api", "Content-Type: text/plain\r\n", 415},
        {"POST /api", "Content-Encoding: gzip\r\n", 415},
        {"POST /api", "Origin: https://evil.example\r\n", 403},
        {"PUT /api", "", 405},
        {"POST /x", "", 404},
        {"POST /api/browse", "", 405},
        {"POST /livez", "", 405},
        {"GET /livez", "", 0},
    };
    for (const auto& row : rows) {
        const std::string fields = std::string(row.fields) + "Expect: 100-continue\r\n";
        const auto a = site.refused(row.start, fields);
        cr_expect(a.status == row.status, "%s %s: %d", row.start, row.fields, a.status);
        if (a.status != 0) cr_expect(field_of(a, "Connection") == "close");
    }
    cr_expect(calls == 0);
}

Test(site_route, a_response_that_does_not_fit_makes_the_bytes_overflow) {
    const callbox::limits bounds;
    for (std::size_t limit = 0; limit < 140; limit += 7) {
        support::quiet_log log;
        callbox::site::site site(asked_methods, nullptr, {}, true, log);
        callbox::http::parser parser(bounds);
        const std::string_view head = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
        cr_assert(parser.feed(head) == callbox::http::progress::done);
        callbox::bytes out(limit);
        cr_assert(site.respond({.date = date, .request = &parser.message()}, {}, out));
        cr_expect(out.overflowed(), "%zu", limit);
    }
}

Test(site_route, a_function_sees_a_valid_traceparent) {
    static constexpr callbox::api traced{
        method<"trace", [](const callbox::caller& c) { return std::string(c.traceparent); }>(
            "The request's traceparent."),
    };
    asked site(traced, options());
    const auto seen = [&](const std::string& fields) {
        const std::string body =
            site.post(fields, R"({"jsonrpc":"2.0","id":1,"method":"trace"})").body;
        const std::size_t at = body.find("result\":\"") + 9;
        return body.substr(at, body.find('"', at) - at);
    };
    const std::string one = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    cr_expect(seen("") == "");
    cr_expect(seen("traceparent: " + one + "\r\n") == one);
    cr_expect(seen("TraceParent:" + one + " \r\n") == one);
    for (const std::string& wrong : {one + "-", one.substr(1), "ff" + one.substr(2),
                                     std::string("00-x"), std::string()})
        cr_expect(seen("traceparent: " + wrong + "\r\n") == "", "%s", wrong.c_str());
}

}}  // namespace route_test
