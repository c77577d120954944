// Generates HTML from the table of methods, for readers without scripts; page.cpp inserts it into
// the page. The program's texts enter it only through append_text().
#include "page.hpp"

#include "openrpc/curl.hpp"
#include "openrpc/schema.hpp"
#include "rpc/describe.hpp"
#include "rpc/members.hpp"

namespace callbox::site {

namespace {

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
    openrpc::append_quoted(url, endpoint);
    const auto append_call = [&](const example_call* e) {
        out.append("<pre tabindex=\"0\">");
        append_linked(out, types, [&](bytes& to, const auto&) {
            openrpc::append_curl(to, methods, r, rpc::whole(url), e);
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
        append_element(out, "", r.name, r.is_event() ? "</a> (event)</li>\n" : "</a></li>\n");
    });
    out.append(nested ? "</ul></li>\n</ul>\n" : "</ul>\n");
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
