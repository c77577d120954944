// Builds the explorer page from the table of methods, and its security fields. Readers without
// scripts get the methods as HTML, which the program's texts enter only through append_text().
#include "page.hpp"

#include "base/sha256.hpp"
#include "openrpc/document.hpp"
#include "openrpc/schema.hpp"
#include "rpc/describe.hpp"
#include "rpc/members.hpp"
#include "rpc/sample.hpp"

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

// The URL shown without scripts. A script replaces it by the URL in the browser.
std::string url_of(const options& chosen) {
    std::string address = chosen.listen.empty() ? "" : chosen.listen.front();
    const std::size_t colon = address.rfind(':');
    const std::string port = colon == std::string::npos ? "" : address.substr(colon);
    const std::string host = address.substr(0, address.size() - port.size());
    const bool other = address.starts_with("unix:") || host == "fd" || port.empty() || port == ":0";
    if (other) address = "localhost";
    else if (host.empty() || host == "*" || host == "0.0.0.0" || host == "[::]")
        address = "localhost" + port;
    std::string url = "http://" + address + chosen.mount;
    if (url.ends_with('/')) url.pop_back();
    return url;
}

// The namespace is the part of the name before the first dot. Methods without one come first, in a
// group without a name. Each other group is contiguous, as the rows are sorted.
template <class Group, class Row>
void for_each_method(const table& methods, Group group, Row each) {
    std::optional<std::string_view> open;
    for (const bool plain : {true, false})
        for (const row& r : methods.rows) {
            const std::size_t dot = r.name.find('.');
            const std::string_view space = r.name.substr(0, dot == r.name.npos ? 0 : dot);
            if (space.empty() != plain || r.unlisted) continue;
            if (space != open) group(space);
            open = space;
            each(r);
        }
}

// Appends the text between `begin` and `end`, which are HTML; appends nothing if it is empty.
void append_element(bytes& out, std::string_view begin, std::string_view text,
                    std::string_view end) {
    if (text.empty()) return;
    out.append(begin);
    append_text(out, text);
    out.append(end);
}

void append_link(bytes& out, std::string_view type_name) {
    append_element(out, "<a href=\"#t-", type_name, "\">");
    append_element(out, "", type_name, "</a>");
}

// Appends the output of `write` as text. It gets a namer that appends the names of structs and
// tagged unions as links.
template <class Write>
void append_linked(bytes& out, const openrpc::components& types, Write write) {
    bytes scratch;
    const auto flush = [&] {
        append_text(out, rpc::whole(scratch));
        scratch.clear();
    };
    write(scratch, [&](bytes&, const type& t) {
        if (!openrpc::is_object(t)) return false;
        flush();
        append_link(out, types.name_of(t));
        return true;
    });
    flush();
}

// Parameters, or the members of a struct.
void append_members(bytes& out, const openrpc::components& types, std::span<const member> all) {
    if (!all.empty()) out.append("<ul>\n");
    for (const member& m : all) {
        append_element(out, "<li><code>", m.name, "</code> ");
        if (m.required) out.append("<b class=\"bad\" title=\"required\">*</b> ");
        append_linked(out, types, [&](bytes& to, const auto& n) { rpc::append_member(to, m, n); });
        if (m.has_default()) {
            out.append(", by default <code>");
            append_linked(out, types, [&](bytes& to, const auto&) { rpc::append_default(to, m); });
            out.append("</code>");
        } else if (!m.required) {
            out.append(", optional");
        }
        if (m.by_name_only) out.append(" <span class=\"tag\">by name only</span>");
        append_element(out, ": <span class=\"lines\">", m.doc, "</span>");
        out.append("</li>\n");
    }
    if (!all.empty()) out.append("</ul>\n");
}

void append_errors(bytes& out, std::span<const declared_error> errors) {
    if (errors.empty()) return;
    std::string_view before = "<p>May fail with <code>";
    for (const declared_error& e : errors) {
        out.append(std::exchange(before, ", <code>"));
        writer(out).integer(e.code);
        out.append("</code> ");
        append_text(out, e.message);
    }
    out.append(".</p>\n");
}

// A line for each example; without examples, one line with generated arguments.
void append_calls(bytes& out, const table& methods, const openrpc::components& types, const row& r,
                  std::string_view endpoint) {
    bytes url;
    rpc::append_quoted(url, endpoint);
    const auto append_call = [&](const example_call* e) {
        out.append("<pre tabindex=\"0\">");
        append_linked(out, types, [&](bytes& to, const auto&) {
            rpc::append_curl(to, methods, r, rpc::whole(url), e);
        });
        out.append("</pre>\n");
    };
    const auto examples = methods.examples_of(r);
    for (const example_call& e : examples) append_call(&e);
    if (examples.empty()) append_call(nullptr);
}

void append_method(bytes& out, const table& methods, const openrpc::components& types,
                   const row& r, std::string_view endpoint) {
    append_element(out, "<article id=\"m-", r.name, "\">\n");
    append_element(out, "<h3>", r.name, "");
    if (r.is_event()) out.append(" <span class=\"tag\">event</span>");
    if (r.deprecated) out.append(" <span class=\"tag\">deprecated</span>");
    out.append("</h3>\n<p class=\"signature\"><code>");
    append_linked(out, types, [&](bytes& to, const auto& namer) {
        rpc::append_signature(to, methods, r, "", namer);
    });
    out.append("</code></p>\n");
    append_element(out, "<p>", r.summary, "</p>\n");
    append_element(out, "<p class=\"lines\">", r.details, "</p>\n");
    append_members(out, types, methods.params_of(r));
    if (r.is_event()) {
        out.append("<p>");
        rpc::append_delivery(out, r.event);
        out.append("</p>\n");
    } else {
        append_element(out, "<p>Returns ", r.returns_doc, ".</p>\n");
    }
    append_errors(out, methods.errors_of(r));
    append_calls(out, methods, types, r, endpoint);
    out.append("</article>\n");
}

void append_type(bytes& out, const openrpc::components& types, const type& t) {
    append_element(out, "<article id=\"t-", types.name_of(t), "\">\n");
    append_element(out, "<h3>", types.name_of(t), "</h3>\n");
    append_members(out, types, t.members);
    std::string_view before = "</code>): ";
    append_element(out, "<p>Alternatives (discriminator <code>", t.tag, "");
    for (const type* part : t.parts) {
        out.append(std::exchange(before, ", "));
        append_link(out, types.name_of(*part));
    }
    out.append(t.parts.empty() ? "</article>\n" : "</p>\n</article>\n");
}

void append_contents(bytes& out, const table& methods) {
    bool nested = false;
    out.append("<ul>\n");
    const auto group = [&](std::string_view name) {
        if (std::exchange(nested, !name.empty())) out.append("</ul></li>\n");
        append_element(out, "<li>", name, "<ul>\n");
    };
    for_each_method(methods, group, [&](const row& r) {
        append_element(out, "<li><a href=\"#m-", r.name, "\">");
        append_element(out, "", r.name, r.is_event() ? "</a> (event)</li>\n" : "</a></li>\n");
    });
    out.append(nested ? "</ul></li>\n</ul>\n" : "</ul>\n");
}

}  // namespace

page::page(const table& methods, const options& chosen, bool is_with_websocket) {
    const std::string endpoint = url_of(chosen);
    const api_info info = callbox::detail::info_of(chosen);
    const bool needs_token = !chosen.token_file.empty() || chosen.authenticate;
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
        rpc::append_quoted(url, endpoint + "/openrpc.json");
        append_element(
            made,
            "<p>This server requires a token. To list the methods that a token may call:</p>\n"
            "<pre tabindex=\"0\">curl -H &#39;Authorization: Bearer TOKEN&#39; ",
            rpc::whole(url), "</pre>\n");
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
    // Allows only the page's own style and script and connections to this server; forbids framing.
    //                                                                  CSP Level 3
    fields = "ETag: " + tag + "\r\nCache-Control: no-cache\r\n"
             "Content-Security-Policy: default-src 'none'; style-src " +
             hash_of_element("<style>", "</style>") + "; script-src " +
             hash_of_element("<script>", "</script>") +
             "; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
             "Referrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n";
}

void append_text(bytes& out, std::string_view text) {
    for (const char c : text) {
        switch (c) {
        case '&': out.append("&amp;"); break;
        case '<': out.append("&lt;"); break;
        case '>': out.append("&gt;"); break;
        case '"': out.append("&quot;"); break;
        case '\'': out.append("&#39;"); break;
        default: out.append(c);
        }
    }
}

void append_data(bytes& out, std::string_view json) {
    for (const char c : json) {
        if (c == '<') out.append("\\u003c");
        else out.append(c);
    }
}

void append_methods(bytes& out, const table& methods, std::string_view endpoint) {
    const auto group = [&](std::string_view name) {
        append_element(out, "<h2>", name.empty() ? "Without a namespace" : name, "</h2>\n");
    };
    const openrpc::components types(methods);
    if (methods.rows.empty()) return;
    out.append("<p><b class=\"bad\">*</b> required</p>\n");
    for_each_method(methods, group,
                    [&](const row& r) { append_method(out, methods, types, r, endpoint); });
    const auto objects = types.objects();
    if (!objects.empty()) out.append("<h2>Types</h2>\n");
    for (const type* t : objects) append_type(out, types, *t);
}

}  // namespace callbox::site
