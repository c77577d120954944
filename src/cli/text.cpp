// Writes text for standard output from the table of methods and the table of options.
#include "text.hpp"

#include "openrpc/schema.hpp"
#include "options.hpp"
#include "rpc/describe.hpp"
#include "rpc/members.hpp"
#include "rpc/sample.hpp"

namespace callbox::cli {

namespace {

constexpr std::size_t signature_width_max = 60;  // wider ones do not move the summaries

// "  tone   one of "plain", "cheerful"; default "plain"; by name only"
void append_members(bytes& out, std::span<const member> all) {
    std::size_t width = 0;
    for (const member& m : all) width = std::max(width, characters_of(m.name));
    for (const member& m : all) {
        append(out, {"  ", m.name});
        pad(out, 3 + width - characters_of(m.name));
        rpc::append_member(out, m);
        out.append(m.required ? "; required" : m.has_default() ? "; default " : "; optional");
        if (m.has_default()) rpc::append_default(out, m);
        out.append(m.by_name_only ? "; by name only\n" : "\n");
        if (m.doc.empty()) continue;
        pad(out, width + 5);
        append_wrapped_from(out, m.doc, width + 5);
    }
}

// Collects the structs and tagged unions in a type, each once.
void collect(const type& t, std::vector<const type*>& out) {
    if (openrpc::is_object(t)) {
        if (std::find(out.begin(), out.end(), &t) != out.end()) return;
        out.push_back(&t);
    }
    openrpc::visit_parts(t, [&](const type& part) { collect(part, out); });
}

void append_structs(bytes& out, const table& methods, const row& r) {
    std::vector<const type*> structs;
    for (const param& p : methods.params_of(r)) collect(*p.type, structs);
    collect(r.is_event() ? *r.event.payload : *r.returns, structs);
    for (const type* each : structs) {
        if (each->form == type_form::either) {
            out.append("\nAlternatives of ");
            rpc::append_type(out, *each);
            append(out, {" (discriminator \"", each->tag, "\"):"});
            for (const type* part : each->parts)
                append(out, {part == each->parts.front() ? " " : ", ", part->name});
            out.append('\n');
        } else {
            append(out, {"\nMembers of ", each->name, ":\n"});
            append_members(out, each->members);
        }
    }
}

void append_errors(bytes& out, const table& methods, const row& r) {
    if (r.errors.count != 0) out.append("\nErrors:\n");
    for (const declared_error& e : methods.errors_of(r)) {
        const std::string code = std::to_string(e.code);
        append(out, {"  ", code, "   "});
        append_wrapped_from(out, e.message, code.size() + 5);
    }
}

void append_examples(bytes& out, const table& methods, const row& r) {
    const bool by_name = r.by_position_count < r.params.count;
    if (r.examples.count != 0) out.append("\nExamples:\n");
    for (const example_call& e : methods.examples_of(r)) {
        out.append("  ");
        writer arguments(out);
        rpc::write_arguments(arguments, e, methods.params_of(r), by_name);
        if (!r.is_event()) {
            out.append("  ->  ");
            writer result(out);
            rpc::write_result(result, e, *r.returns);
        }
        out.append('\n');
    }
}

std::string signature_of(const table& methods, const row& r) {
    bytes signature;
    rpc::append_signature(signature, methods, r);
    return std::string(rpc::whole(signature));
}

}  // namespace

void append_options(bytes& out, const options& defaults, const settings* own) {
    if (own != nullptr) {
        out.append("\nOptions of this program:\n");
        for (const setting_row& row : own->rows())
            append_item(out, row.name, row.takes, own->help(row));
    }
    for (const option& o : all_options) {
        for (const auto& [first, heading] : headings)
            if (o.name == first) append(out, {"\n", heading, ":\n"});
        std::string doc(o.doc);
        const std::string value = value_text(o, defaults);
        const bool is_plain = o.is<bool options::*>() && value == "false";
        if (!value.empty() && !is_plain) doc += " (default " + value + ")";
        append_item(out, flag_of(o), o.takes, doc);
    }
    out.append('\n');
    constexpr std::string_view mark = "CALLBOX_LISTEN";
    std::string notes(usage_notes);
    if (!defaults.name.empty())
        notes.replace(notes.find(mark), mark.size(),
                      variable_name(defaults.name, "listen") + ", or CALLBOX_LISTEN,");
    append_wrapped_from(out, notes, 0);
    append_wrapped_from(out, signal_notes, 0);
}

void append_list(bytes& out, const table& methods) {
    std::size_t column = 0;
    for (const row& r : methods.rows) {
        const std::size_t width = r.unlisted ? 0 : characters_of(signature_of(methods, r));
        if (width <= signature_width_max) column = std::max(column, width);
    }
    for (const row& r : methods.rows) {
        if (r.unlisted) continue;
        const std::string signature = signature_of(methods, r);
        std::string_view doc = r.summary;
        out.append(signature);
        if (!doc.empty()) {
            pad(out, 3 + column - std::min(column, characters_of(signature)));
            out.append(ascii::take_until(doc, '\n'));
        }
        out.append('\n');
    }
}

void append_method(bytes& out, const table& methods, const row& r, std::string_view url) {
    rpc::append_signature(out, methods, r);
    out.append("\n\n");
    if (r.deprecated) out.append("Deprecated.\n\n");
    if (!r.scopes.text.empty()) append(out, {"Scopes: ", r.scopes.text, "\n\n"});
    const bool is_seconds = r.timeout_ms % 1'000 == 0;
    if (r.timeout_ms != 0)
        append(out, {"Times out after ",
                     std::to_string(is_seconds ? r.timeout_ms / 1'000 : r.timeout_ms),
                     is_seconds ? " s" : " ms", " (error -32003).\n\n"});
    else if (r.blocking || r.answers_later) out.append("May take a long time.\n\n");
    for (const std::string_view doc : {r.summary, r.details}) {
        if (doc.empty()) continue;
        append_wrapped_from(out, doc, 0);
        out.append('\n');
    }
    if (r.params.count != 0) out.append("Parameters:\n");
    append_members(out, methods.params_of(r));
    if (r.params.count != 0) out.append('\n');
    out.append(r.is_event() ? "Payload: " : "Returns: ");
    rpc::append_type(out, r.is_event() ? *r.event.payload : *r.returns, rpc::ranges::exact);
    if (r.is_event()) {
        out.append('\n');
        rpc::append_delivery(out, r.event);
        out.append('\n');
    } else {
        out.append(r.returns_doc.empty() ? "\n" : "\n  ");
        append_wrapped_from(out, r.returns_doc, 2);
    }
    append_structs(out, methods, r);
    append_errors(out, methods, r);
    append_examples(out, methods, r);
    append(out, {"\nTo ", r.is_event() ? "subscribe" : "call it", " from a shell:\n"});
    rpc::append_curl(out, methods, r, url);
    out.append('\n');
}

void append_client_configuration(bytes& out, std::string_view name, std::string_view path,
                                 std::string_view url) {
    const auto quoted = [](std::string_view text) {
        bytes json, made;
        writer(json).string(text);
        append_visible_json(made, rpc::whole(json));
        return std::string(rpc::whole(made));
    };
    const std::string server = quoted(name);
    append(out, {"\nConfiguration of a client that starts the program:\n  "
                 "{\"mcpServers\": {", server, ": {\"command\": ", quoted(path),
                 ", \"args\": [\"mcp\"]}}}\n\n"
                 "Configuration of a client over HTTP, if the server runs with --mcp;\n"
                 "\"headers\" is for servers with --token-file:\n  "
                 "{\"mcpServers\": {", server, ": {\"type\": \"http\", \"url\": ", quoted(url),
                 ",\n    \"headers\": {\"Authorization\": \"Bearer TOKEN\"}}}}\n"});
}

}  // namespace callbox::cli
