// Generates HTML from the table of methods, for readers without scripts; page.cpp inserts it into
// the page. The program's texts enter it only through append_text().
#include "listing.hpp"

#include "openrpc/curl.hpp"
#include "rpc/describe.hpp"

#include <callbox/json.hpp>

#include <cstddef>
#include <new>
#include <optional>
#include <span>
#include <utility>

namespace callbox::site {

namespace {

// Appends the output of `write` as text.
template <class Write> void append_written(bytes& out, Write write) {
    bytes scratch;
    write(scratch);
    if (scratch.overflowed()) throw std::bad_alloc();
    append_text(out, scratch.view());
}

// The namespace is the part of the name before the first dot. Methods without one come first, in a
// group without a name. Each other group is contiguous, as the rows are sorted.
template <class Group, class Row>
void for_each_method(const table& methods, Group group, Row each) {
    const auto space_of = [](const row& r) {
        const std::size_t dot = r.name.find('.');
        return r.name.substr(0, dot == std::string_view::npos ? 0 : dot);
    };
    std::optional<std::string_view> open;
    for (const bool plain : {true, false})
        for (const row& r : methods.rows) {
            const std::string_view space = space_of(r);
            if (space.empty() != plain) continue;
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

void append_param(bytes& out, const param& p) {
    append_element(out, "<li><code>", p.name, "</code> ");
    append_written(out, [&](bytes& to) {
        const bool ranged = p.constraints.what == bounds::on::value;
        ranged ? rpc::append_type(to, *p.type) : rpc::append_exact_type(to, *p.type);
        rpc::append_constraints(to, p.constraints);
    });
    if (p.has_default()) {
        out.append(", by default <code>");
        append_written(out, [&](bytes& to) { rpc::append_default(to, p); });
        out.append("</code>");
    } else if (!p.required) {
        out.append(", optional");
    }
    if (p.by_name_only) out.append(", by name only");
    append_element(out, ": <span class=\"lines\">", p.doc, "</span>");
    out.append("</li>\n");
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

void append_call(bytes& out, const table& methods, const row& r, std::string_view url,
                 const example_call* example) {
    out.append("<pre tabindex=\"0\">");
    append_written(out, [&](bytes& to) { openrpc::append_curl(to, methods, r, url, example); });
    out.append("</pre>\n");
}

// A line for each example; without examples, one line with generated arguments.
void append_calls(bytes& out, const table& methods, const row& r, std::string_view endpoint) {
    bytes url;
    openrpc::append_quoted(url, endpoint);
    if (url.overflowed()) throw std::bad_alloc();
    const auto examples = methods.examples_of(r);
    for (const example_call& e : examples) append_call(out, methods, r, url.view(), &e);
    if (examples.empty()) append_call(out, methods, r, url.view(), nullptr);
}

void append_method(bytes& out, const table& methods, const row& r, std::string_view endpoint) {
    append_element(out, "<article id=\"m-", r.name, "\">\n");
    append_element(out, "<h3>", r.name, "");
    if (r.deprecated) out.append(" <span class=\"tag\">deprecated</span>");
    out.append("</h3>\n<p class=\"signature\"><code>");
    append_written(out, [&](bytes& to) { rpc::append_signature(to, methods, r); });
    out.append("</code></p>\n");
    append_element(out, "<p>", r.summary, "</p>\n");
    append_element(out, "<p class=\"lines\">", r.details, "</p>\n");
    if (r.params.count != 0) out.append("<ul>\n");
    for (const param& p : methods.params_of(r)) append_param(out, p);
    if (r.params.count != 0) out.append("</ul>\n");
    append_element(out, "<p>Returns ", r.returns_doc, ".</p>\n");
    append_errors(out, methods.errors_of(r));
    append_calls(out, methods, r, endpoint);
    out.append("</article>\n");
}

}  // namespace

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

void append_contents(bytes& out, const table& methods) {
    bool nested = false;
    out.append("<ul>\n");
    const auto group = [&](std::string_view name) {
        if (std::exchange(nested, !name.empty())) out.append("</ul></li>\n");
        append_element(out, "<li>", name, "<ul>\n");
    };
    for_each_method(methods, group, [&](const row& r) {
        append_element(out, "<li><a href=\"#m-", r.name, "\">");
        append_element(out, "", r.name, "</a></li>\n");
    });
    out.append(nested ? "</ul></li>\n</ul>\n" : "</ul>\n");
}

void append_methods(bytes& out, const table& methods, std::string_view endpoint) {
    const auto group = [&](std::string_view name) {
        append_element(out, "<h2>", name.empty() ? "Without a namespace" : name, "</h2>\n");
    };
    for_each_method(methods, group,
                    [&](const row& r) { append_method(out, methods, r, endpoint); });
    if (methods.rows.empty()) out.append("<p>No methods to show.</p>\n");
}

}  // namespace callbox::site
