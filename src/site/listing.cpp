// The table of methods in, HTML out, put into explorer.html by page.cpp. What the program's author
// wrote stands in it only by way of append_text(). The page's script reads the data- attributes.
#include "listing.hpp"

#include "rpc/describe.hpp"

#include <callbox/json.hpp>

#include <algorithm>
#include <cstddef>

namespace callbox::site {

namespace {

template <class Group, class Row>
void for_each_method(const table& methods, Group group, Row each);
void append_method(bytes& out, const table& methods, const row& of, std::string_view endpoint);
void append_param(bytes& out, const param& of, std::size_t number);
void append_curl(bytes& out, const table& methods, const row& of, std::string_view endpoint);
void append_example(bytes& out, const type& of, std::size_t number);
std::string_view form_of(const type& of);
void append_quoted(bytes& out, std::string_view word);

// Appends as text what `write` puts into other bytes.
template <class Write> void append_written(bytes& out, Write write) {
    bytes scratch;
    write(scratch);
    append_text(out, scratch.view());
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

void append_contents(bytes& out, const table& methods) {
    bool open = false;
    const auto group = [&](std::string_view name) {
        if (open) out.append("</ul>\n");
        open = true;
        if (!name.empty()) {
            out.append("<p>");
            append_text(out, name);
            out.append("</p>\n");
        }
        out.append("<ul>\n");
    };
    for_each_method(methods, group, [&](const row& r) {
        out.append("<li><a href=\"#m-");
        append_text(out, r.name);
        out.append("\">");
        append_text(out, r.name);
        out.append("</a></li>\n");
    });
    if (open) out.append("</ul>\n");
}

void append_methods(bytes& out, const table& methods, std::string_view endpoint) {
    const auto group = [&](std::string_view name) {
        out.append("<h2>");
        append_text(out, name.empty() ? "Without a namespace" : name);
        out.append("</h2>\n");
    };
    for_each_method(methods, group,
                    [&](const row& r) { append_method(out, methods, r, endpoint); });
    if (methods.rows.empty()) out.append("<p>This server has no methods.</p>\n");
}

namespace {

// The namespace is what stands before the first dot. First come the methods without one, in the
// group of no name; the rows are sorted, so that each other group stands together.
template <class Group, class Row>
void for_each_method(const table& methods, Group group, Row each) {
    const auto space_of = [](const row& r) {
        const std::size_t dot = r.name.find('.');
        return r.name.substr(0, dot == std::string_view::npos ? 0 : dot);
    };
    const auto is_plain = [&](const row& r) { return space_of(r).empty(); };
    if (std::any_of(methods.rows.begin(), methods.rows.end(), is_plain)) group(std::string_view{});
    for (const row& r : methods.rows)
        if (is_plain(r)) each(r);
    std::string_view current;
    for (const row& r : methods.rows) {
        if (is_plain(r)) continue;
        if (space_of(r) != current) group(current = space_of(r));
        each(r);
    }
}

void append_method(bytes& out, const table& methods, const row& of, std::string_view endpoint) {
    out.append("<article id=\"m-");
    append_text(out, of.name);
    out.append("\" data-method=\"");
    append_text(out, of.name);
    out.append("\">\n<h3>");
    append_text(out, of.name);
    out.append("</h3>\n<p class=\"signature\"><code>");
    append_written(out, [&](bytes& to) { rpc::append_signature(to, methods, of); });
    out.append("</code></p>\n<p>");
    append_text(out, of.doc);
    out.append("</p>\n");
    std::size_t number = 0;
    if (of.params_count != 0) out.append("<ul class=\"params\">\n");
    for (const param& p : methods.params_of(of)) append_param(out, p, ++number);
    if (of.params_count != 0) out.append("</ul>\n");
    out.append("<h4>With curl</h4>\n<pre class=\"curl\" tabindex=\"0\">");
    append_curl(out, methods, of, endpoint);
    out.append("</pre>\n</article>\n");
}

void append_choices(bytes& out, const type& of) {
    writer to(out);
    to.begin_array();
    for (const std::string_view name : of.names) to.string(name);
    to.end_array();
}

// `number` counts the parameters of a method from 1.
void append_param(bytes& out, const param& of, std::size_t number) {
    const bool nullable = of.is->is == type::form::optional;
    const type& plain = nullable ? *of.is->element : *of.is;
    out.append("<li data-name=\"");
    append_text(out, of.name);
    out.append("\" data-form=\"");
    out.append(form_of(plain));
    if (plain.is == type::form::choice) {
        out.append("\" data-choices=\"");
        append_written(out, [&](bytes& to) { append_choices(to, plain); });
    }
    out.append("\" data-example=\"");
    append_written(out, [&](bytes& to) {
        if (of.fallback) rpc::append_literal(to, *of.fallback);
        else append_example(to, plain, number);
    });
    out.append('"');
    if (of.required) out.append(" data-required");
    if (nullable) out.append(" data-nullable");
    if (of.by_name_only) out.append(" data-by-name-only");
    out.append("><p><code class=\"name\">");
    append_text(out, of.name);
    out.append("</code> <span class=\"type\">");
    append_written(out, [&](bytes& to) { rpc::append_exact_type(to, *of.is); });
    out.append("</span>");
    if (of.fallback) {
        out.append(" <span class=\"tag\">default <code>");
        append_written(out, [&](bytes& to) { rpc::append_literal(to, *of.fallback); });
        out.append("</code></span>");
    } else {
        out.append(of.required ? " <span class=\"tag\">required</span>"
                               : " <span class=\"tag\">optional</span>");
    }
    if (of.by_name_only) out.append(" <span class=\"tag\">by name only</span>");
    out.append("</p>\n");
    if (!of.doc.empty()) {
        out.append("<p>");
        append_text(out, of.doc);
        out.append("</p>\n");
    }
    out.append("</li>\n");
}

// A call with the required parameters, for a POSIX shell.
void append_curl(bytes& out, const table& methods, const row& of, std::string_view endpoint) {
    bytes call;
    writer to(call);
    to.begin_object();
    to.key("jsonrpc");
    to.string("2.0");
    to.key("id");
    to.natural(1);
    to.key("method");
    to.string(of.name);
    const auto params = methods.params_of(of);
    if (std::any_of(params.begin(), params.end(), [](const param& p) { return p.required; })) {
        to.key("params");
        to.begin_object();
        std::size_t number = 0;
        for (const param& p : params) {
            ++number;
            if (!p.required) continue;
            bytes example;
            append_example(example, *p.is, number);
            to.key(p.name);
            to.json(example.view());
        }
        to.end_object();
    }
    to.end_object();
    append_written(out, [&](bytes& line) {
        line.append("curl ");
        append_quoted(line, endpoint);
        line.append(" \\\n  -H 'Content-Type: application/json' \\\n  -d ");
        append_quoted(line, call.view());
    });
}

// A value of that type, as JSON.
void append_example(bytes& out, const type& of, std::size_t number) {
    writer to(out);
    switch (of.is) {
    case type::form::any:
    case type::form::null: return to.null();
    case type::form::boolean: return to.boolean(true);
    case type::form::integer: return to.natural(number);
    case type::form::number: return to.number(static_cast<double>(number) + 0.5);
    case type::form::string: return to.string("text");
    case type::form::choice: return to.string(of.names.empty() ? "" : of.names.front());
    case type::form::optional: return append_example(out, *of.element, number);
    case type::form::array:
        out.append('[');
        append_example(out, *of.element, number);
        return out.append(']');
    }
}

// What kind of input the page offers for it.
std::string_view form_of(const type& of) {
    switch (of.is) {
    case type::form::boolean: return "boolean";
    case type::form::integer: return "integer";
    case type::form::number: return "number";
    case type::form::string: return "string";
    case type::form::choice: return "choice";
    case type::form::any:
    case type::form::null:
    case type::form::array:
    case type::form::optional: break;
    }
    return "json";
}

// In single quotes nothing means anything to a shell but the quote itself.
void append_quoted(bytes& out, std::string_view word) {
    out.append('\'');
    for (const char c : word) {
        if (c == '\'') out.append("'\\''");
        else out.append(c);
    }
    out.append('\'');
}

}  // namespace

}  // namespace callbox::site
