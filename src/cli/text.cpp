// Makes text for standard output from the table of methods and the table of options.
#include "text.hpp"

#include "base/ascii.hpp"
#include "openrpc/curl.hpp"
#include "options.hpp"
#include "rpc/describe.hpp"
#include "rpc/sample.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace callbox::cli {

namespace {

constexpr std::size_t flag_column = 33;
constexpr std::size_t signature_width_max = 60;  // wider ones do not move the others' summaries

void pad(bytes& out, std::size_t count) {
    while (count-- > 0) out.append(' ');
}

// Counts characters, taken for a column each: bytes of UTF-8 that begin one (RFC 3629, 3).
std::size_t width_of(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    }));
}

// Wraps words at the last column. The first line begins at column `from` already; indents the
// others to it. Keeps line ends of the text, and ends with one.
void append_wrapped_from(bytes& out, std::string_view text, std::size_t from) {
    for (bool first = true; !text.empty(); first = false) {
        std::string_view words = ascii::take_until(text, '\n');
        std::size_t at = from;
        if (!first) pad(out, words.empty() ? 0 : from);
        while (!words.empty()) {
            const std::string_view word = ascii::take_until(words, ' ');
            const std::size_t width = width_of(word);
            if (at != from && at + 1 + width > columns) {
                out.append('\n');
                pad(out, from);
                at = from;
            } else if (at != from) {
                out.append(' ');
                ++at;
            }
            out.append(word);
            at += width;
        }
        out.append('\n');
    }
}

// "  --flag VALUE                  What it does."
void append_item(bytes& out, std::string_view name, std::string_view takes, std::string_view doc) {
    const std::size_t begin = out.size();
    append(out, {"  ", name, takes.empty() ? "" : " ", takes});
    pad(out, flag_column - std::min(flag_column, out.size() - begin));
    append_wrapped_from(out, doc, flag_column);
}

void append_options(bytes& out, const options& defaults, const own_options* own) {
    if (own != nullptr) {
        out.append("\nOptions of this program:\n");
        for (const setting_row& row : own->rows())
            append_item(out, row.name, row.takes, own->help(row));
    }
    for (std::size_t i = 0; i < group_titles.size(); ++i) {
        append(out, {"\n", group_titles[i], ":\n"});
        for (const option& o : all_options) {
            if (o.among != static_cast<group>(i)) continue;
            std::string doc(o.doc);
            const std::string value = value_text(o, defaults);
            const bool is_plain = o.is<bool options::*>() && value == "false";
            if (!value.empty() && !is_plain) doc += " (default " + value + ")";
            append_item(out, flag_of(o), o.takes, doc);
        }
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

// "  tone   one of "plain", "cheerful"; default "plain"; by name only"
void append_members(bytes& out, std::span<const member> all) {
    std::size_t width = 0;
    for (const member& m : all) width = std::max(width, width_of(m.name));
    for (const member& m : all) {
        append(out, {"  ", m.name});
        pad(out, 3 + width - width_of(m.name));
        rpc::append_member(out, m);
        out.append(m.required ? "; required" : m.has_default() ? "; default " : "; optional");
        if (m.has_default()) rpc::append_default(out, m);
        out.append(m.by_name_only ? "; by name only\n" : "\n");
        if (m.doc.empty()) continue;
        pad(out, width + 5);
        append_wrapped_from(out, m.doc, width + 5);
    }
}

// Collects the structs and tagged unions that a type is made of, each once.
void collect(const type& t, std::vector<const type*>& out) {
    if (t.form == type_form::object || (t.form == type_form::either && !t.tag.empty())) {
        if (std::find(out.begin(), out.end(), &t) != out.end()) return;
        out.push_back(&t);
    }
    if (t.element != nullptr) collect(*t.element, out);
    for (const type* part : t.parts) collect(*part, out);
    for (const member& m : t.members) collect(*m.type, out);
}

// "Alternatives of payment, told by "kind": card, transfer"
void append_alternatives(bytes& out, const type& t) {
    out.append("\nAlternatives of ");
    rpc::append_type(out, t);
    append(out, {", told by \"", t.tag, "\":"});
    for (const type* part : t.parts)
        append(out, {part == t.parts.front() ? " " : ", ", part->name});
    out.append('\n');
}

void append_structs(bytes& out, const table& methods, const row& r) {
    std::vector<const type*> structs;
    for (const param& p : methods.params_of(r)) collect(*p.type, structs);
    collect(*r.returns, structs);
    for (const type* each : structs) {
        if (each->form == type_form::either) {
            append_alternatives(out, *each);
            continue;
        }
        append(out, {"\nMembers of ", each->name, ":\n"});
        append_members(out, each->members);
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
        out.append("  ->  ");
        writer result(out);
        rpc::write_result(result, e, *r.returns);
        out.append('\n');
    }
}

std::string signature_of(const table& methods, const row& r) {
    bytes signature;
    rpc::append_signature(signature, methods, r);
    return std::string(signature.view());
}

}  // namespace

void append(bytes& out, std::initializer_list<std::string_view> parts) {
    for (const std::string_view part : parts) out.append(part);
}

void append_usage(bytes& out, std::string_view program, std::span<const command_doc> commands,
                  const options& defaults, const own_options* own) {
    append(out, {"usage: ", program, " [COMMAND] [OPTION]...\n\nCommands:\n"});
    for (const command_doc& c : commands) {
        const std::string letter(c.letter.empty() ? "" : std::string(c.letter) + ", ");
        append_item(out, letter + std::string(c.name), c.takes, c.doc);
    }
    out.append("\nCOMMAND --help tells more of each, with an example.\n");
    append_options(out, defaults, own);
}

void append_command_usage(bytes& out, std::string_view program, const command_doc& c,
                          const options& defaults, bool has_options,
                          const own_options* own) {
    append(out, {"usage: ", program, " ", c.name,
                 has_options || !c.flags.empty() ? " [OPTION]..." : "",
                 c.takes.empty() ? "" : " ", c.takes, "\n\n"});
    std::string doc = std::string(c.doc) + '.';
    doc[0] = static_cast<char>(doc[0] & ~0x20);
    append_wrapped_from(out, doc, 0);
    append_wrapped_from(out, c.more, 0);
    if (!c.flags.empty()) out.append("\nOptions:\n");
    for (const flag& each : c.flags) append_item(out, each.name, each.takes, each.doc);
    append(out, {"\nExample:\n  ", program, " ", c.example, "\n"});
    if (has_options) append_options(out, defaults, own);
}

void append_wrapped(bytes& out, std::string_view text, std::size_t indent) {
    pad(out, indent);
    append_wrapped_from(out, text, indent);
}

void append_list(bytes& out, const table& methods) {
    std::size_t column = 0;
    for (const row& r : methods.rows) {
        const std::size_t width = width_of(signature_of(methods, r));
        if (width <= signature_width_max) column = std::max(column, width);
    }
    for (const row& r : methods.rows) {
        const std::string signature = signature_of(methods, r);
        std::string_view doc = r.summary;
        out.append(signature);
        if (!doc.empty()) {
            pad(out, 3 + column - std::min(column, width_of(signature)));
            out.append(ascii::take_until(doc, '\n'));
        }
        out.append('\n');
    }
}

void append_method(bytes& out, const table& methods, const row& r, std::string_view url) {
    rpc::append_signature(out, methods, r);
    out.append("\n\n");
    if (r.deprecated) out.append("Deprecated.\n\n");
    if (r.timeout_ms != 0)
        append(out, {"May take long: answered with -32003 after ", std::to_string(r.timeout_ms),
                     " ms.\n\n"});
    else if (r.blocking) out.append("May take long.\n\n");
    for (const std::string_view doc : {r.summary, r.details}) {
        if (doc.empty()) continue;
        append_wrapped_from(out, doc, 0);
        out.append('\n');
    }
    if (r.params.count != 0) out.append("Parameters:\n");
    append_members(out, methods.params_of(r));
    out.append(r.params.count != 0 ? "\nReturns: " : "Returns: ");
    rpc::append_exact_type(out, *r.returns);
    out.append(r.returns_doc.empty() ? "\n" : "\n  ");
    append_wrapped_from(out, r.returns_doc, 2);
    append_structs(out, methods, r);
    append_errors(out, methods, r);
    append_examples(out, methods, r);
    out.append("\nCalled from a shell:\n");
    openrpc::append_curl(out, methods, r, url);
    out.append('\n');
}

}  // namespace callbox::cli
