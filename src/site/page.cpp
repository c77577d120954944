// Builds the explorer page from the table of methods and its security fields.
#include "page.hpp"

#include "base/sha256.hpp"
#include "openrpc/curl.hpp"
#include "openrpc/document.hpp"
#include "rpc/members.hpp"

namespace callbox::site {

namespace {

constexpr char page_text[] =
#include "site/explorer/page.html.inc"
    ;
// src/site/explorer/, with marks to be replaced by the parts of this server.
constexpr std::string_view page_template{page_text, sizeof page_text - 1};
static_assert(page_template.size() <= 112 << 10);

// Removes `mark` and the text before it from `rest`; returns that text. Requires: `rest` has the
// mark exactly once.
std::string_view take_until_mark(std::string_view& rest, std::string_view mark) {
    const std::size_t at = rest.find(mark);
    assert(at != std::string_view::npos);
    assert(rest.find(mark, at + 1) == std::string_view::npos);
    const std::string_view taken = rest.substr(0, at);
    rest.remove_prefix(at + mark.size());
    return taken;
}

std::string hash_of_element(std::string_view begin, std::string_view end) {
    std::string_view rest = page_template;
    (void)take_until_mark(rest, begin);
    return "'sha256-" + base64(sha256(take_until_mark(rest, end))) + "'";
}

// Allows only the page's own style and script and connections to this server; forbids framing.
//                                                                  CSP Level 3
std::string policy() {
    return "default-src 'none'; style-src " + hash_of_element("<style>", "</style>") +
           "; script-src " + hash_of_element("<script>", "</script>") +
           "; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
}

// The URL shown without scripts. A script replaces it by the URL in the browser.
std::string url_of(const options& chosen) {
    std::string address = chosen.listen.empty() ? "" : chosen.listen.front();
    const std::size_t colon = address.rfind(':');
    const std::string port = colon == std::string::npos ? "" : address.substr(colon);
    const std::string host = address.substr(0, address.size() - port.size());
    const bool other = address.starts_with("unix:") || host == "fd" || port.empty() || port == ":0";
    if (other) address = "localhost";
    else if (host.empty() || host == "0.0.0.0" || host == "[::]") address = "localhost" + port;
    std::string url = "http://" + address + chosen.mount;
    if (url.ends_with('/')) url.pop_back();
    return url;
}

}  // namespace

page::page(const table& methods, const options& chosen, bool is_with_websocket) {
    const std::string endpoint = url_of(chosen);
    const api_info info = callbox::detail::info_of(chosen);
    const bool needs_token = !chosen.token_file.empty();
    std::string_view rest = page_template;
    bytes made;
    const auto put = [&](std::string_view mark, bool is_so, std::string_view text) {
        made.append(take_until_mark(rest, mark));
        if (is_so) made.append(text);
    };
    put("<!-- token -->", needs_token, "needed");
    put("<!-- mcp -->", chosen.mcp, "served");
    put("<!-- clients -->", chosen.clients != nullptr, "here");
    put("<!-- websocket -->", is_with_websocket, "served");
    made.append(take_until_mark(rest, "<!-- admin -->"));
    // For readers who need no token. One a line, as a path may contain any other separator.
    for (const std::string& each : chosen.admin_listen) {
        if (needs_token) break;
        if (&each != &chosen.admin_listen.front()) made.append('\n');
        append_text(made, each);
    }
    made.append(take_until_mark(rest, "<!-- endpoint -->"));
    append_text(made, endpoint);
    made.append(take_until_mark(rest, "<!-- title -->"));
    append_text(made, info.title);
    put("<!-- access -->", !needs_token && methods.rows.empty(), "<p>No methods to show.</p>\n");
    if (needs_token) {
        bytes url;
        openrpc::append_quoted(url, endpoint + "/openrpc.json");
        made.append(
            "<p>This server requires a token. To list the methods that a token may call:</p>\n"
            "<pre tabindex=\"0\">curl -H &#39;Authorization: Bearer TOKEN&#39; ");
        append_text(made, rpc::whole(url));
        made.append("</pre>\n");
    }
    made.append(take_until_mark(rest, "<!-- contents -->"));
    append_contents(made, methods);
    made.append(take_until_mark(rest, "<!-- methods -->"));
    append_methods(made, methods, endpoint);
    made.append(take_until_mark(rest, "<!-- document -->"));
    append_data(made, openrpc::describe(methods, info).document);
    made.append(rest);
    html = rpc::whole(made);
    tag = '"' + base64(sha256(html)) + '"';
    fields = "ETag: " + tag + "\r\nCache-Control: no-cache\r\nContent-Security-Policy: " +
              policy() + "\r\nReferrer-Policy: no-referrer\r\n"
              "Cross-Origin-Resource-Policy: same-origin\r\n";
}

}  // namespace callbox::site
