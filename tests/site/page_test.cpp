// The explorer page: its contents, escaping and security fields.
#include "asking.hpp"

#include <callbox/clients.hpp>

#include "base/sha256.hpp"
#include "openrpc/document.hpp"
#include "site/page.hpp"
#include "site/site.hpp"

#include <optional>
#include <vector>

namespace page_test { namespace {

namespace page_test {  // named, as describe() is found by argument-dependent lookup

enum class tone { plain, sharp };
constexpr auto describe(callbox::as<tone>) {
    using callbox::choice;
    return callbox::choices{choice{tone::plain, "pl'ain"}, choice{tone::sharp, "<sharp> & \"co\""}};
}

}  // namespace page_test

using page_test::tone;

std::string nasty(std::string_view text, tone) { return std::string(text); }
double mean(std::vector<double> numbers, std::optional<bool> rounded, std::uint8_t digits) {
    return numbers.empty() || rounded.value_or(false) ? 0 : numbers.front() + digits;
}
void nothing() {}

constexpr callbox::api listed_methods{
    method<"zebra", nothing>("Is first, as it has no namespace.", callbox::deprecated,
                             callbox::details("All of\nit."), callbox::returns("<nothing>"),
                             callbox::fails(-3, "it <is> late"), callbox::fails(7, "it is not")),
    method<"a.mean", mean>("A mean.", "numbers", "rounded", arg("digits", "after the point") = 2),
    method<"b.nasty", nasty>("</p><script>alert(\"1\")</script> & 'more' <!-- methods -->",
                             arg("te\"xt<'", "<b>doc</b>"), by_name_only,
                             arg("tone", "&amp;") = tone::sharp, callbox::no_tool),
    method<"a.nothing", nothing>("Does nothing."),
};

std::string page_of(const options& chosen = {}, const callbox::table& methods = listed_methods) {
    const bool is_with_websocket = chosen.websocket == callbox::websocket_mode::on;
    return std::string(callbox::site::page(methods, chosen, is_with_websocket).html);
}

std::size_t count_of(std::string_view needle, std::string_view text) {
    std::size_t found = 0;
    for (std::size_t at = text.find(needle); at != text.npos; at = text.find(needle, at + 1))
        ++found;
    return found;
}

void expect_in(std::string_view text, std::string_view part) {
    cr_expect(text.find(part) != text.npos, "not there: %s", std::string(part).c_str());
}

std::string between(std::string_view text, std::string_view begin, std::string_view end) {
    const std::size_t from = text.find(begin) + begin.size();
    return std::string(text.substr(from, text.find(end, from) - from));
}

// The text for readers without scripts.
std::string list_of(std::string_view html) { return between(html, "<noscript>", "</noscript>"); }

// The data for the script.
std::string data_of(std::string_view html) {
    return between(html, "<script type=\"application/json\" id=\"document\">", "</script>");
}

std::string hash_of(std::string_view text) {
    return "'sha256-" + callbox::base64(callbox::sha256(text)) + "'";
}

asked explorer() { return asked(listed_methods, with_explorer()); }

Test(site_page, every_method_is_listed_with_its_parameters) {
    const std::string html = page_of();
    for (const std::string name : {"zebra", "a.mean", "b.nasty", "a.nothing"}) {
        expect_in(html, "<a href=\"#m-" + name + "\">" + name + "</a>");
        expect_in(html, "<article id=\"m-" + name + "\">");
    }
    expect_in(html, "<code>a.mean(numbers: array of number, rounded: boolean or null, "
                    "digits: integer = 2) -&gt; number</code>");
    expect_in(html, "<code>zebra() -&gt; null</code>");
    expect_in(html, "integer from 0 to 255");
    expect_in(html, "by default <code>2</code>: <span class=\"lines\">after the point</span>");
    expect_in(html, "Does nothing.");
}

Test(site_page, methods_are_grouped_by_namespace) {
    const std::string html = list_of(page_of());
    std::size_t last = 0;
    for (const char* mark :
         {"<h2>Without a namespace</h2>", "id=\"m-zebra\"", "<h2>a</h2>", "id=\"m-a.mean\"",
          "id=\"m-a.nothing\"", "<h2>b</h2>", "id=\"m-b.nasty\""}) {
        const std::size_t at = html.find(mark);
        cr_expect(at != html.npos && at > last, "%s", mark);
        last = at;
    }
    cr_expect(count_of("<h2>", html) == 3);
}

Test(site_page, each_method_has_a_call_by_curl) {
    const std::string html = page_of();
    cr_expect(count_of("<pre", html) == 4);
    expect_in(html, "curl -H &#39;Content-Type: application/json&#39; "
                    "&#39;http://127.0.0.1:8080/api&#39; "
                    "-d &#39;{&quot;jsonrpc&quot;:&quot;2.0&quot;,&quot;id&quot;:1,"
                    "&quot;method&quot;:&quot;a.mean&quot;,"
                    "&quot;params&quot;:{&quot;numbers&quot;:[]}}&#39;</pre>");
}

Test(site_page, each_example_is_a_call_by_curl) {
    constexpr callbox::api methods{
        method<"echo", nasty>("Says it again.", "text", arg("tone") = tone::plain,
                              callbox::example({"it's <b>"}, "it's <b>"),
                              callbox::example({"two", tone::sharp}, "two"))};
    const std::string list = list_of(page_of({}, methods));
    cr_expect(count_of("<pre", list) == 2);
    expect_in(list, "&quot;params&quot;:[&quot;it&#39;\\&#39;&#39;s &lt;b&gt;&quot;]}&#39;</pre>");
    expect_in(list, "&quot;params&quot;:[&quot;two&quot;,"
                    "&quot;&lt;sharp&gt; &amp; \\&quot;co\\&quot;&quot;]}&#39;</pre>");
}

Test(site_page, the_list_has_the_title_and_its_groups_are_nested) {
    const std::string list =
        list_of(page_of(with(&options::info, {.title = "<Mine> & \"yours\""})));
    expect_in(list, "<h1>&lt;Mine&gt; &amp; &quot;yours&quot;</h1>");
    expect_in(list, "<ul>\n<li><a href=\"#m-zebra\">zebra</a></li>\n"
                    "<li>a<ul>\n<li><a href=\"#m-a.mean\">a.mean</a></li>\n"
                    "<li><a href=\"#m-a.nothing\">a.nothing</a></li>\n</ul></li>\n"
                    "<li>b<ul>\n<li><a href=\"#m-b.nasty\">b.nasty</a></li>\n</ul></li>\n</ul>");
}

// A quote in a shell word: ' ends the quoting, \' is the quote, ' starts quoting again.
Test(site_page, a_quote_stays_inside_the_shells_word) {
    const std::string html = page_of();
    expect_in(html, "te\\&quot;xt&lt;&#39;\\&#39;&#39;&quot;:&quot;text&quot;");
}

Test(site_page, nothing_that_an_author_wrote_is_html) {
    const std::string html = page_of();
    const std::string list = list_of(html);
    for (const char* part :
         {"<script", "</script", "<b>doc", "'more'", "<sharp>", "te\"xt", "<!--"})
        cr_expect(list.find(part) == list.npos, "%s", part);
    expect_in(list, "&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; "
                    "&#39;more&#39; &lt;!-- methods --&gt;");
    expect_in(list, "<code>te&quot;xt&lt;&#39;</code>");
    expect_in(list, "one of &quot;pl&#39;ain&quot;, "
                    "&quot;&lt;sharp&gt; &amp; \\&quot;co\\&quot;&quot;");
    expect_in(list, "&amp;amp;");
    cr_expect(count_of("<script", html) == 2);
    cr_expect(count_of("<style", html) == 1);
    cr_expect(count_of("</script", html) == 2);
}

// There is no '<', hence no tag or comment; \u003c is the same character in JSON.
Test(site_page, the_document_is_data_in_the_page) {
    const std::string data = data_of(page_of());
    cr_expect(data.find('<') == data.npos);
    expect_in(data, R"("summary":"\u003c/p>\u003cscript>alert(\"1\")\u003c/script> & 'more' )");
    std::string document = data;
    for (std::size_t at = 0; (at = document.find("\\u003c", at)) != document.npos; ++at)
        document.replace(at, 6, "<");
    cr_expect(document == callbox::openrpc::describe(listed_methods, {}).document);
}

Test(site_page, errors_and_deprecation_are_listed) {
    const std::string list = list_of(page_of());
    expect_in(list, "<h3>zebra <span class=\"tag\">deprecated</span></h3>");
    expect_in(list, "<p class=\"lines\">All of\nit.</p>");
    expect_in(list, "<p>Returns &lt;nothing&gt;.</p>");
    expect_in(list, "<p>May fail with <code>-3</code> it &lt;is&gt; late, <code>7</code> it is not."
                    "</p>");
}

Test(site_page, the_five_specials_are_escaped_and_no_others) {
    callbox::bytes out;
    callbox::site::append_text(out, "<a href=\"x\">'&amp;'\xc3\xa4`\n</a>");
    cr_expect(out.view() == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&#39;\xc3\xa4`\n&lt;/a&gt;",
              "%s", std::string(out.view()).c_str());
}

Test(site_page, a_table_without_methods_has_a_page) {
    constexpr callbox::api empty{method<"x", nothing>("")};
    callbox::table methods(empty);
    methods.rows = {};
    expect_in(page_of({}, methods), "No methods to show.");
}

Test(site_page, the_url_reaches_the_server_if_possible) {
    const struct {
        const char* listen;
        const char* url;
    } rows[] = {
        {"127.0.0.1:8080", "http://127.0.0.1:8080/api"},
        {"[::1]:81", "http://[::1]:81/api"},
        {"0.0.0.0:80", "http://localhost:80/api"},
        {"[::]:80", "http://localhost:80/api"},
        {":80", "http://localhost:80/api"}, {"*:80", "http://localhost:80/api"},
        {"127.0.0.1:0", "http://localhost/api"},
        {"unix:/run/x.sock", "http://localhost/api"}, {"unix:/a:b", "http://localhost/api"},
        {"fd:3", "http://localhost/api"},
        {"", "http://localhost/api"},
    };
    for (const auto& row : rows) {
        const std::string html = page_of(with(&options::listen, {row.listen}));
        const std::string url = between(html, "id=\"endpoint\">", "</code>");
        cr_expect(url == row.url, "%s: %s", row.listen, url.c_str());
    }
    expect_in(page_of(with(&options::mount, "/it's/<b>/", with(&options::listen, {}))),
              " &#39;http://localhost/it&#39;\\&#39;&#39;s/&lt;b&gt;&#39; -d ");
}

Test(site_page, without_scripts_it_says_how_to_use_a_token) {
    const auto closed = [](std::string_view mount) {
        return list_of(page_of(with(&options::mount, std::string(mount),
                                    with(&options::token_file, "tokens"))));
    };
    const std::string command = "curl -H &#39;Authorization: Bearer TOKEN&#39; &#39;";
    expect_in(closed("/api"), "<p>This server requires a token.");
    expect_in(closed("/api"), command + "http://127.0.0.1:8080/api/openrpc.json&#39;</pre>");
    expect_in(closed("/it's/"), command + "http://127.0.0.1:8080/"
                               "it&#39;\\&#39;&#39;s/openrpc.json");
    cr_expect(list_of(page_of()).find("token") == std::string::npos);
    asked site(with(&options::token_file, "tokens", with_explorer()));
    const std::string list = list_of(site.ask("GET /api/browse").body);
    expect_in(list, "This server requires a token.");
    for (const char* part : {"<article", "<h2>", "required</p>", "No methods"})
        cr_expect(list.find(part) == list.npos, "%s", part);
}

Test(site_page, it_says_what_else_is_served_and_whether_a_token_is_needed) {
    const std::pair<options, const char*> rows[] = {
        {{}, "<body data-token=\"\" data-mcp=\"\" data-clients=\"\" "
             "data-websocket=\"\" data-admin=\"\">"},
        {with(&options::token_file, "tokens"), "<body data-token=\"needed\""},
        {with(&options::websocket, callbox::websocket_mode::on), "data-websocket=\"served\" "},
        {with(&options::clients, &callbox::commands::client), "data-clients=\"here\" "},
        {with(&options::mcp, true), "data-mcp=\"served\" "},
        {with(&options::admin_listen, {"127.0.0.1:9090"}), "data-admin=\"127.0.0.1:9090\">"},
        {with(&options::admin_listen, {"[::1]:1", "unix:/it's <b> & \"co\""}),
         "data-admin=\"[::1]:1\nunix:/it&#39;s &lt;b&gt; &amp; &quot;co&quot;\">"},
        {with(&options::admin_listen, {"127.0.0.1:9090"}, with(&options::token_file, "tokens")),
         "data-admin=\"\">"},
        {with(&options::mcp, true), R"("x-tool":{"hidden":true})"},
    };
    for (const auto& [chosen, part] : rows) expect_in(page_of(chosen), part);
}

Test(site_page, only_its_own_style_and_script_run) {
    asked site = explorer();
    const auto a = site.ask("GET /api/browse");
    const std::string policy = field_of(a, "Content-Security-Policy");
    const std::string style = hash_of(between(a.body, "<style>", "</style>"));
    const std::string script = hash_of(between(a.body, "<script>", "</script>"));
    cr_expect(policy == "default-src 'none'; style-src " + style + "; script-src " + script +
                            "; connect-src 'self'; base-uri 'none'; form-action 'none'; "
                            "frame-ancestors 'none'",
              "%s", policy.c_str());
    cr_expect(field_of(a, "Referrer-Policy") == "no-referrer");
    cr_expect(field_of(a, "X-Content-Type-Options") == "nosniff");
    cr_expect(field_of(a, "Cache-Control") == "no-cache");
    for (const char* inline_code : {" onclick=", " onload=", " style=\"", "javascript:"})
        cr_expect(a.body.find(inline_code) == a.body.npos, "%s", inline_code);
    for (const char* outside : {"src=", "@import", " url(", ":url(", "<link", "//cdn"})
        cr_expect(a.body.find(outside) == a.body.npos, "%s", outside);
}

Test(site_page, a_cached_page_is_not_sent_again) {
    asked site = explorer();
    for (const char* path : {"/api/browse", "/api/browse/"}) expect_cached(site, path);
}

Test(site_page, another_table_is_another_page) {
    asked site = explorer(), other(with_explorer());
    cr_expect(field_of(site.ask("GET /api/browse"), "ETag") !=
              field_of(other.ask("GET /api/browse"), "ETag"));
}

}}  // namespace page_test
